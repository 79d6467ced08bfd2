package dev.headpond.playground.kubelet;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A program for pods: serves its version, its process id and what stands in a file, at BIND_ADDRESS:PORT. Serves on
/// for
/// half a second after SIGTERM, as programs behind a Service have to.
final class SmallServer {
    private SmallServer() {}

    public static void main(String[] args) throws Exception {
        var address = new InetSocketAddress(System.getenv("BIND_ADDRESS"), Integer.parseInt(System.getenv("PORT")));
        var server = HttpServer.create(address, 0);
        var text = System.getenv("VERSION") + " " + ProcessHandle.current().pid() + " "
                + Files.readString(Path.of(args[0]));
        server.createContext("/", exchange -> {
            try (exchange) {
                var bytes = text.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Connection", "close");
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            sleep(500);
                            System.out.println("bye");
                        },
                        "stop"));
        server.start();
        System.out.println("serving at " + address);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
