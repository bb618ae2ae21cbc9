package ros

import (
	"context"
	"io"
)

// RunMain is Main without its process.
func RunMain[C any](ctx context.Context, open Opener, name string, defaults C,
	run func(context.Context, *Node, C) error, args []string, stdout io.Writer,
) error {
	return runMain(ctx, open, name, defaults, run, args, stdout)
}
