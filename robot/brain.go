package robot

import (
	"gonao/behavior"
	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/motion/head"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/percepts"
)

// senses is what the brain reads of the robot.
type senses struct{ *Robot }

// Image returns the newest image that has arrived.
func (s senses) Image() (*percepts.Image, bool) { return &s.eyes.newest, s.eyes.any }

// Body returns the body's last state.
func (s senses) Body() (*nao.State, bool) { return &s.state, s.started }

// Odometry returns where the walk has led.
func (s senses) Odometry() (percepts.Odometry, bool) {
	at := s.motion.Odometry()
	return percepts.Odometry{Stamp: s.state.Time, X: at.X, Y: at.Y, Theta: at.Yaw}, s.started
}

// hands is how the brain acts.
type hands struct {
	robot *Robot
	plays []*play // those that have not ended
}

// CommandHead commands the neck. A refused command, while something else moves the head,
// is as good as none.
func (h *hands) CommandHead(c track.Command) {
	mode := head.Position
	if c.Mode == track.Speed {
		mode = head.Speed
	}
	_ = h.robot.motion.SetHead(head.Command{
		Time: c.Stamp, Mode: mode, Yaw: c.Yaw, Pitch: c.Pitch, YawRate: c.YawRate, PitchRate: c.PitchRate,
	})
}

// Play begins a motion.
func (h *hands) Play(name string) behavior.Motion { return h.begun(h.robot.motion.Play(name)) }

// Move begins to move a joint.
func (h *hands) Move(joint nao.Joint, angle, speed float64) behavior.Motion {
	return h.begun(h.robot.motion.Move([]slot.Target{{Joint: joint, Angle: angle}}, speed))
}

// begun follows a play from now on; one that was refused has failed.
func (h *hands) begun(p motion.Play, err error) behavior.Motion {
	if err != nil {
		return &play{robot: h.robot, status: hfsm.Failed}
	}
	begun := &play{robot: h.robot, play: p}
	h.plays = append(h.plays, begun)
	return begun
}

// Walk asks for a speed. It is kept while the robot cannot walk, as after a fall.
func (h *hands) Walk(v behavior.Velocity) {
	_ = h.robot.motion.SetVelocity(motion.Velocity{X: v.X, Y: v.Y, Yaw: v.Turn})
}

// Execute executes skills in the same robot.
func (h *hands) Execute(call string) behavior.Execution {
	if h.robot.skiller == nil {
		return behavior.NoSkills{}
	}
	return h.robot.skiller.Execute(call)
}

// count follows the plays after each step of motion, while they can be asked for.
func (h *hands) count() {
	kept := h.plays[:0]
	for _, p := range h.plays {
		if p.follow(); p.status == hfsm.Running {
			kept = append(kept, p)
		}
	}
	h.plays = kept
}

// play is one motion that the brain asked for.
type play struct {
	robot   *Robot
	play    motion.Play
	reached int
	status  hfsm.Status
}

// Progress returns the positions reached and how the motion stands.
func (p *play) Progress() (positions int, status hfsm.Status) { return p.reached, p.status }

// Cancel ends the motion.
func (p *play) Cancel() {
	if p.status == hfsm.Running {
		p.robot.motion.Cancel(p.play)
	}
}

// follow takes over how far the motion is.
func (p *play) follow() {
	progress := p.robot.motion.Progress(p.play)
	for ; p.reached < progress.Reached; p.reached++ {
		p.robot.cfg.Observer.PositionReached()
	}
	switch progress.Outcome {
	case motion.Playing:
	case motion.Finished:
		p.status = hfsm.Final
	default:
		p.status = hfsm.Failed
	}
}
