package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CrudTest {
    private final ClientAndServer both = new ClientAndServer(ApiServer.Options.plain());

    @AfterEach
    void close() {
        both.close();
    }

    private static ConfigMap settings(String name, Map<String, String> labels) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .addToData("a", "1")
                .build();
    }

    private static void assertRefused(ThrowingCallable call, int code, String words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    @Test
    void whatIsCreatedIsReadUpdatedAndDeleted() {
        var created = both.client.resource(settings("a", Map.of())).create();
        assertThat(created.getMetadata().getUid()).isNotEmpty();
        assertThat(created.getMetadata().getCreationTimestamp()).isNotEmpty();
        var updated = both.client.configMaps().withName("a").edit(map -> {
            map.getData().put("b", "2");
            return map;
        });
        assertThat(updated.getData()).containsEntry("b", "2");
        assertThat(updated.getMetadata().getResourceVersion())
                .isNotEqualTo(created.getMetadata().getResourceVersion());
        assertThat(both.client.configMaps().withName("a").get()).isEqualTo(updated);
        assertThat(both.client.configMaps().withName("a").delete()).isNotEmpty();
        assertThat(both.client.configMaps().withName("a").get()).isNull();
    }

    @Test
    void aSecondObjectOfTheSameNameIsRefused() {
        both.client.resource(settings("a", Map.of())).create();
        assertRefused(
                () -> both.client.resource(settings("a", Map.of())).create(), 409, "configmaps \"a\" already exists");
    }

    @Test
    void anUpdateOfAnOldStateIsAConflict() {
        var old = both.client.resource(settings("a", Map.of())).create();
        both.client.resource(settings("a", Map.of("x", "y"))).update();
        old.getData().put("b", "2");
        assertRefused(() -> both.client.resource(old).update(), 409, "the object has been modified");
    }

    @Test
    void anUpdateThatChangesNothingWritesNothing() {
        var created = both.client.resource(settings("a", Map.of())).create();
        var same = both.client.resource(settings("a", Map.of())).update();
        assertThat(same.getMetadata().getResourceVersion())
                .isEqualTo(created.getMetadata().getResourceVersion());
    }

    @Test
    void aNameIsGenerated() {
        var one = settings("", Map.of());
        one.setMetadata(new ObjectMeta());
        one.getMetadata().setGenerateName("run-");
        var first = both.client.resource(one).create();
        var second = both.client.resource(one).create();
        assertThat(first.getMetadata().getName()).matches("run-\\w{5}");
        assertThat(second.getMetadata().getName())
                .isNotEqualTo(first.getMetadata().getName());
    }

    @Test
    void listsAreFilteredByLabelsAndFields() {
        both.client.resource(settings("a", Map.of("app", "x", "tier", "1"))).create();
        both.client.resource(settings("b", Map.of("app", "y"))).create();
        both.client.resource(settings("c", Map.of())).create();
        var maps = both.client.configMaps();
        assertThat(names(maps.withLabel("app", "x").list().getItems())).containsExactly("a");
        assertThat(names(maps.withLabelIn("app", "x", "y").list().getItems())).containsExactly("a", "b");
        assertThat(names(maps.withLabelNotIn("app", "x").list().getItems())).containsExactly("b", "c");
        assertThat(names(maps.withoutLabel("tier").list().getItems())).containsExactly("b", "c");
        assertThat(names(maps.withLabel("tier").list().getItems())).containsExactly("a");
        assertThat(names(maps.withField("metadata.name", "b").list().getItems()))
                .containsExactly("b");
    }

    private static List<String> names(List<ConfigMap> maps) {
        return maps.stream().map(map -> map.getMetadata().getName()).toList();
    }

    @Test
    void aDeletionWithAnotherUidIsAConflict() {
        both.client.resource(settings("a", Map.of())).create();
        var pinned = both.client.resource(settings("a", Map.of())).lockResourceVersion("1");
        assertRefused(pinned::delete, 409, "ResourceVersion in the precondition: 1");
        assertThat(both.client.configMaps().withName("a").get()).isNotNull();
    }

    @Test
    void whatHasAFinalizerStaysUntilItIsRemoved() {
        var held = settings("a", Map.of());
        held.getMetadata().setFinalizers(List.of("example.dev/hold"));
        both.client.resource(held).create();
        both.client.configMaps().withName("a").delete();
        var dying = both.client.configMaps().withName("a").get();
        assertThat(dying.getMetadata().getDeletionTimestamp()).isNotEmpty();
        both.client.configMaps().withName("a").edit(map -> {
            map.getMetadata().setFinalizers(List.of());
            return map;
        });
        assertThat(both.client.configMaps().withName("a").get()).isNull();
    }

    @Test
    void namespacesMustExistAndTakeTheirContentsWithThem() {
        assertRefused(
                () -> both.client
                        .configMaps()
                        .inNamespace("shop")
                        .resource(settings("a", Map.of()))
                        .create(),
                404,
                "namespaces \"shop\" not found");
        both.client
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build())
                .create();
        both.client
                .configMaps()
                .inNamespace("shop")
                .resource(settings("a", Map.of()))
                .create();
        both.client.namespaces().withName("shop").delete();
        Eventually.is(() -> both.client.namespaces().withName("shop").get() == null);
        assertThat(both.client.configMaps().inNamespace("shop").list().getItems())
                .isEmpty();
    }

    @Test
    void servicesGetAddressesOfTheirOwn() {
        var first = both.client.resource(service("a")).create().getSpec().getClusterIP();
        var second = both.client.resource(service("b")).create().getSpec().getClusterIP();
        assertThat(first).startsWith("127.2.").isNotEqualTo(second);
        assertThat(second).startsWith("127.2.");
        var updated = both.client.resource(service("b")).update();
        assertThat(updated.getSpec().getClusterIP()).isEqualTo(second);
    }

    private static Service service(String name) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build();
    }

    @Test
    void anImmutableConfigMapKeepsItsData() {
        var locked = settings("a", Map.of());
        locked.setImmutable(true);
        both.client.resource(locked).create();
        assertRefused(
                () -> both.client.configMaps().withName("a").edit(map -> {
                    map.getData().put("a", "2");
                    return map;
                }),
                422,
                "data: Forbidden: field is immutable");
    }

    @Test
    void dependentsGoWithTheirOwner() {
        var owner = both.client.resource(settings("owner", Map.of())).create();
        var dependent = settings("dependent", Map.of());
        dependent.getMetadata().setNamespace("default");
        dependent.addOwnerReference(owner);
        both.client.resource(dependent).create();
        both.client.configMaps().withName("owner").delete();
        Eventually.is(() -> both.client.configMaps().withName("dependent").get() == null);
    }

    @Test
    void aDependentStaysWhileOneOfItsOwnersIsThere() {
        var first = both.client.resource(settings("first", Map.of())).create();
        var second = both.client.resource(settings("second", Map.of())).create();
        var dependent = settings("dependent", Map.of());
        dependent.getMetadata().setNamespace("default");
        dependent.addOwnerReference(first);
        dependent.addOwnerReference(second);
        both.client.resource(dependent).create();
        both.client.configMaps().withName("first").delete();
        var left = both.client.configMaps().withName("dependent");
        Eventually.is(() -> left.get().getMetadata().getOwnerReferences().size() == 1);
        both.client.configMaps().withName("second").delete();
        Eventually.is(() -> left.get() == null);
    }

    @Test
    void anOwnerInTheForegroundGoesAfterItsDependents() {
        var owner = both.client.resource(settings("owner", Map.of())).create();
        var dependent = settings("dependent", Map.of());
        dependent.getMetadata().setNamespace("default");
        dependent.addOwnerReference(owner);
        dependent.getMetadata().setFinalizers(List.of("example.dev/hold"));
        both.client.resource(dependent).create();
        both.client
                .configMaps()
                .withName("owner")
                .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                .delete();
        Eventually.is(() -> both.client
                        .configMaps()
                        .withName("dependent")
                        .get()
                        .getMetadata()
                        .getDeletionTimestamp()
                != null);
        assertThat(both.client.configMaps().withName("owner").get()).isNotNull();
        both.client.configMaps().withName("dependent").edit(map -> {
            map.getMetadata().setFinalizers(List.of());
            return map;
        });
        Eventually.is(() -> both.client.configMaps().withName("owner").get() == null);
    }

    @Test
    void orphansStay() {
        var owner = both.client.resource(settings("owner", Map.of())).create();
        var dependent = settings("dependent", Map.of());
        dependent.getMetadata().setNamespace("default");
        dependent.addOwnerReference(owner);
        both.client.resource(dependent).create();
        both.client
                .configMaps()
                .withName("owner")
                .withPropagationPolicy(DeletionPropagation.ORPHAN)
                .delete();
        Eventually.is(() -> both.client.configMaps().withName("owner").get() == null);
        assertThat(both.client
                        .configMaps()
                        .withName("dependent")
                        .get()
                        .getMetadata()
                        .getOwnerReferences())
                .isEmpty();
    }

    @Test
    void onlyLoopbackIsServed() {
        assertThatThrownBy(() -> ApiServer.start(InetAddress.ofLiteral("192.0.2.1"), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be a loopback address");
    }
}
