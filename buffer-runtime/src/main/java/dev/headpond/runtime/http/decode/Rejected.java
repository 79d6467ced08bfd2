package dev.headpond.runtime.http.decode;

/// An event of a request that is not taken.
///
/// @param index its place among the request's events, from 0
/// @param reason for the producer, in words
/// @param isTooLarge over `ingest.maxEventBytes`
public record Rejected(int index, String reason, boolean isTooLarge) {}
