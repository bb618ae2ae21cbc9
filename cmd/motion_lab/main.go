// Command motion_lab has the simulator inside and tries motions in it: it tunes their
// numbers, adapts them to the robot's limits, films them and measures them. gonao tune,
// gonao motion adapt and gonao sim film start it; make bench OF=motion runs its bench.
package main

import (
	"gonao/internal/interrupt"
	"gonao/tool/cli"
	"gonao/tool/lab"
	"gonao/tool/motionlab"
)

func main() {
	ctx, stop := interrupt.Context()
	err := motionlab.New(cli.Standard()).ExecuteContext(ctx)
	stop()
	cli.Exit(lab.Program, err)
}
