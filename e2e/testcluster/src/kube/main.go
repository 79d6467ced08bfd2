// Command kube holds every part of a Kubernetes node, so that one link serves them all.
// `kube PART [flags]` runs a part; a symbolic link named for a part (kubectl) runs that part.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

// A part reads os.Args itself: args[0] is its own name by then. It answers the exit code.
type part func() int

var parts = map[string]part{
	"etcd":                    func() int { etcdmain.Main(os.Args); return 0 },
	"kube-apiserver":          command(apiserver.NewAPIServerCommand),
	"kube-controller-manager": command(controllers.NewControllerManagerCommand),
	"kube-proxy":              command(proxy.NewProxyCommand),
	"kube-scheduler":          command(func() *cobra.Command { return scheduler.NewSchedulerCommand() }),
	"kubectl":                 command(kubectl.NewDefaultKubectlCommand),
	"kubelet":                 command(func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) }),
	"volumes":                 provisionVolumes,
}

func command(create func() *cobra.Command) part {
	return func() int { return cli.Run(create()) }
}

func main() {
	name := filepath.Base(os.Args[0])
	if _, linked := parts[name]; !linked && len(os.Args) > 1 {
		os.Args = os.Args[1:]
		name = os.Args[0]
	}
	os.Args[0] = name
	run, known := parts[name]
	if !known {
		names := strings.Join(slices.Sorted(maps.Keys(parts)), "|")
		fmt.Fprintf(os.Stderr, "kube: no part is called %q; usage: kube %s [flags]\n", name, names)
		os.Exit(2)
	}
	os.Exit(run())
}
