// Package executor is the node that runs state machines: it sees balls, looks at
// them, and has motions played.
//
//	subscribes  pose_estimate   gonao_msgs/PoseEstimate          where the robot is on the field
//	            world_model     gonao_msgs/WorldModel            ball and robots on the field
//	            field_features  gonao_msgs/FieldFeatures         what the last image shows of the field
//	            color_blobs     gonao_msgs/ColorBlobArray        what vision found in each image
//	            robot_state     gonao_msgs/RobotState            where the head is; that the robot is there; of one publisher, silent after 300ms
//	            odom            nav_msgs/Odometry                where the robot has walked to
//	            motion_state    gonao_msgs/MotionState           whether the robot lies
//	publishes   skills          gonao_msgs/SkillArray            the skills that were found, offered or not, at the start and at every change
//	            /diagnostics    diagnostic_msgs/DiagnosticArray  whether the machines run, and whose file is wrong, 1 Hz
//	            head_command    gonao_msgs/HeadCommand           50 Hz, while a machine follows a ball
//	            cmd_vel         geometry_msgs/Twist              while a machine walks, and once when it stops
//	serves      execute_skill   gonao_msgs/ExecuteSkill          runs them
//	calls       play_motion     gonao_msgs/PlayMotion            for the action play
//	            move_joints     gonao_msgs/MoveJoints            for the actions servo and move_joints
//	            look_at         gonao_msgs/LookAt                for the action of that name, as those below
//	            walk_to         gonao_msgs/WalkTo
//	            kick            gonao_msgs/Kick
//	            go_to           gonao_msgs/GoTo
//	            get_up          gonao_msgs/GetUp
//	            set_posture     gonao_msgs/SetPosture
//	            save            gonao_msgs/Save
//	            say             gonao_msgs/Say
//	            play_lights     gonao_msgs/PlayLights
//	            execute_skill   gonao_msgs/ExecuteSkill          for the action skill
//	            set_gait        gonao_msgs/SetGait               for the action of that name
//
// The table of actions is in package gonao/behavior. A machine may use any other topic, service
// and action of ROS besides (docs/state-machines/actions.md).
//
// For those who look into a machine, see package gonao/nodes/machinetopics.
//
// What is told of the machine of the parameter machine lies in the node's namespace,
// what is told of each of machines in one of its own below it: arms/machine_state. All
// of them see the same robot in one round; head and legs obey one of them at a time.
//
// A machine's first entry, the zero of its time, is when robot_state and, for
// a machine that follows balls, the first image are there: from then on the
// robot works. When the clock goes back the machines begin again, with the next
// epoch, once both are there again. Whatever else dies in between is waited for:
// a ball that is not seen is searched, a motion that cannot be played is asked
// for again once a second.
package executor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/internal/convert/definitions"
	"gonao/msgs"
	"gonao/ros"
)

// executor is the node.
type executor struct {
	n           *ros.Node
	types       definitions.Types // types of messages, for machines that call any port
	topics      *robotTopics
	senses      *behavior.Senses // senses from the topics
	assignment  host.Assignment
	cfg         Config
	machines    host.Host[*machineSlot]
	starting    sync.Mutex                                                                            // held while a slot is added for a machine
	files       *host.Files                                                                           // nil: files are not watched
	beside      context.Context                                                                       // of the goroutines beside the loop
	others      sync.WaitGroup                                                                        // these goroutines
	skillRunner *host.SkillRunner                                                                     // nil: no skills
	Offers      *ros.Publisher[msgs.SkillArray]                                                       `topic:"skills" qos:"reliable, transient local, depth 1" doc:"the skills that were found, offered or not, at the start and at every change"`
	Execute     ros.Action[msgs.ExecuteSkillGoal, msgs.ExecuteSkillResult, msgs.ExecuteSkillFeedback] `action:"execute_skill" doc:"runs them"`
	telling     sync.Mutex                                                                            // guards the list of skills
	offered     []msgs.Skill                                                                          // as last published
	errorLog    *errorLog
	health      *ros.DiagnosticsUpdater
	jumped      atomic.Bool   // the clock went back since the last round
	changed     chan struct{} // receives an element after a change of a machine other than by a tick
	arrivals    arrivals
	robotLock   sync.Mutex // guards topics and assignment, see [host.Options]
}

