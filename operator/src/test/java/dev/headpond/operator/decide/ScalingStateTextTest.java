package dev.headpond.operator.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.operator.decide.ScalingState.Baseline;
import dev.headpond.operator.decide.ScalingState.Ceiling;
import dev.headpond.operator.decide.ScalingState.Change;
import dev.headpond.operator.decide.ScalingState.Judgement;
import dev.headpond.operator.decide.ScalingState.Need;
import dev.headpond.operator.decide.ScalingState.Step;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScalingStateTextTest {
    private static final ScalingState FULL = new ScalingState(
            "abc",
            3,
            1_700_000_000_000L,
            true,
            1_700_000_000_001L,
            Optional.of(new Baseline(6.25, 5)),
            Optional.of(new Ceiling(4, 6, 7)),
            Optional.of(new Judgement(2, 4, 18_000, 8, 9)),
            Collections.nCopies(Staircase.STEPS_MAX, new Need(2, 10)),
            Collections.nCopies(Staircase.STEPS_MAX, new Need(1, 0)),
            Collections.nCopies(ScalingState.CHANGES_MAX, new Change(11, -1)),
            Collections.nCopies(
                    ScalingState.HISTORY_MAX,
                    new Step(12, 1, 3, Diagnosis.AdmissionBound, "RateLimited", "plain \"words\" ".repeat(20))));

    @Test
    void whatIsWrittenIsReadBackTheSame() {
        assertThat(ScalingStateText.read(ScalingStateText.write(FULL))).isEqualTo(FULL);
        assertThat(ScalingStateText.read(ScalingStateText.write(ScalingState.NONE)))
                .isEqualTo(ScalingState.NONE);
    }

    @Test
    void aFullStateFitsIntoAStatus() {
        assertThat(ScalingStateText.write(FULL)).hasSizeLessThan(16_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[", "null", "7", "{\"history\": [{\"diagnosis\": \"Nonsense\"}]}"})
    void whatCannotBeReadIsForgotten(String text) {
        assertThat(ScalingStateText.read(text)).isEqualTo(ScalingState.NONE);
    }

    @Test
    void historyAndChangesAreBounded() {
        var state = FULL.stepped(new Step(99, 3, 4, Diagnosis.InBand, "r", "m"), FULL.changes());
        assertThat(state.history()).hasSize(ScalingState.HISTORY_MAX);
        assertThat(state.history().getFirst().atMillis()).isEqualTo(99);
        assertThat(state.changes()).hasSize(ScalingState.CHANGES_MAX).startsWith(new Change(99, 1));
        assertThat(FULL.stepped(new Step(99, 3, 4, Diagnosis.InBand, "r", "m"), List.of())
                        .changes())
                .hasSize(1);
    }
}
