package launcher

import (
	"errors"
	"fmt"
	"strings"

	"gonao/internal/proc"
)

// claims are the nodes of a plan that this launcher starts, and no other of the machine at the same time.
type claims []*proc.Claim

// take claims the nodes of a plan. The error wraps ErrNotStarted when one runs already, or another launcher starts it.
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
			return nil, fmt.Errorf("%w: node %s runs already, started by or as %v: end that one first, with Ctrl-C or kill -INT %d, or "+
				"choose another namespace:= or ROS_DOMAIN_ID; --force starts a second one beside it", ErrNotStarted, p.Node, taken.Holder, taken.Holder.PID)
		}
		// Without abstract sockets, such as in a strict sandbox, nothing is checked.
	}
	return held, nil
}

// Free returns an error that wraps ErrNotStarted when nodes of the plan run already on this machine.
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

// domain returns ROS_DOMAIN_ID of a process.
func (p *Process) domain() string {
	for _, pair := range p.Env {
		if id, ok := strings.CutPrefix(pair, "ROS_DOMAIN_ID="); ok {
			return id
		}
	}
	return ""
}
