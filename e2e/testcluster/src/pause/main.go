// Command pause is the sandbox container of every pod: it holds the pod's namespaces and sleeps until it is told to end.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// With a shared process namespace it is PID 1: ignoring SIGCHLD lets the kernel reap whatever it inherits.
	signal.Ignore(syscall.SIGCHLD)
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, syscall.SIGINT)
	<-end
}
