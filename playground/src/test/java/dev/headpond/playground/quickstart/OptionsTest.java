package dev.headpond.playground.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final Path PROJECT = Path.of("/p");

    private static Options parse(String... arguments) {
        return Options.parse(List.of(arguments), PROJECT);
    }

    @Test
    void runs_to_the_end_unless_told_to_stay() {
        assertThat(parse()).isEqualTo(new Options.Run(false, PROJECT));
        assertThat(parse("--stay")).isEqualTo(new Options.Run(true, PROJECT));
    }

    @Test
    void names_an_argument_that_it_does_not_know() {
        assertThat(parse("--stay", "--sty")).isEqualTo(new Options.Wrong("unknown argument: --sty"));
    }

    @Test
    void help_wins_and_tells_of_every_option() {
        assertThat(parse("--help")).isEqualTo(new Options.Help());
        assertThat(Options.usage()).contains("--stay", "--help", "Exit code");
    }
}
