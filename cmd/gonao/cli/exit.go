// Package cli holds what the commands of gonao share: the terminal they read and write,
// exit codes, and flags.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// The exit codes of gonao. ExitRejected, ExitCanceled and ExitAborted are the ways in which a goal ends without
// success.
const (
	ExitFailed   = 1
	ExitUsage    = 2
	ExitRejected = 3
	ExitCanceled = 4
	ExitAborted  = 5
)

// coded is an error with an exit code.
type coded struct {
	error
	code int
}

func (c coded) Unwrap() error { return c.error }

// WithCode returns err with an exit code. It unwraps to err.
func WithCode(err error, code int) error { return coded{err, code} }

// reported is the error of a program that has printed it.
type reported struct{ error }

func (r reported) Unwrap() error { return r.error }

// Usagef returns an error in the command line, with the exit code ExitUsage.
func Usagef(format string, args ...any) error {
	return WithCode(fmt.Errorf(format, args...), ExitUsage)
}

// ExitCode returns the exit code of a command that returned err. It is 0 for nil and for a
// canceled context, since Ctrl-C is how most commands end.
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

// typedVariable is the environment variable that holds the words with which a person started a program. Error
// messages begin with them.
const typedVariable = "GONAO_TYPED"

// Exit ends the process with the exit code of err. Unless the code is 0 or a child program has printed the error
// already, Exit prints it first, after the name of the program that the person started.
func Exit(program string, err error) {
	if typed := os.Getenv(typedVariable); typed != "" {
		program = typed
	}
	os.Exit(report(os.Stderr, program, err))
}

// report prints err and returns its exit code.
func report(out io.Writer, program string, err error) int {
	code := ExitCode(err)
	if code != 0 && !errors.As(err, new(reported)) {
		fmt.Fprintf(out, "%s: %v\n", program, err)
	}
	return code
}
