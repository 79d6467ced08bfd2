package dev.headpond.runtime.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.runtime.admission.Admission.Door;
import dev.headpond.runtime.admission.Admission.Room;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final long SECOND = 1_000_000_000L;

    private final TokenBucket bucket = new TokenBucket(10, 20, 0);
    private final HighWaterGate gate = new HighWaterGate(800, 700);
    private final DrainRate drain = new DrainRate(0);
    private final Admission admission = new Admission(bucket, gate, drain);

    private static Room room(long depth, long claim) {
        return new Room(depth, claim, 1000, claim, 100);
    }

    @BeforeEach
    void open() {
        admission.door(Door.OPEN);
    }

    @Test
    void whatFitsTakesItsTokens() {
        assertThat(admission.refusal(5, room(0, 100), 0)).isNull();
        assertThat(bucket.tokens(0)).isEqualTo(15);
    }

    @Test
    void aClosedDoorComesBeforeEverything() {
        admission.door(Door.STARTING);
        assertThat(admission.refusal(1000, room(0, 5000), 0)).isEqualTo(new Verdict.NotServing(false));
        admission.door(Door.DRAINING);
        assertThat(admission.refusal(1, room(0, 10), 0)).isEqualTo(new Verdict.NotServing(true));
        assertThat(admission.refusalBeforeBody(1, 0, 0)).isEqualTo(new Verdict.NotServing(true));
    }

    @Test
    void whatCanNeverBeAdmittedIsNotAskedToComeAgain() {
        gate.filledTo(900);
        assertThat(admission.refusal(21, room(900, 10), 0)).isEqualTo(new Verdict.NeverFits(20));
        assertThat(admission.refusal(10, room(0, 1800), 0)).isEqualTo(new Verdict.NeverFits(5));
    }

    @Test
    void aRefusalForRoomTakesNoTokens() {
        assertThat(admission.refusal(5, room(750, 300), 0)).isInstanceOf(Verdict.OverHighWater.class);
        gate.filledTo(800);
        assertThat(admission.refusal(5, room(800, 10), 0)).isInstanceOf(Verdict.OverHighWater.class);
        assertThat(bucket.tokens(0)).isEqualTo(20);
    }

    @Test
    void theGateStaysClosedUntilTheLowWaterMark() {
        gate.filledTo(800);
        gate.filledTo(700);
        assertThat(gate.closed()).isTrue();
        gate.filledTo(699);
        assertThat(gate.closed()).isFalse();
        gate.filledTo(799);
        assertThat(gate.closed()).isFalse();
    }

    @Test
    void overTheRateItNamesTheTimeThatIsLacking() {
        assertThat(admission.refusal(20, room(0, 10), 0)).isNull();
        assertThat(admission.refusal(5, room(0, 10), 0)).isEqualTo(new Verdict.RateLimited(SECOND / 2));
        assertThat(admission.refusal(5, room(0, 10), SECOND / 2)).isNull();
    }

    @Test
    void overTheMarkItGuessesFromTheRateOfDelivery() {
        gate.filledTo(800);
        assertThat(admission.refusal(1, room(800, 10), 0)).isEqualTo(new Verdict.OverHighWater(5 * SECOND));
        for (int i = 1; i <= 100; i++) {
            drain.sample(i * 10L, i * SECOND / 10);
        }
        assertThat(admission.refusal(1, room(800, 10), 0))
                .isInstanceOfSatisfying(
                        Verdict.OverHighWater.class,
                        refusal -> assertThat(refusal.retryAfterNanos()).isBetween(SECOND, SECOND + SECOND / 50));
    }

    @Test
    void beforeTheBodyOnlyAnEmptyBucketRefuses() {
        assertThat(admission.refusal(19, room(0, 10), 0)).isNull();
        assertThat(admission.refusalBeforeBody(15, 0, 0)).isNull();
        assertThat(admission.refusal(1, room(0, 10), 0)).isNull();
        assertThat(admission.refusalBeforeBody(15, 0, 0)).isEqualTo(new Verdict.RateLimited(3 * SECOND / 2));
        assertThat(admission.refusalBeforeBody(9000, 0, 0)).isEqualTo(new Verdict.RateLimited(2 * SECOND));
    }
}
