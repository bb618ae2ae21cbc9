package lab

import (
	"context"

	"gonao/cmd/gonao/cli"
)

// Start returns a runner that starts the program motion_lab, since gonao must not link the
// simulator.
func Start(t cli.Terminal) Runner {
	return func(ctx context.Context, words []string, _ any) error {
		return cli.RunProgram(ctx, t, Program, "simulator", words)
	}
}
