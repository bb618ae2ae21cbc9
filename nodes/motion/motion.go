// Package motion is the node that moves the robot: one joint command for every
// robot state, as fast as it can.
//
//	subscribes  robot_state                 gonao_msgs/RobotState               best effort, the newest; sets the pace, 83.3 Hz
//	            guard_state                 gonao_msgs/GuardState               reliable, the newest; whether the driver follows, see auto_reengage
//	            head_command                gonao_msgs/HeadCommand              reliable, the newest
//	            idle_head_command           gonao_msgs/HeadCommand              where the head looks while nothing else moves it
//	            cmd_vel                     geometry_msgs/Twist                 reliable, the newest; holds for cmd_vel_timeout_sec
//	            walk_goal                   geometry_msgs/PoseWithCovarianceStamped  reliable, the newest, 2 to 20 Hz; holds as long as cmd_vel
//	            walk_path                   geometry_msgs/PoseArray             the same, by way of the poses before the last
//	            game_phase                  gonao_msgs/GamePhase                a penalised robot stands still, whatever else is wanted
//	            kick_ball                   geometry_msgs/PointStamped          the ball of a kick, as measured now, in base_footprint; until the swing
//	            joint_jog                   control_msgs/JointJog               speeds of joints, rad/s, for its duration
//	            joint_angles                naoqi_bridge_msgs/JointAnglesWithSpeed  joints, or one of NAOqi's groups, to angles
//	            effectors/joint_positions   nao_lola_command_msgs/JointPositions    of some joints
//	            effectors/joint_stiffnesses nao_lola_command_msgs/JointStiffnesses  of some joints
//	publishes   joint_command               gonao_msgs/JointCommand             one for each robot_state, with its cycle; best effort. None while the robot was let down and waits
//	            motion_state                gonao_msgs/MotionState              what the body does, at every change and once a second
//	            own_kick                    gonao_msgs/BallKick                 the velocity of the ball, at the contact of a kick
//	            phase                       biped_interfaces/Phase              which leg bears, while subscribed
//	            odom                        nav_msgs/Odometry                   odom to base_footprint, while subscribed
//	            /tf                         tf2_msgs/TFMessage                  odom to base_footprint to base_link, 41.7 Hz
//	serves      walk_to                     gonao_msgs/WalkTo                   to a place seen from here
//	            kick                        gonao_msgs/Kick                     in any direction, out of the stand or out of the walk
//	            save                        gonao_msgs/Save                     a goalkeeper's block or dive
//	            get_up                      gonao_msgs/GetUp                    from the ground to the stand
//	            set_posture                 gonao_msgs/SetPosture               stand, sit, rest
//	            look_at                     gonao_msgs/LookAt                   a point in view
//	            play_motion                 gonao_msgs/PlayMotion               slot motions, up to 8 at once if no joint is in two
//	            nao_pos_action              nao_pos_interfaces/PosPlay          the same for programs of others
//	            move_joints                 gonao_msgs/MoveJoints               joints to angles, one of those eight
//	            joint_trajectory_controller/follow_joint_trajectory  control_msgs/FollowJointTrajectory  joints along ways, one of those eight
//	            set_limp                    gonao_msgs/SetLimp                  joints that are moved by hand
//	            set_gait                    gonao_msgs/SetGait                  how it walks: the parameter gait, for machines and programs
//	            load_motion                 gonao_msgs/LoadMotion               a slot motion from its text
//	            reload_motions              std_srvs/Trigger                    motion_dir anew
//
// A goal that comes while the robot still gets to its stand waits for it. A goal that is
// canceled, or ends because the node does, leaves the robot safe: joints come to rest,
// feet go back to the ground, a walk ends in a stand.
package motion

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"sync/atomic"

	"gonao/internal/convert"
	"gonao/motion"
	"gonao/motion/head"
	"gonao/msgs"
	controlmsgs "gonao/msgs/control_msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao"
	"gonao/nodes/internal/motionreport"
	"gonao/ros"
	"gonao/ros/param"
)

