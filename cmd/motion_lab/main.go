// Command motion_lab has the simulator inside and tries motions in it: it tunes their
// numbers, adapts them to the robot's limits, films them and measures them. gonao tune,
// gonao motion adapt and gonao sim film start it; make bench OF=motion runs its bench.
package main

import (
	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/cmd/lab/motionlab"
	"gonao/internal/interrupt"
)

func main() {
	ctx, stop := interrupt.Context()
	err := motionlab.New(cli.Standard()).ExecuteContext(ctx)
	stop()
	cli.Exit(lab.Program, err)
}
