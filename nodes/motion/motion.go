// Package motion is the node that moves the robot: one joint command for every
// robot state, as fast as it can.
//
//	subscribes  head_command                                         gonao_msgs/HeadCommand                   the newest; holds until the next
//	            guard_state                                          gonao_msgs/GuardState                    the newest; whether the driver follows, see auto_reengage; of one publisher
//	            idle_head_command                                    gonao_msgs/HeadCommand                   where the head looks while nothing else moves it
//	            cmd_vel                                              geometry_msgs/Twist                      the newest; holds for cmd_vel_timeout_sec
//	            joint_jog                                            control_msgs/JointJog                    speeds of joints
//	            game_phase                                           gonao_msgs/GamePhase                     a penalised robot stands still, whatever else is wanted
//	            kick_ball                                            geometry_msgs/PointStamped               the ball of a kick, as measured now, in base_footprint; until the swing
//	            robot_state                                          gonao_msgs/RobotState                    the newest; sets the pace, 83.3 Hz; of one publisher, silent after 300ms
//	            joint_angles                                         naoqi_bridge_msgs/JointAnglesWithSpeed   joints, or one of NAOqi's groups, to angles
//	            effectors/joint_positions                            nao_lola_command_msgs/JointPositions     of some joints
//	            effectors/joint_stiffnesses                          nao_lola_command_msgs/JointStiffnesses   of some joints
//	            walk_goal                                            geometry_msgs/PoseWithCovarianceStamped  the newest; 2 to 20 Hz; holds as long as cmd_vel
//	            walk_path                                            geometry_msgs/PoseArray                  the same, by way of the poses before the last
//	publishes   /diagnostics                                         diagnostic_msgs/DiagnosticArray          files of motions with errors, 1 Hz
//	            joint_command                                        gonao_msgs/JointCommand                  one for each robot_state, with its cycle, 83.3 Hz; none while the robot was let down and waits
//	            own_kick                                             gonao_msgs/BallKick                      the velocity of the ball, at the contact of a kick
//	serves      walk_to                                              gonao_msgs/WalkTo                        to a place seen from here
//	            kick                                                 gonao_msgs/Kick                          in any direction, out of the stand or out of the walk
//	            save                                                 gonao_msgs/Save                          a goalkeeper's block or dive
//	            get_up                                               gonao_msgs/GetUp                         from the ground to the stand
//	            set_posture                                          gonao_msgs/SetPosture                    stands, sits, crouches
//	            look_at                                              gonao_msgs/LookAt                        a point in view
//	            play_motion                                          gonao_msgs/PlayMotion                    slot motions, up to 8 at once if no joint is in two
//	            nao_pos_action                                       nao_pos_interfaces/PosPlay               the same for programs of others
//	            move_joints                                          gonao_msgs/MoveJoints                    moves joints to angles
//	            joint_trajectory_controller/follow_joint_trajectory  control_msgs/FollowJointTrajectory       joints along ways, one of those eight
//	            set_limp                                             gonao_msgs/SetLimp                       joints that are moved by hand
//	            set_gait                                             gonao_msgs/SetGait                       how it walks: the parameter gait, for machines and programs
//	            load_motion                                          gonao_msgs/LoadMotion                    a slot motion from its text
//	            reload_motions                                       std_srvs/Trigger                         reads motion_dir again
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
	"gonao/msgs"
	controlmsgs "gonao/msgs/control_msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	naoposinterfaces "gonao/msgs/nao_pos_interfaces"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/nodes/internal/motionreport"
	"gonao/ros"
)

