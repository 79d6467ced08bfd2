package dev.headpond.e2e;

/// A page in Prometheus' text format.
record Metrics(String page) {
    /// The sum over all series of a metric; 0 where there is none.
    double sum(String name) {
        return page.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
