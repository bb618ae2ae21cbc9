package interop

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"

	"gonao/ros"
	"gonao/ros/rmw"
)

// Some tests need processes with nodes of ours. Such a process is this test binary, run again in a role.

// play opens GONAO_INTEROP_NODES nodes, named after the role and a number, prints "ready", and
// runs until its input ends.
func play(role string) int {
	count, err := strconv.Atoi(os.Getenv("GONAO_INTEROP_NODES"))
	if err == nil {
		err = openNodes(role, count)
	}
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	return 0
}

func openNodes(role string, count int) error {
	b, err := rmw.Open()
	if err != nil {
		return err
	}
	defer b.Close()
	for i := range count {
		n, err := ros.NewNode(context.Background(), b, fmt.Sprintf("%s_%d", role, i), ros.NodeOptions{
			Namespace: "/" + role, Logger: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			return err
		}
		defer n.Close()
	}
	fmt.Println("ready")
	wait := make([]byte, 1)
	_, _ = os.Stdin.Read(wait) // the test closes the input
	return nil
}