// loop is the running node. One goroutine owns everything but the channels.
type loop struct {
	n        *ros.Node
	prefix   ros.FramePrefix // of the frames
	ball     refusals        // of kick_ball
	motion   *motion.Motion
	Commands *ros.Publisher[msgs.JointCommand] `topic:"joint_command" qos:"latest" doc:"one for each robot_state, with its cycle, 83.3 Hz; none while the robot was let down and waits"`
	Kicks    *ros.Publisher[msgs.BallKick]     `topic:"own_kick" doc:"the velocity of the ball, at the contact of a kick"`

	guard   nao.Guard // last report
	state   nao.State
	command nao.Command
	out     msgs.JointCommand

	requests chan request
	goals    []*goal       // waiting or running goals
	done     chan struct{} // closed when the loop has ended

	readyWait atomic.Int64 // ns; read by the goals' goroutines

	files        motionFiles
	report       *motionreport.Reporter
	velocity     velocityInput
	goal         goalInput
	joints       jointInputs
	refusedHeads refusals
	refusedJogs  refusals
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	library, wrong, err := cfg.readMotions(nil)
	if err != nil {
		return err
	}
	m, err := motion.New(cfg.Motion, library)
	if err != nil {
		return err
	}
	m.SetUnplayable(wrong)
	l := &loop{
		n: n, prefix: cfg.FramePrefix, motion: m, requests: make(chan request), done: make(chan struct{}),
		velocity:     velocityInput{refused: refusals{what: "velocities"}},
		refusedHeads: refusals{what: "head commands"}, refusedJogs: refusals{what: "joint speeds"},
	}
	l.out.Commander = commander(n.FullName(), os.Getpid())
	l.readyWait.Store(int64(cfg.ReadyWait))
	if err := l.files.open(n); err != nil {
		return err
	}
	l.files.set(wrong)
	defer close(l.done)
	if err := ros.OnReconfigure(n, func(c Config) error { return reconfigure(l, c) }); err != nil {
		return err
	}
	return l.run(ctx, cfg)
}

// reconfigure applies changed parameters between two cycles, or returns why motion refuses them.
func reconfigure(l *loop, cfg Config) error {
	return l.within(func() error {
		if err := l.motion.Tune(cfg.Motion); err != nil {
			return err
		}
		l.readyWait.Store(int64(cfg.ReadyWait))
		return nil
	})
}

// commander returns the number with which a driver distinguishes us from other commanders.
func commander(name string, pid int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", name, pid)
	return h.Sum64()
}

func (l *loop) run(ctx context.Context, cfg Config) error {
	if err := ros.Open(l.n, l); err != nil {
		return err
	}
	var err error
	if l.report, err = motionreport.New(l.n, string(cfg.FramePrefix)); err != nil {
		return err
	}
	var in inputs
	l.ball.what = "kick_ball"
	l.goal.refused.what = "walk goals"
	l.joints.setNames()
	for _, ports := range []any{&in, &l.goal, &l.joints, l.actions(&cfg), &in.pace} {
		if err := ros.Open(l.n, ports); err != nil {
			return err
		}
	}
	if cfg.RealtimePriority > 0 {
		if err := ros.RealtimeProcess(cfg.RealtimePriority); err != nil {
			l.n.Log.Warn("runs without real-time priority", "error", err)
		}
	}
	l.n.Ready()
	for {
		select {
		case <-ctx.Done():
			return nil
		case guard := <-in.Guards.C():
			l.setGuard(&guard)
		case cmd := <-in.Heads.C():
			l.setHead(&cmd)
		case cmd := <-in.IdleHeads.C():
			l.motion.SuggestHead(convert.HeadCommand(&cmd))
		case cmd := <-in.Velocities.C():
			l.setVelocity(&cmd)
		case p := <-in.Phases.C():
			l.motion.StandStill(p.Phase == msgs.GamePhasePhasePenalized)
		case cmd := <-in.Speeds.C():
			l.jog(&cmd)
		case m := <-l.joints.Angles.C():
			l.goTo(m)
		case m := <-l.joints.Positions.C():
			l.setPositions(m)
		case m := <-l.joints.Stiffnesses.C():
			l.setStiffnesses(m)
		case r := <-l.requests:
			l.handle(r)
		case state := <-in.pace.States.C():
			l.readInputs(&in)
			if err := l.cycle(&state); err != nil {
				return err
			}
		}
	}
}

