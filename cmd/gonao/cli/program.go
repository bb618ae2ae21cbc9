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

// RunProgram runs a program of gonao on the terminal until it ends, and interrupts it when ctx ends. The program prints its
// errors itself; its exit code is that of the error.
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
	case errors.As(err, &ended) && ended.ExitCode() > 0: // also of one that was interrupted, and reports what it could not finish
		return WithCode(reported{fmt.Errorf("%s ended with %w", name, err)}, ended.ExitCode())
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &ended): // a signal: the program has printed nothing
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

// CheckOutputs returns an error if one of the files cannot be written, before a command works for long. Files that exist keep
// their content; "" is left out.
func CheckOutputs(files ...string) error {
	for _, file := range files {
		if file == "" {
			continue
		}
		info, err := os.Stat(file)
		if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			continue // to open a pipe waits for its reader
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
