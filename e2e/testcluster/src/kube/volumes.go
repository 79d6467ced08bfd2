package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/sig-storage-lib-external-provisioner/v11/controller"
)

const provisionerName = "headpond.dev/testcluster"

// directories provisions each claim as a directory of its own, offered as a `local` volume: the kubelet applies a
// pod's fsGroup to local volumes, and not to those of type hostPath.
type directories struct{ parent string }

func (d directories) Provision(
	_ context.Context, claim controller.ProvisionOptions,
) (*core.PersistentVolume, controller.ProvisioningState, error) {
	path := filepath.Join(d.parent, claim.PVName)
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, controller.ProvisioningFinished, err
	}
	volume := &core.PersistentVolume{ObjectMeta: meta.ObjectMeta{Name: claim.PVName}}
	volume.Spec.AccessModes = claim.PVC.Spec.AccessModes
	volume.Spec.Capacity = core.ResourceList{
		core.ResourceStorage: claim.PVC.Spec.Resources.Requests[core.ResourceStorage],
	}
	volume.Spec.PersistentVolumeReclaimPolicy = *claim.StorageClass.ReclaimPolicy
	volume.Spec.Local = &core.LocalVolumeSource{Path: path}
	volume.Spec.NodeAffinity = anyNode()
	return volume, controller.ProvisioningFinished, nil
}

func (d directories) Delete(_ context.Context, volume *core.PersistentVolume) error {
	return os.RemoveAll(volume.Spec.Local.Path)
}

// anyNode is the affinity that a local volume must have; there is one node.
func anyNode() *core.VolumeNodeAffinity {
	hasName := core.NodeSelectorRequirement{Key: core.LabelHostname, Operator: core.NodeSelectorOpExists}
	return &core.VolumeNodeAffinity{Required: &core.NodeSelector{
		NodeSelectorTerms: []core.NodeSelectorTerm{{MatchExpressions: []core.NodeSelectorRequirement{hasName}}},
	}}
}

func provisionVolumes() int {
	kubeconfig := flag.String("kubeconfig", "", "file that says how to reach the API server")
	parent := flag.String("directory", "", "directory under which each volume gets one of its own")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		fmt.Fprintln(os.Stderr, "volumes:", err)
		return 1
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		fmt.Fprintln(os.Stderr, "volumes:", err)
		return 1
	}
	ctx := context.Background()
	controller.NewProvisionController(
		ctx, client, provisionerName, directories{*parent}, controller.LeaderElection(false)).Run(ctx)
	return 0
}