// loop is the running node. One goroutine owns everything but the channels.
type loop struct {
	n        *ros.Node
	ball     refusals // of kick_ball
	motion   *motion.Motion
	commands *ros.Publisher[msgs.JointCommand]
	kicks    *ros.Publisher[msgs.BallKick]

	guard   nao.Guard // as reported last
	state   nao.State
	command nao.Command
	out     msgs.JointCommand

	requests chan request
	goals    []*goal       // that wait or run
	done     chan struct{} // closed when the loop has ended

	readyWait atomic.Int64 // ns; read by the goals' goroutines

	report       *motionreport.Reporter
	velocity     velocityInput
	goal         goalInput
	joints       jointInputs
	refusedHeads refusals
	refusedJogs  refusals
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	library, err := cfg.library()
	if err != nil {
		return err
	}
	m, err := motion.New(cfg.room(), library)
	if err != nil {
		return err
	}
	l := &loop{
		n: n, motion: m, requests: make(chan request), done: make(chan struct{}),
		velocity:     velocityInput{refused: refusals{what: "velocities"}},
		refusedHeads: refusals{what: "head commands"}, refusedJogs: refusals{what: "joint speeds"},
	}
	l.out.Commander = commander(n.FullName(), os.Getpid())
	l.readyWait.Store(int64(cfg.readyWait()))
	defer close(l.done)
	if err := ros.OnReconfigure(n, func(c Config) error { return reconfigure(l, c) }); err != nil {
		return err
	}
	return l.run(ctx, cfg)
}

// reconfigure applies changed parameters between two cycles, or returns why motion refuses them.
func reconfigure(l *loop, cfg Config) error {
	return l.within(func() error {
		if err := l.motion.Tune(cfg.room()); err != nil {
			return err
		}
		l.readyWait.Store(int64(cfg.readyWait()))
		return nil
	})
}

// commander returns the number by which a driver distinguishes us from others who command.
func commander(name string, pid int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", name, pid)
	return h.Sum64()
}

func (l *loop) run(ctx context.Context, cfg Config) error {
	var errs [7]error
	var in inputs
	l.kicks, errs[6] = ros.Advertise[msgs.BallKick](l.n, "own_kick")
	l.commands, errs[0] = ros.Advertise[msgs.JointCommand](l.n, "joint_command", ros.BestEffort(), ros.Depth(1))
	l.report, errs[1] = motionreport.New(l.n, cfg.FramePrefix)
	in, errs[2] = l.subscribe()
	errs[3] = l.joints.subscribe(l.n)
	errs[4] = l.serve(cfg.MotionDir)
	in.states, errs[5] = ros.Subscribe[msgs.RobotState](l.n, "robot_state", ros.BestEffort(), ros.Depth(1))
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	if cfg.RealtimePriority > 0 {
		if err := ros.RealtimeProcess(cfg.RealtimePriority); err != nil {
			l.n.Log.Warn("runs without real-time priority", "error", err)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case guard := <-in.guards.C():
			l.setGuard(&guard)
		case cmd := <-in.heads.C():
			l.setHead(&cmd)
		case cmd := <-in.idleHeads.C():
			motion.SuggestHead(l.motion, headCommand(&cmd))
		case cmd := <-in.velocities.C():
			l.setVelocity(&cmd)
		case p := <-in.phases.C():
			motion.StandStill(l.motion, p.Phase == msgs.GamePhasePhasePenalized)
		case cmd := <-in.speeds.C():
			l.jog(&cmd)
		case m := <-l.joints.angles.C():
			l.goTo(m)
		case m := <-l.joints.positions.C():
			l.setPositions(m)
		case m := <-l.joints.stiffnesses.C():
			l.setStiffnesses(m)
		case r := <-l.requests:
			l.handle(r)
		case state := <-in.states.C():
			l.readInputs(&in)
			if err := l.cycle(&state); err != nil {
				return err
			}
		}
	}
}

// inputs holds the subscriptions of the loop, but for those of single joints.
type inputs struct {
	states     *ros.Subscription[msgs.RobotState]
	guards     *ros.Subscription[msgs.GuardState]
	heads      *ros.Subscription[msgs.HeadCommand]
	idleHeads  *ros.Subscription[msgs.HeadCommand]
	velocities *ros.Subscription[geometrymsgs.Twist]
	speeds     *ros.Subscription[controlmsgs.JointJog]
	balls      *ros.Subscription[geometrymsgs.PointStamped]
	phases     *ros.Subscription[msgs.GamePhase]
}

// subscribe opens the topics by which the robot is commanded.
func (l *loop) subscribe() (in inputs, err error) {
	if in.heads, err = ros.Subscribe[msgs.HeadCommand](l.n, "head_command", ros.Reliable(), ros.Depth(1)); err != nil {
		return in, err
	}
	if in.guards, err = ros.Subscribe[msgs.GuardState](l.n, "guard_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1)); err != nil {
		return in, err
	}
	if in.idleHeads, err = ros.Subscribe[msgs.HeadCommand](l.n, "idle_head_command", ros.SensorData(), ros.Depth(1)); err != nil {
		return in, err
	}
	if in.velocities, err = ros.Subscribe[geometrymsgs.Twist](l.n, "cmd_vel", ros.Reliable(), ros.Depth(1)); err != nil {
		return in, err
	}
	if err = l.goal.subscribe(l.n); err != nil {
		return in, err
	}
	if in.speeds, err = ros.Subscribe[controlmsgs.JointJog](l.n, "joint_jog"); err != nil {
		return in, err
	}
	if in.phases, err = ros.Subscribe[msgs.GamePhase](l.n, "game_phase", ros.Reliable(), ros.TransientLocal(), ros.Depth(1)); err != nil {
		return in, err
	}
	l.ball.what = "kick_ball"
	in.balls, err = ros.Subscribe[geometrymsgs.PointStamped](l.n, "kick_ball", ros.SensorData(), ros.Depth(1))
	return in, err
}

