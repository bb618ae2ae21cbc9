// Package motion is the node that moves the robot: one joint command for every
// robot state, as fast as it can.
//
//	subscribes  robot_state    gonao_msgs/RobotState    best effort, the newest; sets the pace, 83.3 Hz
//	            head_command   gonao_msgs/HeadCommand   reliable, the newest
//	publishes   joint_command  gonao_msgs/JointCommand  one for each robot_state, with its cycle; best effort
//	serves      play_motion    gonao_msgs/PlayMotion    slot motions, up to 8 at once if no joint is in two
//	            move_joints    gonao_msgs/MoveJoints    joints to angles, one of those eight
//	            set_limp       gonao_msgs/SetLimp       joints that are moved by hand
//	            load_motion    gonao_msgs/LoadMotion    a slot motion from its text
//	            reload_motions std_srvs/Trigger         motion_dir anew
//
// A goal that comes while the robot still gets up waits for it.
// A goal that is canceled, or ends because the node does, leaves the joints
// where they come to rest.
package motion

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gonao/motion"
	"gonao/motion/head"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/param"
)

// Config holds the node's parameters.
type Config struct {
	MotionDir        string  `yaml:"motion_dir" readonly:"true"`
	StandSec         float64 `yaml:"stand_sec" unit:"s" min:"0.1" max:"60" desc:"shortest time from the measured posture to the stand when motion begins"`
	StiffnessSec     float64 `yaml:"stiffness_sec" unit:"s" min:"0.1" max:"60" desc:"from limp to full stiffness when motion begins; stiff joints stay stiff"`
	GapSec           float64 `yaml:"gap_sec" unit:"s" min:"0.1" max:"60"`
	ReadyWaitSec     float64 `yaml:"ready_wait_sec" unit:"s" min:"0" max:"60" desc:"how long a goal of play_motion waits for a robot that does not stand yet"`
	CmdVelTimeoutSec float64 `yaml:"cmd_vel_timeout_sec" unit:"s" min:"0.1" max:"60" desc:"without a cmd_vel after which the robot stops"`
	AutoGetUp        bool    `yaml:"auto_get_up" desc:"a robot that fell gets up without being asked; else it lies until get_up"`
	FallenSec        float64 `yaml:"fallen_sec" unit:"s" min:"0.1" max:"60" desc:"how long a robot that fell lies before it gets up"`
	RealtimePriority int     `yaml:"realtime_priority" min:"0" max:"99" readonly:"true"`
	Head             Head    `yaml:"head" desc:"the neck"`
}

// Head holds the parameters of the neck.
type Head struct {
	MaxSpeed   float64 `yaml:"max_speed" min:"0.01" max:"1" desc:"share of the motors' no-load speeds (474 and 412 deg/s) that commands may use"`
	MaxAccel   float64 `yaml:"max_accel" unit:"rad/s2" min:"1" max:"10000"`
	LeadSec    float64 `yaml:"lead_sec" unit:"s" min:"0" max:"0.5"`
	TimeoutSec float64 `yaml:"timeout_sec" unit:"s" min:"0.05" max:"10" desc:"without a head command after which the head is free, and stays where it is"`
}

// Explain says what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{
		"": "motion: robot_state, head_command, play_motion, move_joints -> joint_command, every 12 ms.",
		"motion_dir": `A directory whose *.xml slot motions are added to the built-in ones (dance_left,
			dance_right, stand) and take their place where names are equal. An empty name is none.`,
		"gap_sec": `A longer gap between two robot states begins anew at the measured posture: the driver may
			have let the robot down meanwhile.`,
		"realtime_priority": `SCHED_FIFO priority that is asked for; 0 asks for none. Below the simulator's and the
			driver's, whose cycle this node is a part of.`,
		"head.max_accel": `Of the head on its way to a position: the motors reach about 200, and gears wear at that.
			Commanded speeds are taken at once.`,
		"head.lead_sec": `How far position targets are led by their rates: the body does a command two cycles after
			it was given.`,
	}
}

// DefaultConfig is that of [motion.DefaultConfig].
func DefaultConfig() Config {
	room := motion.DefaultConfig()
	return Config{
		StandSec:         room.StandSec,
		StiffnessSec:     room.StiffnessSec,
		GapSec:           room.GapSec,
		ReadyWaitSec:     5,
		CmdVelTimeoutSec: room.VelocityTimeoutSec,
		AutoGetUp:        room.AutoGetUp,
		FallenSec:        room.FallenSec,
		RealtimePriority: 16,
		Head: Head{
			MaxSpeed: 0.9, MaxAccel: room.Head.MaxAccel,
			LeadSec: room.Head.LeadSec, TimeoutSec: room.Head.TimeoutSec,
		},
	}
}

// Validate asks the room, which knows its figures.
func (c Config) Validate() error { return c.room().Check() }

