// Package executor is the node that runs a state machine: it sees balls, looks
// at them, and has motions played.
//
//	subscribes  color_blobs    gonao_msgs/ColorBlobArray  what vision found in each image
//	subscribes  robot_state    gonao_msgs/RobotState      where the head is; that the robot is there
//	publishes   head_command   gonao_msgs/HeadCommand     while the machine follows a ball
//	publishes   machine_state  gonao_msgs/MachineState    at every transition and once a second
//	calls       play_motion    gonao_msgs/PlayMotion      while the machine dances
//
// The machine's first entry, the zero of its time, is when robot_state and, for
// a machine that follows balls, the first image are there: from then on the
// robot works. When the clock goes back the machine begins again, with the next
// epoch, once both are there again. Whatever else dies in between is waited for:
// a ball that is not seen is searched, a motion that cannot be played is asked
// for again once a second.
package executor

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// motionClient calls play_motion.
type motionClient = ros.ActionClient[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback]

// executor is the robot as the brain sees it, over ROS.
type executor struct {
	n       *ros.Node
	brain   *behavior.Brain
	blobs   *ros.Watcher[msgs.ColorBlobArray]
	state   *ros.Watcher[msgs.RobotState]
	head    *ros.Publisher[msgs.HeadCommand]
	machine *ros.Publisher[msgs.MachineState]
	motions *motionClient
	image   behavior.Image

	needsImage bool
	alive      bool
	jumped     atomic.Bool // the clock went back since the last tick
	begun      time.Time   // first entry of this epoch
	last       hfsm.Transition
	beat       time.Time // of the last heartbeat
	waited     time.Time // of the last word about what is missing
	errors     int       // since the last report
	reported   time.Time
	running    sync.WaitGroup // motions
}

// Run runs the node until ctx ends. A machine that is wrong is an error at once.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	b := cfg.behavior()
	if err := b.Validate(); err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	model, err := behavior.LoadMachine(cfg.Machine, &b)
	if err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	e := &executor{n: n, needsImage: model.Uses("track")}
	if err := e.open(); err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	e.brain, err = behavior.New(model, b, e, e)
	if err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	e.brain.Machine().OnTransition = e.transition
	n.Clock.OnJump(func(_, _ time.Time) { e.jumped.Store(true) })
	n.Log.Info("machine loaded", "machine", model.Name(), "file", model.File(), "controller", cfg.Controller)

	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	for now := range n.Clock.Tick(ctx, model.Period()) {
		if changed, ok := changes.Next(); ok {
			e.brain.Tune(changed.behavior())
		}
		e.tick(now)
	}
	e.brain.Stop(clockTime(n.Clock.Now()))
	e.finish()
	return nil
}

// open makes the node's topics and its action client.
func (e *executor) open() (err error) {
	if e.blobs, err = ros.Watch[msgs.ColorBlobArray](e.n, "color_blobs", ros.SensorData()); err != nil {
		return err
	}
	if e.state, err = ros.Watch[msgs.RobotState](e.n, "robot_state", ros.BestEffort(), ros.Depth(1)); err != nil {
		return err
	}
	if e.head, err = ros.Advertise[msgs.HeadCommand](e.n, "head_command", ros.Reliable(), ros.Depth(1)); err != nil {
		return err
	}
	if e.machine, err = ros.Advertise[msgs.MachineState](e.n, "machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100)); err != nil {
		return err
	}
	e.motions, err = ros.NewActionClient[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback](e.n, "play_motion")
	return err
}

// clockTime gives a time of the node's clock as the brain takes it.
func clockTime(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// tick is one round of the node.
func (e *executor) tick(now time.Time) {
	if e.jumped.Swap(false) {
		e.n.Log.Warn("the clock went back: the machine begins again")
		e.brain.Reset(clockTime(now))
		e.alive, e.waited, e.beat, e.reported = false, time.Time{}, time.Time{}, time.Time{}
		e.image = behavior.Image{}
	}
	if !e.ready(now) {
		return
	}
	if err := e.brain.Tick(clockTime(now)); err != nil {
		e.report(now, err)
	}
	if now.Sub(e.beat) >= time.Second {
		e.beat = now
		e.publish(now, now.Sub(e.begun))
	}
}

// ready says whether the robot is there; once it was, it stays so until the
// clock goes back.
func (e *executor) ready(now time.Time) bool {
	if e.alive {
		return true
	}
	_, state := e.state.Get()
	_, image := e.blobs.Get()
	if state && (image || !e.needsImage) {
		e.alive, e.begun = true, now
		return true
	}
	if now.Sub(e.waited) >= time.Second || e.waited.IsZero() {
		e.waited = now
		e.n.Log.Info("waiting", "robot_state", state, "color_blobs", image || !e.needsImage)
	}
	return false
}

// report logs what a machine did wrong, once a second.
func (e *executor) report(now time.Time, err error) {
	e.errors++
	if now.Sub(e.reported) < time.Second {
		return
	}
	e.n.Log.Error("machine", "error", err, "times", e.errors)
	e.reported, e.errors = now, 0
}

// transition publishes a transition of the machine.
func (e *executor) transition(t hfsm.Transition) {
	e.last = t
	e.n.Log.Info("transition", "from", t.From, "to", t.To, "name", t.Name, "sec", t.Time.Seconds())
	e.beat = e.n.Clock.Now()
	e.publish(e.begun.Add(t.Time), t.Time)
}

// publish says where the machine stands, since its first entry.
func (e *executor) publish(stamp time.Time, since time.Duration) {
	m := e.brain.Machine()
	err := e.machine.Publish(msgs.MachineState{
		Stamp:      ros.Stamp(stamp),
		Machine:    m.Model().Name(),
		Epoch:      e.last.Epoch,
		Sequence:   e.last.Sequence,
		Time:       since.Seconds(),
		Path:       m.Path(),
		Active:     m.Active(),
		Source:     e.last.From,
		Target:     e.last.To,
		Transition: e.last.Name,
	})
	if err != nil {
		e.report(e.n.Clock.Now(), fmt.Errorf("publish machine_state: %w", err))
	}
}

// Image gives the newest image; see [behavior.Inputs].
func (e *executor) Image() (*behavior.Image, bool) {
	m, ok := e.blobs.Get()
	if !ok {
		return nil, false
	}
	stamp := clockTime(ros.StampTime(m.Header.Stamp))
	if stamp == e.image.Stamp && e.image.Width != 0 {
		return &e.image, true
	}
	e.image.Stamp = stamp
	e.image.Width = int(m.Width)
	e.image.HeadYaw, e.image.HeadPitch = float64(m.HeadYaw), float64(m.HeadPitch)
	e.image.Blobs = e.image.Blobs[:0]
	for _, b := range m.Blobs {
		e.image.Blobs = append(e.image.Blobs, behavior.Blob{
			Color:          b.Color,
			Azimuth:        float64(b.Azimuth),
			Elevation:      float64(b.Elevation),
			ImageAzimuth:   float64(b.ImageAzimuth),
			ImageElevation: float64(b.ImageElevation),
			RadiusPixels:   float64(b.Radius),
			Confidence:     float64(b.Confidence),
		})
	}
	return &e.image, true
}

// HeadAngles gives the neck's angles of the last robot_state; see [behavior.Inputs].
func (e *executor) HeadAngles() (yaw, pitch float64) {
	s, _ := e.state.Get()
	return float64(s.Position[nao.HeadYaw]), float64(s.Position[nao.HeadPitch])
}
