package dev.headpond.operator.decide;

/// What a gate says.
///
/// @param wanted pods that it would have, before bounds
record Verdict(Diagnosis diagnosis, String reason, String message, int wanted) {
    Verdict wanting(int pods) {
        return new Verdict(diagnosis, reason, message, pods);
    }
}
