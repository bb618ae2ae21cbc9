package dds

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"gonao/ros"
	"gonao/ros/rmw"
)

// TestMain also plays the roles of processes that measure, answer and draw.
func TestMain(m *testing.M) {
	if role := os.Getenv("GONAO_BENCH_ROLE"); role != "" {
		if err := play(role, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, role+":", err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	removePeer()
	os.Exit(code)
}

// play runs a role until it is done or receives SIGTERM.
func play(role string, args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	switch role {
	case "render":
		return render(ctx)
	case "crowd":
		return stand(ctx, args)
	case "lola":
		return serveLoLA(args)
	case "lockstep":
		return serveLockstep(ctx, args)
	case "view":
		return view(ctx, args)
	}
	b, err := rmw.Open()
	if err != nil {
		return err
	}
	defer b.Close()
	n, err := ros.NewNode(ctx, b, role, ros.NodeOptions{Namespace: "nao1"})
	if err != nil {
		return err
	}
	defer n.Close()
	return onNode(ctx, n, role, args)
}

func onNode(ctx context.Context, n *ros.Node, role string, args []string) error {
	switch role {
	case "ping":
		return ping(n, args)
	case "pong":
		return pong(ctx, n)
	case "body":
		return body(n, args)
	case "motion":
		return move(ctx, n, args)
	case "driver":
		return driveRobot(ctx, n, args)
	case "command":
		return command(ctx, n, args)
	case "count":
		return count(ctx, n)
	case "listen":
		return listen(ctx, n, args)
	case "studio":
		return serveStudio(ctx, n, args)
	}
	return fmt.Errorf("no such role")
}
