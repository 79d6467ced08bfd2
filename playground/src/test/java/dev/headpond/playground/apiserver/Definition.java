package dev.headpond.playground.apiserver;

/// A custom type with everything that the server does for one.
final class Definition {
    static final String YAML = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: ponds.example.dev
            spec:
              group: example.dev
              scope: Namespaced
              names: {kind: Pond, plural: ponds, singular: pond, shortNames: [pd]}
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources:
                    status: {}
                    scale:
                      specReplicasPath: .spec.replicas
                      statusReplicasPath: .status.replicas
                      labelSelectorPath: .status.selector
                  additionalPrinterColumns:
                    - {name: Depth, type: integer, jsonPath: .spec.depth}
                    - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
                    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
                  schema:
                    openAPIV3Schema:
                      type: object
                      required: [spec]
                      properties:
                        spec:
                          type: object
                          required: [name]
                          properties:
                            name: {type: string, maxLength: 10, pattern: '^[a-z]+$'}
                            depth: {type: integer, minimum: 1, maximum: 100, default: 7}
                            kind: {type: string, enum: [Deep, Flat], default: Flat}
                            size: {x-kubernetes-int-or-string: true}
                            replicas: {type: integer}
                            fish:
                              type: array
                              x-kubernetes-list-type: map
                              x-kubernetes-list-map-keys: [name]
                              items:
                                type: object
                                properties:
                                  name: {type: string}
                                  weight: {type: integer, default: 1}
                        status:
                          type: object
                          x-kubernetes-preserve-unknown-fields: true
            """;

    private Definition() {}
}
