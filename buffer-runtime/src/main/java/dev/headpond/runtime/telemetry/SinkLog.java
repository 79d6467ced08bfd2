package dev.headpond.runtime.telemetry;

import dev.headpond.runtime.delivery.DeliveryListener;
import dev.headpond.runtime.sink.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs when the sink begins to fail, fails otherwise, and works again; not each failed attempt.
public final class SinkLog implements DeliveryListener {
    private static final Logger LOG = LoggerFactory.getLogger(SinkLog.class);

    private final DeliveryListener next;
    private String trouble = "";
    private long failed;

    /// @param next is told everything as well
    public SinkLog(DeliveryListener next) {
        this.next = next;
    }

    @Override
    public void batchCut(int events, long payloadBytes) {
        next.batchCut(events, payloadBytes);
    }

    @Override
    public void sinkAnswered(long nanos, Outcome outcome) {
        next.sinkAnswered(nanos, outcome);
        switch (outcome) {
            case Outcome.Delivered _ -> works();
            case Outcome.Retryable(var reason) -> fails("The sink fails, events are held and repeated: " + reason);
            case Outcome.Ambiguous(var reason) -> fails("The sink fails, events are held and repeated: " + reason);
            case Outcome.Misconfigured(var reason) -> fails("The sink needs a person, events are held: " + reason);
            case Outcome.Poison(var reason) -> LOG.warn("The sink refuses an event of a batch: {}", reason);
        }
    }

    private void fails(String why) {
        failed++;
        if (!why.equals(trouble)) {
            trouble = why;
            LOG.warn("{}", why);
        }
    }

    private void works() {
        if (failed > 0) {
            LOG.info("The sink works again, after {} failed attempts", failed);
            failed = 0;
            trouble = "";
        }
    }
}
