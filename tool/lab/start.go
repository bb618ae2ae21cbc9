package lab

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"time"

	"gonao/tool/cli"
)

// Start returns a runner that starts the program motion_lab, since gonao must not link the
// simulator.
func Start(t cli.Terminal) Runner {
	return func(ctx context.Context, words []string, _ any) error {
		program, err := cli.FindProgram(Program, "simulator")
		if err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, program, words...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = t.In, t.Out, t.Errs
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
		cmd.WaitDelay = 10 * time.Second
		err = cmd.Run()
		var ended *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &ended):
			return cli.WithCode(fmt.Errorf("%s ended with %w", Program, err), cli.ExitFailed) // motion_lab has printed why
		}
		return err
	}
}
