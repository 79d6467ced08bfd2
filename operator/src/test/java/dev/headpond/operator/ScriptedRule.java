package dev.headpond.operator;

import dev.headpond.operator.decide.Decision;
import dev.headpond.operator.decide.Diagnosis;
import dev.headpond.operator.decide.Figures;
import dev.headpond.operator.decide.ScalingState;
import dev.headpond.operator.decide.Window;
import dev.headpond.operator.decide.Workload;
import dev.headpond.policy.Policy;
import dev.headpond.policy.ScalingPolicy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/// Decides what a test says, for each buffer by `namespace/name`; otherwise it holds. Counts the passes.
final class ScriptedRule implements Rule {
    private final Map<String, BiFunction<Workload, ScalingState, Decision>> scripts = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> passes = new ConcurrentHashMap<>();

    void script(String buffer, BiFunction<Workload, ScalingState, Decision> script) {
        scripts.put(buffer, script);
    }

    int passes(String buffer) {
        return passes.computeIfAbsent(buffer, _ -> new AtomicInteger()).get();
    }

    @Override
    public Decision decide(
            Policy policy, ScalingPolicy scaling, Workload workload, Window window, ScalingState before) {
        passes.computeIfAbsent(policy.name(), _ -> new AtomicInteger()).incrementAndGet();
        return scripts.getOrDefault(policy.name(), ScriptedRule::hold).apply(workload, before);
    }

    static Decision hold(Workload workload, ScalingState before) {
        return decision(workload.replicas(), Diagnosis.InBand, 1_000, before);
    }

    static Decision decision(int replicas, Diagnosis diagnosis, double perSecond, ScalingState next) {
        return new Decision(
                replicas, replicas, diagnosis, diagnosis.name(), "because " + diagnosis, figures(perSecond), next);
    }

    static Figures figures(double perSecond) {
        return new Figures(perSecond, perSecond, perSecond, perSecond, 0, 1, 10, 0.1, 1, 1, 0, 1, 1, 1);
    }
}
