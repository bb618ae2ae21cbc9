package matchrun

import (
	"context"
	"fmt"
	"net"

	command "gonao/cmd/gonao/lab"
	"gonao/soccer/match/env"
)

// env serves environments.
func (p program) env(ctx context.Context, o *command.Env) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", o.Socket)
	if err != nil {
		return fmt.Errorf("--socket: %w", err)
	}
	fmt.Fprintf(p.Errs, "serves environments at %s\n", o.Socket)
	return env.Serve(ctx, l)
}
