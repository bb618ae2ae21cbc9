package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/lab"
)

// newTune looks for better numbers of a motion.
func newTune(t tool) *cobra.Command { return lab.NewTune(t.startLab) }

// startLab lets motion_lab do what was asked for: it links the simulator, which this
// tool shall not need.
func (t tool) startLab(ctx context.Context, words []string, _ any) error {
	program, err := labProgram()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, program, words...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.in, t.out, t.errs
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = 10 * time.Second
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &ended):
		return coded{fmt.Errorf("%s ended with %w", lab.Program, err), exitFailed} // it has said why
	}
	return err
}

// labProgram finds the program beside us, or where programs are.
func labProgram() (string, error) {
	if self, err := os.Executable(); err == nil {
		program := filepath.Join(filepath.Dir(self), lab.Program)
		if _, err := os.Stat(program); err == nil {
			return program, nil
		}
	}
	if program, err := exec.LookPath(lab.Program); err == nil {
		return program, nil
	}
	return "", fmt.Errorf("no simulator: expected %s beside gonao (make build)", lab.Program)
}
