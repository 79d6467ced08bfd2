package dev.headpond.playground.apiserver.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Column;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.time.Instant;
import java.util.List;

/// `Table` documents: what kubectl prints as it is.
public final class Tables {
    private Tables() {}

    /// @param revision of the list
    /// @param include what comes with each row: `Object`, `None`, or by default its metadata
    public static ObjectNode of(ResourceType type, List<ObjectNode> objects, long revision, String include) {
        var table = table(Long.toString(revision));
        define(type, table.putArray("columnDefinitions"));
        var rows = table.putArray("rows");
        objects.forEach(object -> addRow(type, object, include, rows));
        return table;
    }

    /// A table of one row, for a watch.
    ///
    /// @param isFirst whether the columns are to be named
    public static ObjectNode row(ResourceType type, ObjectNode object, boolean isFirst) {
        var table = table(object.at("/metadata/resourceVersion").asText());
        var columns = table.putArray("columnDefinitions");
        if (isFirst) {
            define(type, columns);
        }
        addRow(type, object, "", table.putArray("rows"));
        return table;
    }

    private static ObjectNode table(String revision) {
        var table = JsonNodeFactory.instance.objectNode().put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.putObject("metadata").put("resourceVersion", revision);
        return table;
    }

    private static void define(ResourceType type, ArrayNode columns) {
        define(columns, new Column("Name", "string", "", 0), "name");
        type.columns().forEach(column -> define(columns, column, ""));
    }

    private static void define(ArrayNode columns, Column column, String format) {
        columns.addObject()
                .put("name", column.name())
                .put("type", column.type())
                .put("format", format)
                .put("description", "")
                .put("priority", column.priority());
    }

    private static void addRow(ResourceType type, ObjectNode object, String include, ArrayNode rows) {
        var row = rows.addObject();
        var cells = row.putArray("cells").add(object.at("/metadata/name").asText());
        var now = Instant.now();
        type.columns().forEach(column -> cells.add(Cells.cell(column, object, now)));
        if (include.equals("Object")) {
            row.set("object", object);
        } else if (!include.equals("None")) {
            row.putObject("object")
                    .put("kind", "PartialObjectMetadata")
                    .put("apiVersion", "meta.k8s.io/v1")
                    .set("metadata", object.path("metadata"));
        }
    }
}
