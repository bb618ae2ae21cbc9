// Command match plays matches of two teams of robots. gonao match starts it.
package main

import (
	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/match"
	"gonao/cmd/lab/matchrun"
	"gonao/internal/interrupt"
)

func main() {
	if err := matchrun.EqualBits(); err != nil {
		cli.Exit(match.Program, err)
	}
	ctx, stop := interrupt.Context()
	err := matchrun.New(cli.Standard()).ExecuteContext(ctx)
	stop()
	cli.Exit(match.Program, err)
}
