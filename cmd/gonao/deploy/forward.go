package deploy

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Run runs a script on the robot, with its directory in $dir, until it ends or ctx does.
func (r *Robot) Run(ctx context.Context, script string, in io.Reader, out io.Writer) error {
	return r.run(ctx, script, in, out)
}

// Forward forwards a port of this computer's loopback interface to a port of the robot, until the connection is
// closed.
func (r *Robot) Forward(ctx context.Context, local, remote int) error {
	where := fmt.Sprintf("127.0.0.1:%d:127.0.0.1:%d", local, remote)
	cmd := exec.CommandContext(ctx, r.program, "-S", r.socket(), "-O", "forward", "-L", where, "--", r.login.Target)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("forward port %d to port %d of %s: %s: %w", local, remote, r.login.Target, strings.TrimSpace(string(text)), err)
	}
	return nil
}
