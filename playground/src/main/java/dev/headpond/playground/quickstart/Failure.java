package dev.headpond.playground.quickstart;

/// What did not hold, in one line that a person can act on.
public final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
