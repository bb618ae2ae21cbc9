// Package cli holds what the commands of gonao share: the terminal they read and write,
// exit codes, and flags.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// The exit codes. Those of a goal are 3 and above.
const (
	ExitFailed   = 1
	ExitUsage    = 2
	ExitRejected = 3
	ExitCanceled = 4
	ExitAborted  = 5
)

// coded is an error with its own exit code.
type coded struct {
	error
	code int
}

func (c coded) Unwrap() error { return c.error }

// WithCode returns err with an exit code.
func WithCode(err error, code int) error { return coded{err, code} }

// Usagef marks an error of who typed the command, not of the graph.
func Usagef(format string, args ...any) error {
	return WithCode(fmt.Errorf(format, args...), ExitUsage)
}

// ExitCode is 0 for success, and for Ctrl-C, which ends most commands.
func ExitCode(err error) int {
	var c coded
	switch {
	case err == nil:
		return 0
	case errors.As(err, &c):
		return c.code
	case errors.Is(err, context.Canceled):
		return 0
	}
	return ExitFailed
}

// Exit prints err as the program's last line on the error output, and ends the process
// with its exit code.
func Exit(program string, err error) {
	code := ExitCode(err)
	if code != 0 {
		fmt.Fprintf(os.Stderr, "%s: %v\n", program, err)
	}
	os.Exit(code)
}