// room gives the parameters of the room.
func (c Config) room() motion.Config {
	room := motion.DefaultConfig()
	room.StandSec, room.StiffnessSec, room.GapSec = c.StandSec, c.StiffnessSec, c.GapSec
	room.VelocityTimeoutSec, room.AutoGetUp, room.FallenSec = c.CmdVelTimeoutSec, c.AutoGetUp, c.FallenSec
	room.Head = head.Config{
		MaxYawSpeed:   c.Head.MaxSpeed * nao.HeadYaw.MaxSpeed(),
		MaxPitchSpeed: c.Head.MaxSpeed * nao.HeadPitch.MaxSpeed(),
		MaxAccel:      c.Head.MaxAccel,
		LeadSec:       c.Head.LeadSec,
		TimeoutSec:    c.Head.TimeoutSec,
	}
	return room
}

func (c Config) readyWait() time.Duration {
	return time.Duration(c.ReadyWaitSec * float64(time.Second))
}

// loop is the running node. One goroutine owns everything but the channels.
type loop struct {
	n        *ros.Node
	motion   *motion.Motion
	commands *ros.Publisher[msgs.JointCommand]

	state   nao.State
	command nao.Command
	out     msgs.JointCommand

	requests chan request
	tickets  []*ticket     // goals that wait or are played
	done     chan struct{} // closed when the loop has ended
	changes  *ros.ConfigWatcher[Config]

	readyWait atomic.Int64 // ns; read by the goals' goroutines

	refused  int // head commands since the last report
	why      error
	reported time.Time
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	library, err := motion.LoadMotions(cfg.MotionDir)
	if err != nil {
		return fmt.Errorf("motion_dir %q: %w", cfg.MotionDir, err)
	}
	m, err := motion.New(cfg.room(), library)
	if err != nil {
		return err
	}
	l := &loop{n: n, motion: m, requests: make(chan request), done: make(chan struct{})}
	l.readyWait.Store(int64(cfg.readyWait()))
	defer close(l.done)
	if l.changes, err = ros.WatchConfig[Config](n, nil); err != nil {
		return err
	}
	return l.run(ctx, cfg.RealtimePriority, cfg.MotionDir)
}

func (l *loop) run(ctx context.Context, priority int, motionDir string) error {
	var errs [7]error
	var states *ros.Subscription[msgs.RobotState]
	var heads *ros.Subscription[msgs.HeadCommand]
	l.commands, errs[0] = ros.Advertise[msgs.JointCommand](l.n, "joint_command", ros.BestEffort(), ros.Depth(1))
	heads, errs[1] = ros.Subscribe[msgs.HeadCommand](l.n, "head_command", ros.Reliable(), ros.Depth(1))
	_, errs[2] = ros.ServeAction(l.n, "play_motion", l.play)
	_, errs[4] = ros.ServeAction(l.n, "move_joints", l.move)
	errs[5] = l.serveLimp()
	errs[6] = l.serveLibrary(motionDir)
	states, errs[3] = ros.Subscribe[msgs.RobotState](l.n, "robot_state", ros.BestEffort(), ros.Depth(1))
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	if priority > 0 {
		if err := ros.RealtimeProcess(priority); err != nil {
			l.n.Log.Warn("runs without real-time priority", "error", err)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case cmd := <-heads.C():
			l.setHead(&cmd)
		case r := <-l.requests:
			l.handle(r)
		case state := <-states.C():
			if len(heads.C()) > 0 { // what came before the state counts for it
				cmd := <-heads.C()
				l.setHead(&cmd)
			}
			if err := l.cycle(&state); err != nil {
				return err
			}
		}
	}
}

// cycle answers one state.
func (l *loop) cycle(state *msgs.RobotState) error {
	if changed, ok := l.changes.Next(); ok {
		if err := l.motion.Tune(changed.room()); err != nil {
			return err
		}
		l.readyWait.Store(int64(changed.readyWait()))
	}
	l.state.Time = sinceEpoch(ros.StampTime(state.Stamp))
	l.state.Cycle = state.Cycle
	for j := range nao.NumJoints {
		l.state.Position[j], l.state.Stiffness[j] = float64(state.Position[j]), float64(state.Stiffness[j])
	}
	l.motion.Step(&l.state, &l.command)

	l.out.Stamp, l.out.Cycle = state.Stamp, l.command.Cycle
	for j := range nao.NumJoints {
		l.out.Position[j], l.out.Stiffness[j] = float32(l.command.Position[j]), float32(l.command.Stiffness[j])
	}
	if err := l.commands.Publish(l.out); err != nil {
		return err
	}
	l.stepTickets() // after the command is on its way
	return nil
}

// setHead hands a head command to the motion, and says once a second which were refused.
func (l *loop) setHead(m *msgs.HeadCommand) {
	err := l.motion.SetHead(head.Command{
		Time: sinceEpoch(ros.StampTime(m.Stamp)),
		Mode: head.Mode(m.Mode),
		Yaw:  float64(m.Yaw), Pitch: float64(m.Pitch),
		YawRate: float64(m.YawRate), PitchRate: float64(m.PitchRate),
	})
	if err == nil || errors.Is(err, motion.ErrNotReady) {
		return // a robot that is not there yet is no news
	}
	l.refused++
	l.why = err
	now := l.n.Clock.Now()
	if since := now.Sub(l.reported); since < 0 || since >= time.Second {
		l.n.Log.Warn("head commands refused", "count", l.refused, "error", l.why)
		l.refused, l.reported = 0, now
	}
}

func sinceEpoch(t time.Time) time.Duration { return t.Sub(time.Unix(0, 0)) }
