package dev.headpond.operator.decide;

import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;

/// What happens to a buffer from outside.
///
/// @param seconds how long it lasts
/// @param offered events a second that producers have, without their retries
/// @param retrying whether producers send again what was refused
/// @param sink what the database is like
/// @param sinkWell whether the sink could always take more than it got
/// @param unreachable seconds in which half of the pods do not answer
/// @param restarts seconds in which the first pod's process starts anew
/// @param newLeader seconds in which another operator takes over
record Scenario(
        String name,
        long seconds,
        int maxReplicas,
        LongFunction<Double> offered,
        boolean retrying,
        LongFunction<SimSink> sink,
        boolean sinkWell,
        LongPredicate unreachable,
        LongPredicate restarts,
        LongPredicate newLeader) {
    private static boolean never(long second) {
        return second < 0;
    }

    private static Scenario of(String name, long seconds, LongFunction<Double> offered) {
        return new Scenario(
                name,
                seconds,
                10,
                offered,
                false,
                _ -> SimSink.LARGE,
                true,
                Scenario::never,
                Scenario::never,
                Scenario::never);
    }

    private Scenario on(LongFunction<SimSink> other, boolean well) {
        return new Scenario(
                name, seconds, maxReplicas, offered, retrying, other, well, unreachable, restarts, newLeader);
    }

    private Scenario most(int replicas) {
        return new Scenario(
                name, seconds, replicas, offered, retrying, sink, sinkWell, unreachable, restarts, newLeader);
    }

    private Scenario retried() {
        return new Scenario(
                name, seconds, maxReplicas, offered, true, sink, sinkWell, unreachable, restarts, newLeader);
    }

    private Scenario disturbed(LongPredicate silent, LongPredicate restarted, LongPredicate ledAnew) {
        return new Scenario(name, seconds, maxReplicas, offered, retrying, sink, sinkWell, silent, restarted, ledAnew);
    }

    private static double wave(long second, double low, double high, double period) {
        return low + (high - low) * (1 - Math.cos(2 * Math.PI * second / period)) / 2;
    }

    /// Noise that is the same whenever it is asked for.
    private static double noise(long second, double part) {
        long mixed = (second + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 31)) * 0xBF58476D1CE4E5B9L;
        return 1 + part * (2 * ((mixed >>> 11) / (double) (1L << 53)) - 1);
    }

    static List<Scenario> all() {
        return List.of(
                of("step", 1_800, t -> t < 300 ? 5_000.0 : 45_000.0),
                of("report", 1_800, t -> t < 60 ? 5_000.0 : 28_000.0).most(3),
                of("ramp", 3_600, t -> 5_000 + 70_000 * Math.min(1, t / 2_400.0)),
                of("day", 86_400, t -> wave(t, 4_000, 70_000, 86_400)),
                of("noise", 3_600, t -> 28_000 * noise(t, 0.1)),
                of("bursts", 7_200, t -> t % 900 >= 300 && t % 900 < 420 ? 40_000.0 : 8_000.0),
                of("drop", 3_600, t -> t < 1_200 ? 60_000.0 : 3_000.0),
                of("retrying producers", 1_800, t -> t < 300 ? 5_000.0 : 60_000.0)
                        .retried(),
                of("slow pods", 3_600, t -> t < 300 ? 3_000.0 : 20_000.0).on(_ -> new SimSink(400_000, 120), true),
                of("sink slowed ten times", 3_600, t -> t < 60 ? 6_000.0 : 20_000.0)
                        .on(t -> t < 600 || t >= 2_400 ? new SimSink(60_000, 6) : new SimSink(6_000, 60), false),
                of("sink down", 3_600, _ -> 20_000.0)
                        .on(t -> t < 900 || t >= 1_500 ? SimSink.LARGE : new SimSink(0, 6), false),
                of("sink too small", 3_600, t -> t < 300 ? 5_000.0 : 40_000.0).on(_ -> new SimSink(18_000, 6), false),
                of("half of the pods silent", 2_400, t -> t < 300 ? 20_000.0 : 30_000.0)
                        .disturbed(t -> t >= 600 && t < 1_500, Scenario::never, Scenario::never),
                of("counters reset", 2_400, _ -> 30_000.0)
                        .disturbed(Scenario::never, t -> t % 400 == 399, Scenario::never),
                of("new leader in a cooldown", 1_800, t -> t < 300 ? 5_000.0 : 45_000.0)
                        .disturbed(Scenario::never, Scenario::never, t -> t == 350 || t == 371));
    }
}