// inputs are the topics by which the robot is commanded, except those of single joints and of goals.
type inputs struct {
	Heads      *ros.Subscription[msgs.HeadCommand]          `topic:"head_command" qos:"reliable, depth 1" doc:"the newest; holds until the next"`
	Guards     *ros.Subscription[msgs.GuardState]           `topic:"guard_state" qos:"reliable, transient local, depth 1" from:"one publisher" doc:"the newest; whether the driver follows, see auto_reengage"`
	IdleHeads  *ros.Subscription[msgs.HeadCommand]          `topic:"idle_head_command" qos:"sensor data, depth 1" doc:"where the head looks while nothing else moves it"`
	Velocities *ros.Subscription[geometrymsgs.Twist]        `topic:"cmd_vel" qos:"reliable, depth 1" doc:"the newest; holds for cmd_vel_timeout_sec"`
	Speeds     *ros.Subscription[controlmsgs.JointJog]      `topic:"joint_jog" doc:"speeds of joints"`
	Phases     *ros.Subscription[msgs.GamePhase]            `topic:"game_phase" qos:"reliable, transient local, depth 1" doc:"a penalised robot stands still, whatever else is wanted"`
	Balls      *ros.Subscription[geometrymsgs.PointStamped] `topic:"kick_ball" qos:"sensor data, depth 1" doc:"the ball of a kick, as measured now, in base_footprint; until the swing"`

	pace pace
}

// pace is the topic that sets the pace. It is opened last, so that a state is answered only once everything else is open.
type pace struct {
	States *ros.Subscription[msgs.RobotState] `topic:"robot_state" qos:"latest" from:"one publisher, silent after 300ms" doc:"the newest; sets the pace, 83.3 Hz"`
}

// readInputs reads the commands that arrived before a state: they count for it.
func (l *loop) readInputs(in *inputs) {
	if len(in.Guards.C()) > 0 {
		guard := <-in.Guards.C()
		l.setGuard(&guard)
	}
	if len(in.Heads.C()) > 0 {
		cmd := <-in.Heads.C()
		l.setHead(&cmd)
	}
	if len(in.IdleHeads.C()) > 0 {
		cmd := <-in.IdleHeads.C()
		l.motion.SuggestHead(convert.HeadCommand(&cmd))
	}
	if len(in.Phases.C()) > 0 {
		l.motion.StandStill((<-in.Phases.C()).Phase == msgs.GamePhasePhasePenalized)
	}
	if len(in.Velocities.C()) > 0 {
		cmd := <-in.Velocities.C()
		l.setVelocity(&cmd)
	}
	l.readGoals()
	for range len(in.Speeds.C()) {
		cmd := <-in.Speeds.C()
		l.jog(&cmd)
	}
	if len(in.Balls.C()) > 0 {
		at := <-in.Balls.C()
		l.setBall(&at)
	}
	l.readJointInputs()
}

