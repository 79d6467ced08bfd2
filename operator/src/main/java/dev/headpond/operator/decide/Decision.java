package dev.headpond.operator.decide;

/// The answer for one observation.
///
/// @param replicas pods that there should be; equal to the present number when it holds
/// @param recommended what the rule would choose if it were allowed to act (Recommend, External, Paused)
/// @param diagnosis why
/// @param reason a CamelCase word for conditions, Events and metric labels; finer than the diagnosis
/// @param message plain words with the figures, and no time stamps: the same state gives the same text
/// @param figures what it was decided from
/// @param next what the next decision must know; kept in status, so that a new leader goes on
public record Decision(
        int replicas,
        int recommended,
        Diagnosis diagnosis,
        String reason,
        String message,
        Figures figures,
        ScalingState next) {}
