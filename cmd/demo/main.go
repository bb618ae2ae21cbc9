// Command demo runs gonao's main job and measures it: a simulated NAO follows a
// coloured ball with its head, dances with its arms, and switches between the two. It
// exits with 1 when something did not function.
package main

import (
	"fmt"
	"os"
	"syscall"

	"gonao/cmd/lab/demo"
	"gonao/internal/interrupt"
	"gonao/nodes/recorder"
)

func main() {
	ctx, stop := interrupt.Context(syscall.SIGPIPE)
	rec := recorder.New(recorder.DefaultConfig())
	err := demo.New(rec, rec.Record).ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}
