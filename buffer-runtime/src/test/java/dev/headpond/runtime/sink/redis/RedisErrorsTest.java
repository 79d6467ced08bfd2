package dev.headpond.runtime.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.runtime.sink.Outcome;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisErrorsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        LOADING Redis is loading the dataset in memory                                  | Retryable     | false
        CLUSTERDOWN Hash slot not served                                                | Retryable     | false
        MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no' | Retryable     | true
        READONLY You can't write against a read only replica.                           | Retryable     | true
        OOM command not allowed when used memory > 'maxmemory'.                         | Retryable     | false
        ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed | Retryable     | false
        @user_script: 9: -READONLY You can't write against a read only replica.         | Retryable     | true
        MISCONF Redis is configured to save RDB snapshots, but is unable to persist     | Retryable     | false
        NOREPLICAS Not enough good replicas to write.                                   | Retryable     | false
        BUSY Redis is busy running a script.                                            | Retryable     | false
        TRYAGAIN Multiple keys request during rehashing of slot                         | Retryable     | false
        ERR max number of clients reached                                               | Retryable     | true
        NOAUTH Authentication required.                                                 | Misconfigured | true
        WRONGPASS invalid username-password pair or user is disabled.                   | Misconfigured | true
        ERR invalid password                                                            | Misconfigured | true
        NOPERM this user has no permissions to run the 'evalsha' command                | Misconfigured | true
        WRONGTYPE Operation against a key holding the wrong kind of value               | Misconfigured | false
        MOVED 3999 127.0.0.1:6381                                                       | Misconfigured | true
        CROSSSLOT Keys in request don't hash to the same slot                           | Misconfigured | false
        ERR unknown command `WAITAOF`, with args beginning with: `1`                    | Misconfigured | true
        ERR unknown command 'EVALSHA'                                                   | Misconfigured | true
        ERR WAITAOF cannot be used when numlocal is set but appendonly is disabled.     | Misconfigured | false
        ERR DB index is out of range                                                    | Misconfigured | true
        HEADPOND lane 0 stands at 7:2, behind batch 6                                   | Misconfigured | false
        ERR something that nobody has seen before                                       | Retryable     | false
        """)
    void eachErrorHasItsMeaning(String text, String outcome, boolean mustReconnect) {
        var meaning = RedisErrors.ofText(text);
        assertThat(meaning.outcome().getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(meaning.mustReconnect()).isEqualTo(mustReconnect);
        assertThat(meaning.outcome().toString()).contains(text.substring(0, 8));
    }

    @Test
    void failedConnectionsSayWhy() {
        assertThat(RedisErrors.ofConnect("r:1", new RuntimeException(new ConnectException("Connection refused"))))
                .isEqualTo(new Outcome.Retryable("no connection to r:1: Connection refused"));
        assertThat(RedisErrors.ofConnect("r:1", new RuntimeException(new UnknownHostException("r"))))
                .isEqualTo(new Outcome.Retryable("no connection to r:1: its name is not known"));
        assertThat(RedisErrors.ofConnect("r:1", new SSLHandshakeException("no trust")))
                .isInstanceOf(Outcome.Misconfigured.class);
    }

    @Test
    void theMemoryLiesInTheStreamsSlot() {
        assertThat(AppendScript.memoryKey("orders", "w")).isEqualTo("{orders}:headpond:w");
        assertThat(AppendScript.memoryKey("{shop}:orders", "w")).isEqualTo("{shop}:orders:headpond:w");
        assertThat(AppendScript.memoryKey("a{}b", "w")).isEqualTo("{a{}b}:headpond:w");
    }
}
