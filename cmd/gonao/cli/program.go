package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"gonao/internal/proc"
)

// RunProgram runs a program of gonao on the terminal until it ends, and interrupts it when ctx ends. The program
// prints its own errors; RunProgram returns an error with the program's exit code.
func RunProgram(ctx context.Context, t Terminal, name, serves string, words []string) error {
	program, err := proc.Sibling(name, serves)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, program, words...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.In, t.Out, t.Errs
	cmd.Env = append(os.Environ(), typedVariable+"=gonao")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = 10 * time.Second
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	// An interrupted program also ends here, since it may report what it could not finish.
	case errors.As(err, &ended) && ended.ExitCode() > 0:
		return WithCode(reported{fmt.Errorf("%s ended with %w", name, err)}, ended.ExitCode())
	case ctx.Err() != nil:
		return ctx.Err()
	// A signal ended the program, so it has printed nothing.
	case errors.As(err, &ended):
		return WithCode(fmt.Errorf("%s ended with %w", name, err), ExitFailed)
	}
	return err
}

// CreateFile creates a file, or replaces it, and writes it with f.
func CreateFile(file string, f func(io.Writer) error) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	defer func() {
		if closeErr := out.Close(); err == nil {
			err = closeErr
		}
	}()
	return f(out)
}

// CheckOutputs returns an error if one of the files cannot be written, so that a long command fails early. Existing
// files keep their content; empty names are skipped.
func CheckOutputs(files ...string) error {
	for _, file := range files {
		if file == "" {
			continue
		}
		info, err := os.Stat(file)
		if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			continue // opening a pipe would block until it has a reader
		}
		missing := errors.Is(err, os.ErrNotExist)
		out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			return fmt.Errorf("write: %w", err)
		}
		err = out.Close()
		if missing {
			err = errors.Join(err, os.Remove(file))
		}
		if err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}
