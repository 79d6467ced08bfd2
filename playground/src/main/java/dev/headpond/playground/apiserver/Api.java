package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import dev.headpond.playground.apiserver.store.Resources;
import dev.headpond.playground.apiserver.store.Selector;
import dev.headpond.playground.apiserver.view.Discovery;
import dev.headpond.playground.apiserver.view.OpenApi;
import dev.headpond.playground.apiserver.view.Tables;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;

/// Leads each request to what answers it.
final class Api {
    private static final Set<String> SUBRESOURCES = Set.of("", "status", "scale");
    private static final Set<String> PROBES = Set.of("/healthz", "/livez", "/readyz");

    private final Catalog catalog;
    private final Resources resources;
    private final Discovery discovery;
    private final OpenApi openApi;
    private final Writes writes;
    private final LogStream logs;
    private final Semaphore watchers;

    Api(Catalog catalog, Resources resources, PodLogs logs, Limits limits) {
        this.catalog = catalog;
        this.resources = resources;
        this.discovery = new Discovery(catalog);
        this.openApi = new OpenApi(catalog);
        this.writes = new Writes(resources);
        this.logs = new LogStream(resources, logs, limits.logPollInterval());
        this.watchers = new Semaphore(limits.watchersMax());
    }

    /// @throws Refusal if the request is not carried out; nothing has been answered then
    void answer(Call call) throws IOException, InterruptedException {
        var path = call.path();
        if (PROBES.contains(path)) {
            call.replyText("ok");
            return;
        }
        var document = discovery.find(path).or(() -> openApi.find(path));
        if (document.isPresent()) {
            call.reply(200, document.get());
        } else {
            answer(call, Target.of(path, catalog));
        }
    }

    private void answer(Call call, Target target) throws IOException, InterruptedException {
        if (target.type().is(ResourceType.PODS) && target.subresource().equals("log")) {
            limited(() -> logs.serve(call, target, target.nameOrRefuse(call.method(), call.path())));
            return;
        }
        checkSubresource(call, target);
        switch (call.method()) {
            case "GET" -> read(call, target);
            case "POST" -> writes.create(call, target);
            case "PUT" -> writes.replace(call, target);
            case "PATCH" -> writes.patch(call, target);
            case "DELETE" -> writes.delete(call, target);
            default -> throw Refusal.methodNotAllowed(call.method(), call.path());
        }
    }

    private static void checkSubresource(Call call, Target target) {
        if (!SUBRESOURCES.contains(target.subresource())) {
            throw Refusal.unknownPath();
        }
        boolean writesWhole = call.method().equals("POST") || call.method().equals("DELETE");
        if (!target.subresource().isEmpty() && writesWhole) {
            throw Refusal.methodNotAllowed(call.method(), call.path());
        }
    }

    private void read(Call call, Target target) throws IOException, InterruptedException {
        if (call.isSet("watch")) {
            watch(call, target);
        } else if (target.name().isPresent()) {
            call.reply(200, one(call, target, target.name().get()));
        } else {
            call.reply(200, list(call, target));
        }
    }

    /// Fabric8's client asks for a WebSocket first; told 200 instead of 101, it asks for a stream.
    private void watch(Call call, Target target) throws IOException, InterruptedException {
        if (call.header("Upgrade").equalsIgnoreCase("websocket")) {
            call.replyEmpty();
        } else {
            limited(() -> WatchStream.serve(call, target, resources.store()));
        }
    }

    private ObjectNode one(Call call, Target target, String name) {
        var type = target.type();
        if (target.subresource().equals("scale")) {
            return resources.scale(type, target.namespace(), name);
        }
        var object = resources.get(type, target.namespace(), name);
        return call.wantsTable()
                ? Tables.of(type, List.of(object), resources.store().revision(), call.parameter("includeObject"))
                : object;
    }

    private ObjectNode list(Call call, Target target) {
        var type = target.type();
        var selector = Selector.of(call.parameter("labelSelector"), call.parameter("fieldSelector"));
        var snapshot = resources.store().list(type.id(), target.namespace());
        var selected = snapshot.objects().stream().filter(selector).toList();
        return call.wantsTable()
                ? Tables.of(type, selected, snapshot.revision(), call.parameter("includeObject"))
                : Lists.of(type, selected, snapshot.revision());
    }

    /// What runs for long.
    private interface Stream {
        void serve() throws IOException, InterruptedException;
    }

    private void limited(Stream stream) throws IOException, InterruptedException {
        if (!watchers.tryAcquire()) {
            throw Refusal.tooMany("too many watches are open");
        }
        try {
            stream.serve();
        } finally {
            watchers.release();
        }
    }
}
