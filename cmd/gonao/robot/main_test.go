package robot_test

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
	"gonao/internal/proc"
)

// TestMain is also the programs that are copied to the robot: gonao itself, and a node
// that runs until SIGINT, or fails at once where its home holds a file "broken".
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "gonao":
		ctx, stop := proc.WithInterrupt()
		err := tool.New(graph.Default()).ExecuteContext(ctx)
		stop()
		cli.Exit("gonao", err)
	case "nao_driver":
		if slices.Contains(os.Args, proc.StartCheckFlag) {
			return
		}
		if _, err := os.Stat(filepath.Join(os.Getenv("HOME"), "broken")); err == nil {
			fmt.Fprintln(os.Stderr, "nao_driver: no body")
			os.Exit(1)
		}
		end := make(chan os.Signal, 1)
		signal.Notify(end, syscall.SIGINT)
		fmt.Println("the robot stands")
		<-end
		fmt.Println("the robot is let down")
		return
	}
	os.Exit(m.Run())
}
