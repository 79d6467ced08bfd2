package dev.headpond.playground.quickstart;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;

/// `.quickstart/`: what a run writes. Emptied at the start, so that the files of the last run can be looked at.
///
/// @param path the directory
/// @param lock held so that two runs do not share it
record WorkDirectory(Path path, FileChannel lock) implements AutoCloseable {
    private static final String LOCK = "lock";
    /// What the script keeps there.
    private static final String BUILT = "built";

    private static final String LOG = "quickstart.log";

    static WorkDirectory claim(Path path) throws Failure {
        try {
            Files.createDirectories(path);
            var lock = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                lock.close();
                throw new Failure("another quickstart runs in this directory: stop it first (Ctrl-C there)");
            }
            empty(path);
            return new WorkDirectory(path, lock);
        } catch (IOException e) {
            throw new Failure("the directory " + path + " cannot be prepared: " + e.getMessage(), e);
        }
    }

    private static void empty(Path path) throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList())
                if (!isKept(path, file)) Files.delete(file);
        }
    }

    private static boolean isKept(Path path, Path file) {
        var name = path.relativize(file).toString();
        return name.isEmpty() || name.equals(LOCK) || name.equals(BUILT) || name.equals(LOG);
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException _) {
            // the process is about to end, which frees the lock as well
        }
    }
}
