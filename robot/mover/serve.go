package mover

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/robot/goals"
)

// A Run is a goal that a body has begun: a task of the legs or the head, or a motion of joints.
type Run struct {
	task  motion.Task
	play  motion.Play
	joint bool // it is a motion of joints
	done  bool // at once
}

// Begin begins a goal of package goals: it lists the actions that a body carries out. The error is the reason of a
// refusal; for an action that bodies do not have, such as speaking, it is [motion.ErrUnsupported].
func Begin(m Mover, goal any) (Run, error) {
	switch g := goal.(type) {
	case *goals.WalkTo:
		return tasked(m.WalkTo(g.X, g.Y, g.Theta, g.Speed))
	case *goals.Kick:
		request := kickRequest(g)
		if g.FromWalk {
			return tasked(m.KickWalking(request))
		}
		return tasked(m.Kick(request))
	case *goals.Save:
		return tasked(m.Save(motion.SaveRequest{
			Kind: motion.SaveKind(g.Kind), BallKnown: g.BallKnown, BallX: g.BallX, BallY: g.BallY,
			VelocityX: g.BallVelocityX, VelocityY: g.BallVelocityY,
		}))
	case *goals.GetUp:
		return tasked(m.GetUp())
	case *goals.SetPosture:
		return tasked(m.Posture(g.Posture))
	case *goals.LookAt:
		at, err := lookAt(g)
		if err != nil {
			return Run{}, err
		}
		return tasked(m.LookAt(at))
	case *goals.PlayMotion:
		return Playing(m.Play(g.Name))
	case *goals.MoveJoints:
		targets, err := targetsOf(g)
		if err != nil {
			return Run{}, err
		}
		speed := cmp.Or(g.Speed, usualJointSpeed)
		return Playing(m.Move(targets, speed))
	case *goals.SetGait:
		return Run{done: true}, m.SetGait(motion.Gait(g.Gait))
	}
	return Run{}, motion.ErrUnsupported
}

func tasked(t motion.Task, err error) (Run, error) { return Run{task: t}, err }

// Playing returns a motion of joints that was begun, or why not.
func Playing(p motion.Play, err error) (Run, error) { return Run{play: p, joint: true}, err }

// kickRequest returns a kick as motion has it. Without a ball it lies in front of the foot.
func kickRequest(g *goals.Kick) motion.KickRequest {
	r := motion.KickRequest{Direction: g.Direction, Distance: g.Distance, Foot: kick.Foot(g.Foot)}
	if g.BallKnown {
		r.BallX, r.BallY = g.BallX, g.BallY
	}
	return r
}

// usualJointSpeed is the default share of a joint's top speed.
const usualJointSpeed = 0.2

// targetsOf returns the joints of a goal with their angles.
func targetsOf(g *goals.MoveJoints) ([]slot.Target, error) {
	if len(g.Names) != len(g.Positions) {
		return nil, fmt.Errorf("move: %w: %d names and %d positions; expected as many", motion.ErrBadMove, len(g.Names), len(g.Positions))
	}
	targets := make([]slot.Target, len(g.Names))
	for i, name := range g.Names {
		joint, err := nao.ParseJoint(name)
		if err != nil {
			return nil, fmt.Errorf("move: %w: names[%d]: %w", motion.ErrBadMove, i, err)
		}
		targets[i] = slot.Target{Joint: joint, Angle: g.Positions[i]}
	}
	return targets, nil
}

// frames are motion's frames by their names in ROS.
var frames = []string{motion.BaseFootprint: "base_footprint", motion.BaseLink: "base_link", motion.Odom: "odom"}

// lookAt returns a look at a point as motion has it.
func lookAt(g *goals.LookAt) (motion.LookAt, error) {
	at := motion.LookAt{Point: r3.Vec{X: g.X, Y: g.Y, Z: g.Z}, Camera: nao.Camera(g.Camera), Speed: g.Speed, HoldSec: g.Hold}
	switch g.Frame {
	case "":
	case "torso":
		at.Frame = motion.BaseLink
	default:
		i := slices.Index(frames, g.Frame)
		if i < 0 {
			return at, fmt.Errorf("look_at: %w: frame %q: expected %s", motion.ErrBadGoal, g.Frame, strings.Join(frames, ", "))
		}
		at.Frame = motion.Frame(i)
	}
	return at, nil
}

// Status is how a run stands.
type Status struct {
	motion.Report
	Progress motion.Progress // for a motion of joints
	Mark     int             // another one when something has happened that is worth telling at once
}

// Status returns how the run stands after a step of the body.
func (r Run) Status(m Mover) (s Status) {
	switch {
	case r.done:
		s.Outcome = motion.Finished
	case r.joint:
		p := m.Progress(r.play)
		s.Progress, s.Outcome, s.Share, s.Mark, s.Err = p, p.Outcome, p.Share, p.Reached, playError(&p)
	default:
		s.Report = m.Report(r.task)
		if s.Mark = s.Attempts; s.Hit {
			s.Mark++
		}
	}
	return s
}

// playError returns why a motion of joints ended before its goal, or nil.
func playError(p *motion.Progress) error {
	switch p.Outcome {
	case motion.Fell:
		return motion.ErrFallen
	case motion.OffPath:
		return fmt.Errorf("%s is %.1f° off its way", p.Late, p.LateRad*180/math.Pi)
	case motion.NotReached:
		return fmt.Errorf("slot %d of %d: %s is %.1f° from its target", p.Reached+1, p.Slots, p.Late, p.LateRad*180/math.Pi)
	default:
		return nil
	}
}

// Play returns the motion of joints that it is; false for a task.
func (r Run) Play() (p motion.Play, ok bool) { return r.play, r.joint }

// Cancel ends the run as soon as the robot is safe.
func (r Run) Cancel(m Mover) {
	if r.joint {
		m.Cancel(r.play)
	} else {
		m.CancelTask(r.task)
	}
}

// Safe reports whether a canceled run has left the robot safe: joints come to rest by themselves, feet are on the ground, and a robot
// walks only by a velocity.
func (r Run) Safe(m Mover) bool {
	return r.joint || m.State() != motion.Kicking && (m.State() != motion.Walking || m.Asked() != motion.Velocity{})
}