// readInputs reads the commands that arrived before a state: they count for it.
func (l *loop) readInputs(in *inputs) {
	if len(in.guards.C()) > 0 {
		guard := <-in.guards.C()
		l.setGuard(&guard)
	}
	if len(in.heads.C()) > 0 {
		cmd := <-in.heads.C()
		l.setHead(&cmd)
	}
	if len(in.idleHeads.C()) > 0 {
		cmd := <-in.idleHeads.C()
		motion.SuggestHead(l.motion, headCommand(&cmd))
	}
	if len(in.phases.C()) > 0 {
		motion.StandStill(l.motion, (<-in.phases.C()).Phase == msgs.GamePhasePhasePenalized)
	}
	if len(in.velocities.C()) > 0 {
		cmd := <-in.velocities.C()
		l.setVelocity(&cmd)
	}
	l.readGoals()
	for range len(in.speeds.C()) {
		cmd := <-in.speeds.C()
		l.jog(&cmd)
	}
	if len(in.balls.C()) > 0 {
		at := <-in.balls.C()
		l.setBall(&at)
	}
	l.readJointInputs()
}

// serve offers the actions and services.
func (l *loop) serve(motionDir string) error {
	var errs [11]error
	_, errs[10] = ros.ServeAction(l.n, "save", l.save)
	_, errs[0] = ros.ServeAction(l.n, "play_motion", l.playMotion)
	_, errs[1] = ros.ServeAction(l.n, "move_joints", l.move)
	_, errs[2] = ros.ServeAction(l.n, "walk_to", l.walkTo, ros.Accept(acceptWalkTo))
	_, errs[3] = ros.ServeAction(l.n, "kick", l.kick)
	_, errs[4] = ros.ServeAction(l.n, "get_up", l.getUp)
	_, errs[5] = ros.ServeAction(l.n, "set_posture", l.setPosture)
	_, errs[6] = ros.ServeAction(l.n, "look_at", l.lookAt)
	_, errs[7] = ros.ServeAction(l.n, "nao_pos_action", l.playPos)
	_, errs[8] = ros.ServeAction(l.n, "joint_trajectory_controller/follow_joint_trajectory", l.followTrajectory)
	errs[9] = errors.Join(l.serveLimp(), serveGait(l), l.serveLibrary(motionDir))
	return errors.Join(errs[:]...)
}

// cycle answers one state.
func (l *loop) cycle(state *msgs.RobotState) error {
	convert.SetState(&l.state, state)
	l.state.Guard = l.guard
	l.motion.Step(&l.state, &l.command)

	l.out.Stamp, l.out.Cycle = state.Stamp, l.command.Cycle
	for j := range nao.NumJoints {
		l.out.Position[j], l.out.Stiffness[j] = float32(l.command.Position[j]), float32(l.command.Stiffness[j])
	}
	if !l.motion.Yields() {
		if err := l.commands.Publish(l.out); err != nil {
			return err
		}
	}
	l.velocity.compareWith(l.motion, l.n.Log) // what follows comes after the command is on its way
	l.stepGoals()
	return l.report.Publish(l.motion, ros.StampTime(state.Stamp))
}

// setGuard sets what the driver's guard does with our commands: while it follows another commander it
// refuses ours.
func (l *loop) setGuard(m *msgs.GuardState) {
	l.guard = nao.Guard(m.State)
	if l.guard == nao.GuardFollowing && m.Commander != l.out.Commander {
		l.guard = nao.GuardRefusing
	}
}

// headCommand returns a message as package motion has it.
func headCommand(m *msgs.HeadCommand) head.Command {
	return head.Command{
		Time: ros.StampSinceEpoch(m.Stamp),
		Mode: head.Mode(m.Mode),
		Yaw:  float64(m.Yaw), Pitch: float64(m.Pitch),
		YawRate: float64(m.YawRate), PitchRate: float64(m.PitchRate),
	}
}

// setHead passes a head command to the motion, and logs those that are refused.
func (l *loop) setHead(m *msgs.HeadCommand) {
	err := l.motion.SetHead(headCommand(m))
	if err == nil || errors.Is(err, motion.ErrNotReady) {
		return // there is no robot yet
	}
	l.refuse(&l.refusedHeads, err)
}
