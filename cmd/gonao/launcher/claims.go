package launcher

import (
	"errors"
	"fmt"
	"strings"

	"gonao/internal/proc"
)

// claims holds the nodes of a plan that this launcher has claimed. No other launcher of this computer can start
// them at the same time.
type claims []*proc.Claim

// take claims the nodes of a plan. If one of them runs already, or another launcher starts it, the error wraps
// ErrNotStarted.
func take(plan *Plan) (held claims, err error) {
	seen := map[string]bool{}
	for _, p := range plan.Processes() {
		start := proc.StartTime(p.domain(), p.Node)
		if p.Node == "" || seen[start] {
			continue
		}
		seen[start] = true
		c, err := proc.TakeClaim(start)
		if err == nil {
			held = append(held, c)
			err = proc.CheckClaim(proc.NodeClaim(p.domain(), p.Node))
		}
		if taken, ok := errors.AsType[*proc.TakenError](err); ok {
			held.release()
			return nil, fmt.Errorf("%w: node %s runs already (held by %v): end it first, with Ctrl-C or kill -INT %d, or "+
				"choose another namespace:= or ROS_DOMAIN_ID; --force starts a second one anyway", ErrNotStarted, p.Node, taken.Holder, taken.Holder.PID)
		}
		// Nothing is checked without abstract sockets, for example in a strict sandbox.
	}
	return held, nil
}

// Free returns an error that wraps ErrNotStarted if nodes of the plan run already on this computer.
func (p *Plan) Free() error {
	held, err := take(p)
	held.release()
	return err
}

func (c claims) release() {
	for _, held := range c {
		held.Release()
	}
}

// domain returns the ROS_DOMAIN_ID of a process.
func (p *Process) domain() string {
	for _, pair := range p.Env {
		if id, ok := strings.CutPrefix(pair, "ROS_DOMAIN_ID="); ok {
			return id
		}
	}
	return ""
}
