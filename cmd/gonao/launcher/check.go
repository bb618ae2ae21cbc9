package launcher

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"gonao/internal/proc"
)

// ErrNotStarted is the error of a launch that was refused, because nodes have a wrong configuration or run already.
var ErrNotStarted = errors.New("nothing was started")

// Checker checks launches without starting them. It checks a node with the same parameters only once.
type Checker struct{ checked map[string]bool }

// Check makes gonao's nodes of a plan check their parameters and the files that these name. The error has a line
// for each node that would not start.
func (c *Checker) Check(ctx context.Context, plan *Plan) error {
	if c.checked == nil {
		c.checked = map[string]bool{}
	}
	fresh := *plan
	fresh.Steps = nil
	for _, p := range plan.Processes() {
		key := fmt.Sprintf("%q %v", p.Args, p.Files)
		if p.Checks && !c.checked[key] {
			c.checked[key] = true
			fresh.Steps = append(fresh.Steps, Step{Process: p})
		}
	}
	r, err := newRunner(&fresh, Options{})
	if err != nil {
		return err
	}
	defer r.close()
	return r.check(ctx, &fresh)
}

// check makes gonao's nodes check their parameters and the files that these name, before anything is started. The
// error has a line for each node that would not start.
func (r *runner) check(ctx context.Context, plan *Plan) error {
	var nodes []*Process
	for _, p := range plan.Processes() {
		if p.Checks {
			nodes = append(nodes, p)
		}
	}
	wrong := make([]error, len(nodes))
	slots := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for i, p := range nodes {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			wrong[i] = r.checkNode(ctx, p)
		})
	}
	all.Wait()
	if err := errors.Join(wrong...); err != nil {
		return fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	return nil
}

// checkWithin is the longest time that a node may take to check itself. A node without such a check is ended after
// this time, and then started like any other.
const checkWithin = 20 * time.Second

// checkNode runs a node with the flag --check. Other errors of the node appear only when it starts.
func (r *runner) checkNode(ctx context.Context, p *Process) error {
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	args := append([]string{proc.StartCheckFlag}, r.args[p][1:]...)
	cmd := exec.CommandContext(ctx, p.Program, args...)
	cmd.Args[0] = p.Args[0]
	cmd.Env, cmd.Dir = p.Env, p.Dir
	_, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != proc.ExitBadConfig {
		return nil
	}
	return errors.New(strings.TrimSpace(string(exit.Stderr)))
}
