package dev.headpond.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headpond.policy.LoadReport.SinkView.Health;
import dev.headpond.policy.LoadReport.State;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.admission.Verdict;
import dev.headpond.runtime.delivery.DeliveryListener;
import dev.headpond.runtime.sink.Batch;
import dev.headpond.runtime.sink.Outcome;
import dev.headpond.runtime.sink.Sink;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShardTest {
    private static final long MILLI = 1_000_000;
    private static final Outcome RETRYABLE = new Outcome.Retryable("LOADING");
    private static final Outcome AMBIGUOUS = new Outcome.Ambiguous("time-out");
    private static final Outcome POISON = new Outcome.Poison("too large");

    private final VirtualLoop loop = new VirtualLoop();
    private final HandSink sink = new HandSink();
    private final TestEvents events = new TestEvents();
    private final List<String> deadLetters = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private Shard shard = start(2);
    private long nextEvent = 1;

    private Shard start(int lanes) {
        return start(TestPolicies.of("\"batch\": {\"maxEvents\": 10, \"maxDelay\": \"5ms\"},", lanes));
    }

    private Shard start(Policy policy) {
        var made = new Shard(
                policy,
                sink,
                loop,
                new SplittableRandom(1),
                "epoch",
                (event, reason) -> deadLetters.add(TestEvents.number(event) + " " + reason),
                DeliveryListener.NONE);
        made.start();
        return made;
    }

    private void restart(Policy policy) {
        shard.close();
        shard = start(policy);
    }

    private Verdict offer(int count) {
        var verdict = shard.offer(events.request(nextEvent, count), null);
        nextEvent += count;
        return verdict;
    }

    private void offerAndWait(int count, String name) {
        shard.offer(events.request(nextEvent, count), (dead, lost) -> told.add(name + " " + dead + "/" + lost));
        nextEvent += count;
    }

    @AfterEach
    void everythingIsConserved() {
        shard.requireIntact();
        shard.close();
    }

    // Cutting

    @Test
    void anIdleLaneTakesWhatOneTurnOfTheLoopBrought() {
        offer(2);
        offer(3);
        assertThat(sink.writes).isEmpty();
        loop.endTurn();
        assertThat(sink.last().events()).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void whileALaneIsBusyEventsWaitForOthersUpToMaxDelay() {
        offer(1);
        loop.endTurn();
        offer(1);
        loop.advance(2 * MILLI);
        offer(1);
        loop.advance(3 * MILLI - 1);
        assertThat(sink.writes).hasSize(1);
        loop.advance(1);
        assertThat(sink.last().events()).containsExactly(2L, 3L);
    }

    @Test
    void aFullBatchDoesNotWait() {
        offer(1);
        loop.endTurn();
        offer(9);
        loop.endTurn();
        assertThat(sink.writes).hasSize(1);
        offer(1);
        loop.endTurn();
        assertThat(sink.last().count()).isEqualTo(10);
        assertThat(sink.last().lane()).isEqualTo(1);
    }

    @Test
    void whenTheLastLaneComesBackWhatWaitsGoesAtOnce() {
        offer(1);
        loop.endTurn();
        offer(1);
        loop.endTurn();
        sink.answerLast(Outcome.DELIVERED);
        assertThat(sink.last().events()).containsExactly(2L);
        assertThat(sink.last().number()).isEqualTo(2);
    }

    @Test
    void aDrainDoesNotLinger() {
        offer(1);
        loop.endTurn();
        offer(1);
        loop.endTurn();
        shard.beginDrain();
        assertThat(sink.last().events()).containsExactly(2L);
        assertThat(offer(1)).isEqualTo(new Verdict.NotServing(true));
    }

    // Repeating

    @Test
    void anAmbiguousBatchIsRepeatedUnderItsNumberWithTheSameEvents() {
        offer(3);
        loop.endTurn();
        sink.answerLast(AMBIGUOUS);
        loop.advance(50 * MILLI);
        assertThat(sink.writes).hasSize(2);
        assertThat(sink.last().number()).isEqualTo(1);
        assertThat(sink.last().events()).containsExactly(1L, 2L, 3L);
        assertThat(shard.report().sink().health()).isEqualTo(Health.FAILING);
        sink.answerLast(Outcome.DELIVERED);
        assertThat(shard.report().sink().health()).isEqualTo(Health.OK);
        assertThat(shard.report().batches().attempts()).isEqualTo(2);
        assertThat(shard.report().batches().firstAttempts()).isEqualTo(1);
    }

    @Test
    void afterFiveFailuresOneShortProbeFindsOutAndTheRestFollowsUnderTheSameNumber() {
        restart(TestPolicies.of("", 2));
        offer(100);
        loop.endTurn();
        failUntilTheBreakerOpens();
        int writes = sink.writes.size();
        loop.advance(501 * MILLI);
        assertThat(sink.writes).hasSize(writes + 1);
        assertThat(sink.last().count()).isEqualTo(10);
        sink.answerLast(Outcome.DELIVERED);
        assertThat(sink.last().count()).isEqualTo(100);
        assertThat(sink.last().number()).isEqualTo(1);
        sink.answerLast(Outcome.DELIVERED);
        assertThat(shard.report().events().delivered()).isEqualTo(100);
    }

    private void failUntilTheBreakerOpens() {
        for (int i = 0; i < 5; i++) {
            sink.answerLast(RETRYABLE);
            if (i < 4) {
                int writes = sink.writes.size();
                while (sink.writes.size() == writes) {
                    loop.advance(MILLI);
                }
            }
        }
    }

    @Test
    void whileTheBreakerIsOpenEventsStayInTheRing() {
        offer(1);
        loop.endTurn();
        sink.answerLast(new Outcome.Misconfigured("NOAUTH"));
        int writes = sink.writes.size();
        offer(100);
        loop.advanceMillis(4_999);
        assertThat(sink.writes).hasSize(writes);
        assertThat(shard.report().sink().health()).isEqualTo(Health.MISCONFIGURED);
        assertThat(shard.report().sink().reason()).isEqualTo("NOAUTH");
        loop.advanceMillis(1);
        assertThat(sink.writes).hasSize(writes + 1);
        sink.answerLast(Outcome.DELIVERED);
        assertThat(sink.writes.size()).isGreaterThan(writes + 1);
    }

    @Test
    void withoutBudgetALaneHoldsAndLosesNothing() {
        restart(TestPolicies.of("\"retry\": {\"initialBackoff\": \"1ms\", \"maxBackoff\": \"1ms\"},", 1));
        offer(5);
        loop.endTurn();
        sink.answerLast(RETRYABLE);
        loop.advance(2 * MILLI);
        sink.answerLast(RETRYABLE);
        loop.advance(100 * MILLI);
        assertThat(sink.writes).as("one retry was saved up").hasSize(2);
        loop.advance(900 * MILLI);
        assertThat(sink.writes).as("and one a second").hasSize(3);
        assertThat(sink.last().count()).isEqualTo(5);
    }

    @Test
    void aSinkThatThrowsIsHeardAsAmbiguous() {
        shard.close();
        var throwing = new ThrowingSink();
        shard = new Shard(
                TestPolicies.of("", 1),
                throwing,
                loop,
                new SplittableRandom(1),
                "epoch",
                (_, _) -> {},
                DeliveryListener.NONE);
        shard.start();
        offer(1);
        loop.advanceMillis(60);
        assertThat(throwing.writes).isGreaterThan(1);
        assertThat(shard.report().sink().reason()).contains("a bug");
    }

    private static final class ThrowingSink implements Sink {
        int writes;

        @Override
        public void write(int lane, long batchNumber, Batch batch, Consumer<Outcome> done) {
            writes++;
            throw new IllegalStateException("a bug");
        }

        @Override
        public void close() {}
    }

    // Poison

    @Test
    void aPoisonedEventIsFoundByShorterPrefixesUnderTheSameNumber() {
        offerAndWait(8, "request");
        loop.endTurn();
        answerWhilePoisoned(6);
        assertThat(deadLetters).containsExactly("6 too large");
        assertThat(sink.writes.stream().filter(write -> write.number() == 1))
                .allSatisfy(write -> assertThat(write.events().getFirst()).isEqualTo(1));
        assertThat(sink.last().number()).isEqualTo(2);
        assertThat(sink.last().events()).containsExactly(7L, 8L);
        assertThat(told).containsExactly("request 1/0");
        assertThat(shard.report().events().delivered()).isEqualTo(7);
        assertThat(shard.report().depth().bytes()).isZero();
    }

    /// Answers until nothing is in flight.
    private void answerWhilePoisoned(long poison) {
        for (int answered = 0; answered < sink.writes.size(); answered++) {
            var write = sink.writes.get(answered);
            write.answer(write.events().contains(poison) ? POISON : Outcome.DELIVERED);
            loop.endTurn();
        }
    }

    // Answering producers

    @Test
    void producersAreAnsweredInOrderOfPositionWhenTheirEventsAreDelivered() {
        offerAndWait(10, "first");
        loop.endTurn();
        offerAndWait(10, "second");
        loop.endTurn();
        sink.writes.get(1).answer(Outcome.DELIVERED);
        assertThat(told).isEmpty();
        assertThat(shard.report().events().delivered()).isEqualTo(10);
        sink.writes.get(0).answer(Outcome.DELIVERED);
        assertThat(told).containsExactly("first 0/0", "second 0/0");
    }

    @Test
    void whatCannotBeFlushedInTimeIsLostAndItsProducersAreTold() {
        offerAndWait(10, "delivered");
        offerAndWait(10, "in flight");
        offerAndWait(3, "unread");
        loop.endTurn();
        sink.writes.get(0).answer(Outcome.DELIVERED);
        shard.beginDrain();
        var lost = new ArrayList<Long>();
        shard.flush(1000 * MILLI, lost::add);
        loop.advance(999 * MILLI);
        assertThat(lost).isEmpty();
        loop.advance(MILLI);
        assertThat(lost).containsExactly(13L);
        assertThat(told).containsExactly("delivered 0/0", "in flight 0/10", "unread 0/3");
        assertThat(shard.report().events().lost()).containsEntry("shutdown", 13L);
        sink.writes.get(1).answer(Outcome.DELIVERED);
        assertThat(shard.report().events().delivered()).isEqualTo(10);
    }

    @Test
    void aFlushEndsAsSoonAsNothingIsHeld() {
        offer(3);
        shard.beginDrain();
        var lost = new ArrayList<Long>();
        shard.flush(1000 * MILLI, lost::add);
        loop.endTurn();
        assertThat(lost).isEmpty();
        sink.answerLast(Outcome.DELIVERED);
        assertThat(lost).containsExactly(0L);
    }

    // Admission

    @Test
    void overTheMarkEventsAreRefusedUntilThereIsRoomAgain() {
        restart(TestPolicies.of("""
                "ingest": {"maxRequestBytes": "200Ki", "maxEventBytes": "8Ki"}, "buffer": {"capacity": "1Mi"},
                "admission": {"eventsPerSecond": 1000000, "burst": 1000000},""", 1));
        while (offer(500) instanceof Verdict.Admitted) {
            assertThat(shard.report().depth().bytes()).isLessThan(1 << 20);
        }
        assertThat(offer(1)).isInstanceOf(Verdict.OverHighWater.class);
        assertThat(shard.beforeBody(10)).get().isInstanceOf(Verdict.OverHighWater.class);
        loop.endTurn();
        while (shard.report().depth().bytes() > 700_000) {
            sink.answerLast(Outcome.DELIVERED);
        }
        assertThat(offer(1)).isInstanceOf(Verdict.Admitted.class);
        assertThat(shard.report().events().overHighWater()).isPositive();
    }

    @Test
    void refusalsAreCountedInEventsAndAddUpToWhatWasOffered() {
        restart(TestPolicies.of("\"admission\": {\"eventsPerSecond\": 100, \"burst\": 200},", 1));
        offer(200);
        assertThat(offer(7)).isInstanceOf(Verdict.RateLimited.class);
        assertThat(offer(201)).isEqualTo(new Verdict.NeverFits(200));
        shard.refused(3);
        assertThat(shard.beforeBody(10 * TestEvents.BYTES_MIN)).get().isInstanceOf(Verdict.RateLimited.class);
        shard.beginDrain();
        offer(5);
        var counted = shard.report().events();
        assertThat(counted.rateLimited()).isEqualTo(17);
        assertThat(counted.invalid()).isEqualTo(204);
        assertThat(counted.draining()).isEqualTo(5);
        assertThat(counted.offered()).isEqualTo(426);
    }

    @Test
    void beforeStartItSaysThatItStarts() {
        var other = new Shard(
                TestPolicies.of("", 1), sink, loop, new SplittableRandom(1), "e", (_, _) -> {}, DeliveryListener.NONE);
        assertThat(other.offer(events.request(1, 1), null)).isEqualTo(new Verdict.NotServing(false));
        assertThat(other.lastReport().state()).isEqualTo(State.STARTING);
        other.close();
    }

    // Reports

    @Test
    void integralsAreExactAtTheMomentOfTheReport() {
        offer(4);
        loop.endTurn();
        loop.advanceMillis(500);
        var during = shard.report().integrals();
        assertThat(during.depthEventSeconds()).isEqualTo(2.0);
        assertThat(during.laneBusySeconds()).isEqualTo(0.5);
        sink.answerLast(Outcome.DELIVERED);
        loop.advanceMillis(500);
        var after = shard.report().integrals();
        assertThat(after.depthEventSeconds()).isEqualTo(2.0);
        assertThat(after.sinkLatencySeconds()).isEqualTo(0.5);
        assertThat(after.sinkAnswers()).isEqualTo(1);
    }

    @Test
    void aTimeOutIsNoAnswerOfTheSink() {
        offer(1);
        loop.endTurn();
        loop.advanceMillis(200);
        sink.answerLast(AMBIGUOUS);
        assertThat(shard.report().integrals().sinkAnswers()).isZero();
        assertThat(shard.report().batches().failed()).isEqualTo(1);
    }

    @Test
    void thePublishedReportIsNeverOlderThanATenthOfASecond() {
        offer(4);
        loop.advanceMillis(1234);
        assertThat(shard.reportAgeNanos()).isLessThanOrEqualTo(Shard.REPORT_EVERY_NANOS);
        assertThat(shard.lastReport().depth().events()).isEqualTo(4);
    }

    @Test
    void aSecondAnswerToOneWriteIsRefused() {
        offer(1);
        loop.endTurn();
        var write = sink.last();
        write.answer(Outcome.DELIVERED);
        assertThatThrownBy(() -> write.answer(Outcome.DELIVERED)).hasMessageContaining("twice");
    }
}