// Run runs the node until ctx ends. A machine that is wrong is an error at once.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	e, err := open(n, cfg)
	if err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	defer e.others.Wait()
	beside, stop := context.WithCancel(ctx)
	defer stop()
	e.beside = beside
	if cfg.HotReload {
		if err := e.watch(cfg); err != nil {
			return fmt.Errorf("executor: %w", err)
		}
	}
	if err := e.openSlots(); err != nil {
		return fmt.Errorf("executor: %w", err)
	}
	for e.wait(ctx) {
		if changed, ok := changes.Next(); ok {
			for _, s := range e.machines.Members() {
				s.Machine.Tune(changed.Behavior)
			}
		}
		e.round(n.Clock.Now())
	}
	e.machines.Stop(clockTime(n.Clock.Now()))
	for _, s := range e.machines.Members() {
		if err := s.Machine.EndRecord(); err != nil {
			n.Log.Warn("trace", "error", err)
		}
	}
	e.topics.finish()
	return nil
}

// open makes the node's topics and its machines.
func open(n *ros.Node, cfg Config) (*executor, error) {
	e := &executor{n: n, cfg: cfg, types: definitions.Compiled(), errorLog: &errorLog{n: n}, changed: make(chan struct{}, 1)}
	own := cfg.Behavior
	e.topics = &robotTopics{ports: newPorts(n, own.Table(), e.types), errorLog: e.errorLog, field: cfg.Field}
	e.senses = behavior.NewSenses(own, e.topics)
	e.assignment = host.Assignment{Outputs: e.topics, Refused: e.errorLog.reportRefused}
	// A wrong machine is reported before anything is on the network.
	if err := e.load(cfg); err != nil {
		return nil, err
	}
	if err := e.topics.open(); err != nil {
		return nil, err
	}
	if err := e.openSkills(cfg); err != nil {
		return nil, err
	}
	if err := e.openHealth(); err != nil {
		return nil, err
	}
	n.Clock.OnJump(func(_, _ time.Time) { e.jumped.Store(true) })
	n.Clock.OnJumps(ros.JumpThreshold{Source: true}, func(ros.Jump) { e.wake() })
	return e, nil
}

// openSlots opens the topics of all machines.
func (e *executor) openSlots() error {
	for _, s := range e.machines.Members() {
		if err := s.topics.Open(s.Machine); err != nil {
			return err
		}
		if model := s.Machine.Model(); model != nil {
			e.n.Log.Info("machine loaded", "machine", model.Name(), "file", model.File(), "controller", e.cfg.Behavior.Controller)
		}
	}
	e.runTopics(e.beside)
	return nil
}

// load loads the machines that the parameters name.
func (e *executor) load(cfg Config) error {
	named, err := cfg.named()
	if err != nil {
		return err
	}
	if len(named) == 0 || named[0].name != "" {
		if cfg.OfferSkills { // the robot's own executor, and not one for agents beside it
			named = append([]machineName{{}}, named...)
		}
	}
	for _, m := range named {
		if err := e.loadBefore(m.source, named); err != nil {
			return err
		}
		s, err := e.newSlot(m.name, m.source)
		if err != nil {
			return err
		}
		e.machines.Add(s)
	}
	return e.loadSkills(cfg)
}

// loadBefore loads the machines whose states a machine reads and that no parameter names.
func (e *executor) loadBefore(source string, named []machineName) error {
	if source == "" {
		return nil
	}
	own, err := e.cfg.checked(e.types)
	if err != nil {
		return err
	}
	loader := behavior.Loader{Config: &own, Directories: e.cfg.Skills}
	all, err := loader.Before(source)
	if err != nil {
		return err
	}
	for _, b := range all {
		there := slices.ContainsFunc(named, func(m machineName) bool { return cmp.Or(m.name, nameOf(m.source)) == b.Name })
		if there || e.find(b.Name) != nil {
			continue
		}
		s, err := e.newSlot(b.Name, b.Source)
		if err != nil {
			return err
		}
		e.machines.Add(s)
	}
	return nil
}

// longestPeriod is how often the node looks round when it has no machine that runs.
const longestPeriod = 100 * time.Millisecond

// clockTime converts a time of the node's clock to a machine's.
func clockTime(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// round ticks all machines once; all of them see the same robot.
func (e *executor) round(now time.Time) {
	if e.jumped.Swap(false) {
		e.n.Log.Warn("the clock went back: the machines begin again")
		e.robotLock.Lock()
		e.topics.forget()
		e.assignment.Forget()
		e.robotLock.Unlock()
		e.arrivals = arrivals{}
		e.errorLog.reset()
		e.machines.Reset(clockTime(now))
	}
	e.robotLock.Lock()
	e.topics.look()
	e.robotLock.Unlock()
	_ = e.machines.Tick(clockTime(now)) // a slot reports its errors
}