// actions are the actions and services.
type actions struct {
	WalkTo     ros.Action[msgs.WalkToGoal, msgs.WalkToResult, msgs.WalkToFeedback]                                                                   `action:"walk_to" doc:"to a place seen from here"`
	Kick       ros.Action[msgs.KickGoal, msgs.KickResult, msgs.KickFeedback]                                                                         `action:"kick" doc:"in any direction, out of the stand or out of the walk"`
	Save       ros.Action[msgs.SaveGoal, msgs.SaveResult, msgs.SaveFeedback]                                                                         `action:"save" doc:"a goalkeeper's block or dive"`
	GetUp      ros.Action[msgs.GetUpGoal, msgs.GetUpResult, msgs.GetUpFeedback]                                                                      `action:"get_up" doc:"from the ground to the stand"`
	Posture    ros.Action[msgs.SetPostureGoal, msgs.SetPostureResult, msgs.SetPostureFeedback]                                                       `action:"set_posture" doc:"stands, sits, crouches"`
	LookAt     ros.Action[msgs.LookAtGoal, msgs.LookAtResult, msgs.LookAtFeedback]                                                                   `action:"look_at" doc:"a point in view"`
	Play       ros.Action[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback]                                                       `action:"play_motion" doc:"slot motions, up to 8 at once if no joint is in two"`
	Pos        ros.Action[naoposinterfaces.PosPlayGoal, naoposinterfaces.PosPlayResult, naoposinterfaces.PosPlayFeedback]                            `action:"nao_pos_action" doc:"the same for programs of others"`
	Move       ros.Action[msgs.MoveJointsGoal, msgs.MoveJointsResult, msgs.MoveJointsFeedback]                                                       `action:"move_joints" doc:"moves joints to angles"`
	Trajectory ros.Action[controlmsgs.FollowJointTrajectoryGoal, controlmsgs.FollowJointTrajectoryResult, controlmsgs.FollowJointTrajectoryFeedback] `action:"joint_trajectory_controller/follow_joint_trajectory" doc:"joints along ways, one of those eight"`

	Limp   ros.Service[msgs.SetLimpRequest, msgs.SetLimpResponse]       `service:"set_limp" doc:"joints that are moved by hand"`
	Gait   ros.Service[msgs.SetGaitRequest, msgs.SetGaitResponse]       `service:"set_gait" doc:"how it walks: the parameter gait, for machines and programs"`
	Load   ros.Service[msgs.LoadMotionRequest, msgs.LoadMotionResponse] `service:"load_motion" doc:"a slot motion from its text"`
	Reload ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse] `service:"reload_motions" doc:"reads motion_dir again"`
}

// actions returns the actions and services with their handlers.
func (l *loop) actions(cfg *Config) *actions {
	a := &actions{}
	a.Save.Handle(l.save)
	a.Play.Handle(l.playMotion)
	a.Move.Handle(l.move)
	a.WalkTo.Handle(l.walkTo, ros.Accept(acceptWalkTo))
	a.Kick.Handle(l.kick)
	a.GetUp.Handle(l.getUp)
	a.Posture.Handle(l.setPosture)
	a.LookAt.Handle(l.lookAt)
	a.Pos.Handle(l.playPos)
	a.Trajectory.Handle(l.followTrajectory)
	a.Limp.Handle(ros.Outcome(func(_ context.Context, q msgs.SetLimpRequest) (a msgs.SetLimpResponse, _ error) {
		return a, l.limp(&q)
	}))
	a.Gait.Handle(ros.Outcome(func(_ context.Context, q msgs.SetGaitRequest) (a msgs.SetGaitResponse, _ error) {
		return a, ros.SetParameter(l.n, "gait", q.Gait)
	}))
	a.Load.Handle(ros.Outcome(l.load))
	a.Reload.Handle(ros.Outcome(func(context.Context, stdsrvs.TriggerRequest) (a stdsrvs.TriggerResponse, _ error) {
		return a, l.reload(cfg)
	}))
	return a
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
		if err := l.Commands.Publish(l.out); err != nil {
			return err
		}
	}
	l.velocity.compareWith(l.motion, l.n.Log) // the rest is done after the command was sent
	l.stepGoals()
	return l.report.Publish(l.motion, ros.StampTime(state.Stamp))
}

// setGuard sets the state of the driver's guard: while it follows another commander, ours is refused.
func (l *loop) setGuard(m *msgs.GuardState) {
	l.guard = nao.Guard(m.State)
	if l.guard == nao.GuardFollowing && m.Commander != l.out.Commander {
		l.guard = nao.GuardRefusing
	}
}

// setHead passes a head command to the motion, and logs refusals.
func (l *loop) setHead(m *msgs.HeadCommand) {
	err := l.motion.SetHead(convert.HeadCommand(m))
	if err == nil || errors.Is(err, motion.ErrNotReady) {
		return // no robot yet
	}
	l.refuse(&l.refusedHeads, err)
}
