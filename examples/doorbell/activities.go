// Package doorbell makes the robot look for the ball when somebody rings.
//
// This file is yours: gonao hfsm generate wrote it once and does not touch it again.
package doorbell

import (
	"time"

	"gonao/hfsm"
	"gonao/ros"
)

// robot executes the activities of the machine.
type robot struct {
	n *ros.Node
}

// newRobot makes it, with its topics and clients.
func newRobot(n *ros.Node, _ Config) (*robot, error) {
	return &robot{n}, nil
}

// Ring makes one use of ring: it logs each stroke of the bell, one in a tick.
func (r *robot) Ring(_ *Machine, args RingArgs) (hfsm.Activity, error) {
	return &ring{n: r.n, args: args}, nil
}

// ring strikes the bell as often as its arguments say.
type ring struct {
	n    *ros.Node
	args RingArgs
	left int64
}

func (r *ring) Start(time.Duration, hfsm.Entry) { r.left = r.args.Times() }

func (r *ring) Step(time.Duration) (hfsm.Status, error) {
	if r.left == 0 {
		return hfsm.Final, nil
	}
	r.left--
	r.n.Log.Info("ring", "tone", r.args.Tone())
	return hfsm.Running, nil
}

func (r *ring) Stop(time.Duration) { r.left = 0 }
