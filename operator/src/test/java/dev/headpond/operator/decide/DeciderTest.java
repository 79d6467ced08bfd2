package dev.headpond.operator.decide;

import static dev.headpond.operator.decide.Diagnosis.AdmissionBound;
import static dev.headpond.operator.decide.Diagnosis.DeliveryBound;
import static dev.headpond.operator.decide.Diagnosis.InBand;
import static dev.headpond.operator.decide.Diagnosis.MetricsUnavailable;
import static dev.headpond.operator.decide.Diagnosis.NotActing;
import static dev.headpond.operator.decide.Diagnosis.Oversized;
import static dev.headpond.operator.decide.Diagnosis.SinkSaturated;
import static dev.headpond.operator.decide.Diagnosis.Stabilizing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headpond.operator.decide.ScalingState.Baseline;
import dev.headpond.operator.decide.ScalingState.Ceiling;
import dev.headpond.operator.decide.ScalingState.Judgement;
import dev.headpond.policy.LoadReport;
import dev.headpond.policy.LoadReport.SinkView.Health;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeciderTest {
    private static final long NOW = 10_000_000;
    private static final Decider DECIDER = new Decider(DeciderTimings.PRODUCTION);
    private static final Policies TO_10 = Policies.scaling("\"minReplicas\": 1, \"maxReplicas\": 10");

    /// A state that has seen this sink answer in 6 ms while it had little to do.
    private static ScalingState known() {
        var hash = decide(TO_10, 1, Pods.CALM, ScalingState.NONE).next().sinkHash();
        return ScalingState.NONE.of(hash).learnt(Optional.of(new Baseline(6, NOW)));
    }

    private static Decision decide(Policies p, int replicas, Pods pods, ScalingState state) {
        return decide(p, new Workload(NOW, replicas, replicas, false, false), pods, state);
    }

    private static Decision decide(Policies p, Workload workload, Pods pods, ScalingState state) {
        return DECIDER.decide(
                p.policy(),
                p.scaling(),
                workload,
                Pods.window(workload.atMillis(), Collections.nCopies(workload.readyReplicas(), pods)),
                state);
    }

    private static void assertDecided(Decision decision, int replicas, Diagnosis diagnosis, String reason) {
        assertThat(decision).as(decision.message()).satisfies(d -> {
            assertThat(d.replicas()).isEqualTo(replicas);
            assertThat(d.diagnosis()).isEqualTo(diagnosis);
            assertThat(d.reason()).isEqualTo(reason);
        });
    }

    @Test
    void aCalmBufferIsInBand() {
        assertDecided(decide(TO_10, 1, Pods.CALM, ScalingState.NONE), 1, InBand, "InBand");
    }

    // 1. NotActing

    @Test
    void aPausedBufferKeepsItsPodsAndSaysWhatTheRuleWouldHave() {
        var paused = new Workload(NOW, 2, 2, false, true);
        var decision = decide(TO_10, paused, Pods.CALM.taking(12_000, 12_000), known());
        assertDecided(decision, 2, NotActing, "Paused");
        assertThat(decision.recommended()).isEqualTo(5);
        assertThat(decision.next().history()).isEmpty();
    }

    @Test
    void recommendKeepsTheReplicasOfTheSpec() {
        var p = Policies.scaling("\"mode\": \"Recommend\", \"replicas\": 2, \"maxReplicas\": 10");
        var decision = decide(p, 2, Pods.CALM.taking(12_000, 12_000), known());
        assertDecided(decision, 2, NotActing, "Recommend");
        assertThat(decision.recommended()).isEqualTo(5);
    }

    @Test
    void externalFollowsWhatScaleSaysButNeverOverTheSinksRate() {
        var free = Policies.scaling("\"mode\": \"External\", \"replicas\": 7");
        assertDecided(decide(free, 2, Pods.CALM, known()), 7, NotActing, "External");
        var limited = Policies.of(
                "\"mode\": \"External\", \"replicas\": 7, \"maxReplicas\": 3", "\"maxEventsPerSecond\": 36000,");
        assertDecided(decide(limited, 2, Pods.CALM, known()), 3, NotActing, "External");
    }

    // 2. MetricsUnavailable

    @Test
    void withTooFewAnswersNothingMoves() {
        for (var pods : List.of(Pods.CALM.taking(100, 0), Pods.CALM.taking(12_000, 12_000))) {
            var window = Pods.window(NOW, Collections.nCopies(10, pods));
            var newest = window.observations().getLast();
            var silent = newest.pods().stream()
                    .map(pod -> pod.uid().compareTo("p6") < 0
                            ? pod
                            : new Observation.Pod(pod.uid(), true, Optional.empty()))
                    .toList();
            var decision = DECIDER.decide(
                    TO_10.policy(),
                    TO_10.scaling(),
                    new Workload(NOW + 1, 10, 10, false, false),
                    window.with(new Observation(NOW + 1, silent)),
                    known());
            assertDecided(decision, 10, MetricsUnavailable, "PodsSilent");
            assertThat(decision.message()).contains("6 of 10");
        }
    }

    @Test
    void withoutAFreshObservationNothingMoves() {
        var p = TO_10;
        var late = new Workload(NOW + 20_001, 3, 3, false, false);
        var window = Pods.window(NOW, Collections.nCopies(3, Pods.CALM.taking(100, 0)));
        assertDecided(
                DECIDER.decide(p.policy(), p.scaling(), late, window, known()),
                3,
                MetricsUnavailable,
                "NoRecentSample");
        assertDecided(
                DECIDER.decide(p.policy(), p.scaling(), late, Window.empty(DeciderTimings.PRODUCTION), known()),
                3,
                MetricsUnavailable,
                "NoRecentSample");
    }

    @Test
    void aFewSilentPodsAreStoodForByTheOthers() {
        var window = Pods.window(NOW, Collections.nCopies(3, Pods.CALM.taking(10_000, 0)));
        var newest = window.observations().getLast().pods();
        var oneSilent =
                List.of(newest.get(0), newest.get(1), newest.get(2), new Observation.Pod("p3", true, Optional.empty()));
        var observations = window.observations().subList(0, 4);
        var again = Window.empty(DeciderTimings.PRODUCTION);
        for (var observation : observations) {
            again = again.with(observation);
        }
        var decision = DECIDER.decide(
                TO_10.policy(),
                TO_10.scaling(),
                new Workload(NOW, 4, 4, false, false),
                again.with(new Observation(NOW, oneSilent)),
                known());
        assertThat(decision.diagnosis()).isEqualTo(InBand);
        assertThat(decision.figures().offeredPerSecond()).isCloseTo(40_000, within(1.0));
    }

    // 3. Stabilizing

    @Test
    void aRolloutHolds() {
        var rolling = new Workload(NOW, 2, 2, true, false);
        assertDecided(decide(TO_10, rolling, Pods.CALM.taking(12_000, 12_000), known()), 2, Stabilizing, "RollingOut");
    }

    @Test
    void podsThatAreNotReadyHoldAndThenSettleForHalfAMinute() {
        var hungry = Pods.CALM.taking(12_000, 12_000);
        var waiting = decide(TO_10, new Workload(NOW, 3, 2, false, false), hungry, known());
        assertDecided(waiting, 3, Stabilizing, "PodsNotReady");
        var ready = decide(TO_10, new Workload(NOW + 5_000, 3, 3, false, false), hungry, waiting.next());
        assertDecided(ready, 3, Stabilizing, "Settling");
        assertThat(ready.next().holdUpUntilMillis()).isEqualTo(NOW + 35_000);
        var still = decide(TO_10, new Workload(NOW + 34_999, 3, 3, false, false), hungry, ready.next());
        assertDecided(still, 3, Stabilizing, "Settling");
        var settled = decide(TO_10, new Workload(NOW + 35_000, 3, 3, false, false), hungry, still.next());
        assertThat(settled.diagnosis()).isEqualTo(AdmissionBound);
    }

    @Test
    void oneLatePodOfTenIsNoReasonToStandStill() {
        var decision = decide(TO_10, new Workload(NOW, 10, 9, false, false), Pods.CALM.taking(8_000, 0), known());
        assertThat(decision.diagnosis()).isEqualTo(InBand);
    }

    @Test
    void tooShortAWindowHolds() {
        var window = Window.empty(DeciderTimings.PRODUCTION);
        var full = Pods.window(NOW, List.of(Pods.CALM.taking(12_000, 12_000)));
        for (var observation : full.observations().subList(2, 5)) {
            window = window.with(observation);
        }
        assertDecided(
                DECIDER.decide(TO_10.policy(), TO_10.scaling(), new Workload(NOW, 1, 1, false, false), window, known()),
                1,
                Stabilizing,
                "Observing");
    }

    // 4. SinkSaturated

    @Test
    void aSinkThatFailsHoldsWhateverTheBucketsRefuse() {
        var decision = decide(TO_10, 2, Pods.CALM.taking(12_000, 9_000).failing(300), known());
        assertDecided(decision, 2, SinkSaturated, "SinkFailing");
        assertThat(decision.next().sinkSaturated()).isTrue();
    }

    @Test
    void aSinkThatIsSlowerThanItsBaselineWhileLanesAreBusyIsTheLimit() {
        var decision = decide(TO_10, 2, Pods.CALM.busy(9_000, 84, 60), known());
        assertDecided(decision, 2, SinkSaturated, "SinkSlow");
        assertThat(decision.message())
                .isEqualTo("the sink is the limit: lanes 97 % busy, 84 ms against a baseline of 6 ms;"
                        + " more pods would only add retries");
    }

    @Test
    void aSinkThatTakesNothingIsTheLimit() {
        var away = Pods.CALM.busy(9_000, 6, 60).silent(Health.FAILING);
        assertDecided(decide(TO_10, 2, away, known()), 2, SinkSaturated, "SinkAway");
    }

    @Test
    void aSinkThatAPersonMustRepairSaysWhat() {
        var decision = decide(TO_10, 2, Pods.CALM.busy(9_000, 6, 60).silent(Health.MISCONFIGURED), known());
        assertDecided(decision, 2, SinkSaturated, "SinkMisconfigured");
        assertThat(decision.message()).contains("NOAUTH Authentication required");
    }

    @Test
    void oneBadIntervalOnlyMakesTheSinkSuspected() {
        var good = Pods.window(NOW, List.of(Pods.CALM.taking(12_000, 12_000)));
        var last = good.observations().getLast();
        var load = last.pods().getFirst().load().orElseThrow();
        var worse = new LoadReport(
                load.epoch(),
                load.uptimeSeconds() + 5,
                load.state(),
                load.events(),
                load.depth(),
                new LoadReport.Batches(
                        load.batches().firstAttempts(),
                        load.batches().attempts() + 100,
                        load.batches().delivered(),
                        load.batches().failed() + 100),
                load.integrals(),
                load.sink());
        var window =
                good.with(new Observation(NOW + 5_000, List.of(new Observation.Pod("p0", true, Optional.of(worse)))));
        var decision = DECIDER.decide(
                TO_10.policy(), TO_10.scaling(), new Workload(NOW + 5_000, 1, 1, false, false), window, known());
        assertDecided(decision, 1, SinkSaturated, "SinkSuspected");
        assertThat(decision.next().sinkSaturated()).isFalse();
    }

    @Test
    void afterASaturatedSinkNothingGoesUpForAMinute() {
        var hungry = Pods.CALM.taking(12_000, 12_000);
        var bad = decide(TO_10, 2, hungry.failing(3_000), known());
        var well = decide(TO_10, new Workload(NOW + 20_000, 2, 2, false, false), hungry, bad.next());
        assertDecided(well, 2, Stabilizing, "SinkRecovering");
        var later = decide(TO_10, new Workload(NOW + 79_999, 2, 2, false, false), hungry, well.next());
        assertDecided(later, 2, Stabilizing, "SinkRecovering");
        var free = decide(TO_10, new Workload(NOW + 80_000, 2, 2, false, false), hungry, later.next());
        assertThat(free.diagnosis()).isEqualTo(AdmissionBound);
    }

    @Test
    void busyLanesAtTheBaselineAreNoSaturatedSink() {
        assertThat(decide(TO_10, 2, Pods.CALM.busy(9_000, 6.5, 60), known()).diagnosis())
                .isEqualTo(DeliveryBound);
    }

    // the gain of the last step, and the ceiling

    private static ScalingState judging(double deliveredBefore) {
        var depth = (long) (2 * Pods.CAPACITY * 0.6);
        return known().awaiting(0, 0, Optional.of(new Judgement(2, 4, deliveredBefore, depth, NOW)));
    }

    @Test
    void aStepThatGainedNothingSetsACeiling() {
        var decision = decide(TO_10, 4, Pods.CALM.busy(4_700, 6.5, 60), judging(18_000));
        assertDecided(decision, 4, SinkSaturated, "SinkCeiling");
        assertThat(decision.next().ceiling()).contains(new Ceiling(2, NOW + 1_800_000, 1_800_000));
        assertThat(decision.next().judgement()).isEmpty();
    }

    @Test
    void aStepThatGainedSetsNone() {
        var decision = decide(TO_10, 4, Pods.CALM.busy(8_000, 6.5, 60), judging(18_000));
        assertThat(decision.next().ceiling()).isEmpty();
        assertThat(decision.diagnosis()).isEqualTo(DeliveryBound);
    }

    @Test
    void aStepIsNotHeldAgainstTheSinkWhenTheQueueWentAway() {
        var decision = decide(TO_10, 4, Pods.CALM.taking(4_500, 0), judging(18_000));
        assertThat(decision.next().ceiling()).isEmpty();
        assertThat(decision.next().judgement()).isEmpty();
    }

    @Test
    void nothingGoesUpForDeliveryWhileAStepWaitsForItsJudgement() {
        var later = known().awaiting(0, 0, Optional.of(new Judgement(2, 4, 18_000, 1, NOW + 1)));
        assertDecided(decide(TO_10, 4, Pods.CALM.busy(8_000, 6.5, 60), later), 4, Stabilizing, "JudgingLastStep");
    }

    @Test
    void anExpiredCeilingAllowsOneProbeThatDoublesItWhenItGainsNothing() {
        var ceiling = known().judged(Optional.of(new Ceiling(4, NOW, 1_800_000)));
        var probe = decide(TO_10, 4, Pods.CALM.busy(8_000, 6.5, 60), ceiling);
        assertDecided(probe, 5, DeliveryBound, "QueueGrows");
        var ready = decide(
                TO_10, new Workload(NOW + 5_000, 5, 5, false, false), Pods.CALM.busy(6_400, 6.5, 60), probe.next());
        assertThat(ready.next().judgement().orElseThrow().judgeAtMillis()).isEqualTo(NOW + 65_000);
        var judged = decide(
                TO_10, new Workload(NOW + 65_000, 5, 5, false, false), Pods.CALM.busy(6_400, 6.5, 60), ready.next());
        assertDecided(judged, 5, SinkSaturated, "SinkCeiling");
        assertThat(judged.next().ceiling()).contains(new Ceiling(4, NOW + 3_665_000, 3_600_000));
    }

    @Test
    void aCeilingIsNeverLongerThanFourHours() {
        var state = judging(18_000);
        state = new ScalingState(
                state.sinkHash(),
                0,
                0,
                false,
                0,
                state.baseline(),
                Optional.of(new Ceiling(2, NOW - 1, 14_000_000)),
                state.judgement(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        var decision = decide(TO_10, 4, Pods.CALM.busy(4_700, 6.5, 60), state);
        assertThat(decision.next().ceiling().orElseThrow().lifetimeMillis()).isEqualTo(14_400_000);
    }

    @Test
    void anotherSinkForgetsCeilingAndBaseline() {
        var state = known().judged(Optional.of(new Ceiling(4, NOW + 1_000_000, 1_800_000)));
        var other = Policies.of("\"maxReplicas\": 10", "\"lanes\": 8,");
        var decision = decide(other, 4, Pods.CALM.busy(8_000, 6.5, 60), state);
        assertThat(decision.next().ceiling()).isEmpty();
        assertThat(decision.next().baseline()).isEmpty();
        assertThat(decision.replicas()).as("unknown baseline: one pod more").isEqualTo(5);
    }

    // 5. AdmissionBound

    @Test
    void bucketsThatRefuseTooMuchAskForRoom() {
        var decision = decide(TO_10, 1, Pods.CALM.taking(12_000, 16_000), known());
        assertDecided(decision, 3, AdmissionBound, "RateLimited");
        assertThat(decision.message())
                .isEqualTo("the token buckets refuse 57 % of 28 000 events/s, more than 0.12 %:"
                        + " about 24 000 events/s need 3 pods of 12 000");
        assertThat(decision.next().history()).hasSize(1);
        assertThat(decision.next().awaitedReady()).isEqualTo(3);
    }

    @Test
    void aRatioWithinTheWishIsNoReason() {
        assertThat(decide(TO_10, 1, Pods.CALM.taking(10_000, 11), known()).diagnosis())
                .isEqualTo(InBand);
    }

    @Test
    void refusalsWithoutWantOfRoomSayWhatElseItIs() {
        assertDecided(decide(TO_10, 2, Pods.CALM.taking(6_000, 100), known()), 2, AdmissionBound, "RefusedBelowRate");
    }

    @Test
    void threePodsOfTwelveThousandAreEnoughForTwentyEightThousand() {
        var p = Policies.scaling("\"minReplicas\": 1, \"maxReplicas\": 3");
        assertDecided(decide(p, 3, Pods.CALM.taking(28_000 / 3.0, 0), known()), 3, InBand, "InBand");
    }

    // 6. DeliveryBound

    @Test
    void aQueueOverItsTargetAsksForPodsWhileTheSinkIsWell() {
        var decision = decide(TO_10, 2, Pods.CALM.busy(9_000, 6.5, 60), known());
        assertDecided(decision, 4, DeliveryBound, "QueueGrows");
        assertThat(decision.next().judgement()).isPresent();
    }

    @Test
    void aQueueThatReachesTheMarkWithinAMinuteAsksForPodsEarly() {
        var busy = Pods.CALM.busy(9_000, 6.5, 30);
        assertThat(decide(TO_10, 2, busy.filling(1_000_000), known()).diagnosis())
                .isEqualTo(InBand);
        assertDecided(decide(TO_10, 2, busy.filling(2_000_000), known()), 4, DeliveryBound, "QueueGrows");
    }

    @Test
    void aBacklogThatThePresentPodsCanWriteIsNoReason() {
        var draining = new Pods(4_000, 0, 0, 9_000, 200, 0, 0.5, 6.5, Pods.CAPACITY * 0.7, -10_000, Health.OK);
        assertDecided(decide(TO_10, 2, draining, known()), 2, InBand, "BacklogDraining");
    }

    // 7. Oversized

    @Test
    void oneStepDownOnceLessWasEnoughForTheWholeWindow() {
        var calm = Pods.CALM.taking(3_000, 0);
        var state = known();
        for (long at = NOW; at < NOW + 300_000; at += 5_000) {
            var decision = decide(TO_10, new Workload(at, 3, 3, false, false), calm, state);
            assertDecided(decision, 3, InBand, "InBand");
            state = decision.next();
        }
        var first = decide(TO_10, new Workload(NOW + 300_000, 3, 3, false, false), calm, state);
        assertDecided(first, 2, Oversized, "LessNeeded");
        var settle = decide(TO_10, new Workload(NOW + 329_999, 2, 2, false, false), calm, first.next());
        assertThat(settle.replicas()).isEqualTo(2);
        var second = decide(TO_10, new Workload(NOW + 330_000, 2, 2, false, false), calm, settle.next());
        assertDecided(second, 1, Oversized, "LessNeeded");
        var least = decide(TO_10, new Workload(NOW + 400_000, 1, 1, false, false), calm, second.next());
        assertDecided(least, 1, InBand, "InBand");
    }

    @Test
    void onePeakInTheWindowKeepsThePods() {
        var state = known();
        for (long at = NOW; at <= NOW + 400_000; at += 5_000) {
            double load = at == NOW + 150_000 ? 9_500 : 3_000;
            var decision = decide(TO_10, new Workload(at, 3, 3, false, false), Pods.CALM.taking(load, 0), state);
            assertThat(decision.replicas()).isEqualTo(3);
            state = decision.next();
        }
    }

    // bounds

    @Test
    void oneStepUpIsAtMostDoubleOrFourMore() {
        var p = Policies.scaling("\"maxReplicas\": 100");
        var flood = Pods.CALM.taking(12_000, 12_000);
        assertThat(decide(p, 3, flood, known()).replicas()).isEqualTo(7);
        var hopeless = new Pods(9_000, 0, 0, 500, 200, 0, 0.97, 6.5, Pods.CAPACITY * 0.7, 0, Health.OK);
        assertThat(decide(p, 2, hopeless, known()).replicas()).isEqualTo(6);
        assertThat(decide(p, 8, hopeless, known()).replicas()).isEqualTo(16);
    }

    @Test
    void theSinksRateIsNeverExceededByPodsTimesRate() {
        var p = Policies.of("\"maxReplicas\": 3", "\"maxEventsPerSecond\": 36000,");
        assertDecided(decide(p, 3, Pods.CALM.taking(12_000, 12_000), known()), 3, AdmissionBound, "AtSinkRate");
    }

    @Test
    void theMostIsTheMost() {
        var p = Policies.scaling("\"maxReplicas\": 2");
        assertDecided(decide(p, 1, Pods.CALM.taking(12_000, 16_000), known()), 2, AdmissionBound, "RateLimited");
        assertDecided(decide(p, 2, Pods.CALM.taking(12_000, 12_000), known()), 2, AdmissionBound, "AtMaximum");
    }

    @Test
    void boundsMoveABufferThatIsOutsideEvenWhileItHolds() {
        var p = Policies.scaling("\"minReplicas\": 3, \"maxReplicas\": 5");
        assertDecided(
                decide(p, new Workload(NOW, 1, 0, false, false), Pods.CALM, known()), 3, Stabilizing, "OutOfBounds");
        assertDecided(decide(p, 9, Pods.CALM, known()), 5, InBand, "OutOfBounds");
    }
}
