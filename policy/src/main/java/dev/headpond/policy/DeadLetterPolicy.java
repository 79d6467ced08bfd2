package dev.headpond.policy;

/// Where events go that the sink will never take.
///
/// @param redisStream key of a Redis stream at the sink's own server
public record DeadLetterPolicy(String redisStream) {}
