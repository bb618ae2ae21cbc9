package motion

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/motion/record"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/tool/cli"
	"gonao/tool/graph"
)

// poseFlags are what motion record is told.
type poseFlags struct {
	robotFlags
	limp, joints []string
	legs, stiff  bool
	button       bool
	take         int
	every        time.Duration
	sec          float64
	stiffness    float64
	name         string
	force        bool
}

func newRecord(t graph.Access) *cobra.Command {
	f := poseFlags{every: time.Second}
	cmd := &cobra.Command{
		Use: "record FILE.xml", Short: "make a motion of postures of a robot that is moved by hand", Args: cobra.ExactArgs(1),
		Long: `record makes joints limp, takes a posture at each Enter, and writes them as a motion:

  Enter      take a posture (so does the chest button with --button)
  u          undo: forget the last one
  d 0.8      give it 0.8 s; a joint that needs longer gets it
  w 0.5      let it rest for 0.5 s
  l          list the postures
  p, p 3     play all, 2 or 3 times slower, then go on recording
  s 2        go to posture 2
  q          write the file and end
  x          end without writing

Head and arms go limp, others with --limp. Legs only with --legs, and never while the robot stands
on them: let it sit, rest or lie, or hang it up, and hold it. All get stiff again, where they are,
when record ends or dies, within three seconds. A posture is what robot_state measures; with --stiff
nothing is made limp, and something else moves the robot, in the simulator say.

With --take N it asks nobody: N postures, one every --every, then it writes the file.`,
		Example: `  gonao motion record wave.xml --limp right_arm
  gonao motion record get_up.xml --legs
  gonao motion record pose.xml --stiff --take 1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			rec, err := f.recording(args[0])
			if err != nil {
				return err
			}
			return withRobot(cmd.Context(), t, &f.robotFlags, func(r *robot) error {
				return (&poser{Access: t, poseFlags: &f, robot: r, file: args[0], rec: rec}).run(cmd.Context())
			})
		},
	}
	f.add(cmd)
	fs := cmd.Flags()
	fs.StringSliceVar(&f.limp, "limp", []string{"head", "arms"}, "make these joints limp: names, or head, left_arm, right_arm, arms")
	fs.BoolVar(&f.legs, "legs", false, "make the legs limp too")
	fs.BoolVar(&f.stiff, "stiff", false, "make nothing limp")
	fs.StringSliceVar(&f.joints, "joints", nil, "take these joints: names, or parts of the body (default: those that are limp; with --stiff all)")
	fs.BoolVar(&f.button, "button", false, "take a posture when the chest button is pressed too")
	fs.IntVar(&f.take, "take", 0, "take so many postures and end, without asking")
	fs.Var((*cli.Seconds)(&f.every), "every", "time between postures with --take")
	fs.Float64Var(&f.sec, "duration", 0.6, "time of a posture, s")
	fs.Float64Var(&f.stiffness, "stiffness", 1, "of the joints when it is played, above 0 to 1")
	fs.StringVar(&f.name, "name", "", "the motion's name (default: the file's)")
	fs.BoolVar(&f.force, "force", false, "write over a file that is there")
	return cmd
}

// recording makes an empty recording of what was asked for.
func (f *poseFlags) recording(file string) (*record.Recording, error) {
	if filepath.Ext(file) != ".xml" {
		return nil, cli.Usagef("%s: expected a file that ends in .xml", file)
	}
	if _, err := os.Stat(file); err == nil && !f.force {
		return nil, fmt.Errorf("%s is there already; --force writes over it", file)
	}
	if f.name == "" {
		f.name = strings.TrimSuffix(filepath.Base(file), ".xml")
	}
	if f.take < 0 || f.take > 1000 {
		return nil, cli.Usagef("--take %d: expected 0 to 1000", f.take)
	}
	if f.stiff {
		f.limp = nil
	} else if f.legs {
		f.limp = append(f.limp, "legs")
	}
	of := f.joints
	if len(of) == 0 {
		of = f.limp
	}
	if len(of) == 0 {
		of = []string{"all"}
	}
	if slices.Contains(f.limp, "all") {
		return nil, cli.Usagef("--limp all: expected --legs for the legs")
	}
	joints, err := jointsOf(of)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	limp, err := jointsOf(f.limp)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	if !f.legs && slices.ContainsFunc(limp, nao.Joint.IsLeg) {
		return nil, cli.Usagef("--limp %s: expected --legs for the legs", strings.Join(f.limp, ","))
	}
	rec, err := record.New(joints, f.sec, f.stiffness)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return rec, nil
}

// jointsOf gives the joints of several names.
func jointsOf(names []string) (joints []nao.Joint, err error) {
	for _, name := range names {
		some, err := nao.ParseJoints(name)
		if err != nil {
			return nil, err
		}
		joints = append(joints, some...)
	}
	return joints, nil
}

// poser is a recording under way.
type poser struct {
	graph.Access
	*poseFlags
	robot *robot
	file  string
	rec   *record.Recording

	states *ros.Subscription[msgs.RobotState]
	typed  <-chan string
	last   msgs.RobotState
}

// errNotWritten ends a recording whose postures are not wanted.
var errNotWritten = errors.New("nothing was written")

// run records until somebody has enough. Whatever happens, the joints get stiff.
func (r *poser) run(ctx context.Context) (err error) {
	r.states, err = ros.Subscribe[msgs.RobotState](r.robot.n, r.robot.full("robot_state"), ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	r.typed = lines(r.In)
	if err := r.first(ctx); err != nil {
		return err
	}
	if err := r.soften(ctx); err != nil {
		return err
	}
	if len(r.limp) > 0 {
		defer func() { err = errors.Join(err, r.robot.limp(1)) }()
	}
	if r.take > 0 {
		err = r.takeMany(ctx)
	} else {
		err = r.converse(ctx)
	}
	if err != nil {
		return err
	}
	m, err := r.rec.Motion(r.name)
	if err != nil {
		return err
	}
	if err := writeMotion(r.file, m, fmt.Sprintf("Recorded: %s.", cli.Count(r.rec.Len(), "posture"))); err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "wrote %s: %s\n", r.file, verdict(m))
	return nil
}

// first waits for the robot's first state.
func (r *poser) first(ctx context.Context) error {
	select {
	case r.last = <-r.states.C():
		return nil
	case <-time.After(r.wait):
		return fmt.Errorf("no robot_state from %s within %s: is the robot there, and --robot right?", r.robot.full("robot_state"), r.wait)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// soften makes the joints limp; legs only when somebody says that the robot is held.
func (r *poser) soften(ctx context.Context) error {
	if len(r.limp) == 0 {
		return nil
	}
	if r.legs && r.take == 0 {
		fmt.Fprint(r.Out, "The legs go limp: hold the robot. Enter to go on, anything else to end. ")
		select {
		case line, more := <-r.typed:
			if !more || line != "" {
				return errNotWritten
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return r.renew()
}

// renew keeps the joints limp for some seconds more.
func (r *poser) renew() error {
	if len(r.limp) == 0 {
		return nil
	}
	return r.robot.limp(3, r.limp...)
}

// takeMany takes postures without asking.
func (r *poser) takeMany(ctx context.Context) error {
	next := time.After(r.every)
	renew := time.NewTicker(time.Second)
	defer renew.Stop()
	for r.rec.Len() < r.take {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-renew.C:
			if err := r.renew(); err != nil {
				return err
			}
		case r.last = <-r.states.C():
		case <-next:
			next = time.After(r.every)
			if err := r.takeOne(); err != nil {
				return err
			}
		}
	}
	return nil
}

// converse does what is typed until it is q.
func (r *poser) converse(ctx context.Context) error {
	fmt.Fprintln(r.Out, "Enter takes a posture; u undo, d SEC, w SEC, l list, p play, s N step, q write, x end")
	renew := time.NewTicker(time.Second)
	defer renew.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-renew.C:
			if err := r.renew(); err != nil {
				return err
			}
		case state := <-r.states.C():
			pressed := state.Touch[nao.ChestButton] && !r.last.Touch[nao.ChestButton]
			if r.last = state; pressed && r.button {
				if err := r.takeOne(); err != nil {
					fmt.Fprintln(r.Errs, err)
				}
			}
		case line, more := <-r.typed:
			if !more {
				line = "q"
			}
			r.newest()
			end, err := r.do(ctx, line)
			if end || ctx.Err() != nil {
				return err
			}
			if err != nil {
				fmt.Fprintln(r.Errs, err)
			}
		}
	}
}

// newest takes over a state that has just come.
func (r *poser) newest() {
	select {
	case r.last = <-r.states.C():
	default:
	}
}

// takeOne takes the posture that was measured last, and shows it.
func (r *poser) takeOne() error {
	var at nao.Joints
	for j, rad := range r.last.Position {
		at[j] = float64(rad)
	}
	if err := r.rec.Take(&at); err != nil {
		return err
	}
	r.show(r.rec.Len() - 1)
	return nil
}

// show writes a posture on a line.
func (r *poser) show(i int) {
	s := r.rec.Slots()[i]
	text := fmt.Sprintf("%d: %.2f s", i+1, s.Duration.Seconds())
	if s.Wait > 0 {
		text += fmt.Sprintf(" + %.2f s", s.Wait.Seconds())
	}
	for _, t := range s.Targets {
		text += fmt.Sprintf("  %s %s", t.Joint, angleText(t.Joint, t.Angle))
	}
	fmt.Fprintln(r.Out, text)
}

// do does what was typed; it tells whether that was the end.
func (r *poser) do(ctx context.Context, line string) (end bool, err error) {
	word, value, _ := strings.Cut(line, " ")
	number := math.NaN()
	if value != "" {
		if _, err := fmt.Sscanf(value, "%g", &number); err != nil {
			return false, fmt.Errorf("%q: expected a number", value)
		}
	}
	switch word {
	case "":
		return false, r.takeOne()
	case "u":
		return false, r.rec.Undo()
	case "d":
		err = r.rec.SetDuration(number)
	case "w":
		err = r.rec.SetWait(number)
	case "l":
		for i := range r.rec.Len() {
			r.show(i)
		}
		return false, nil
	case "p":
		return false, r.playBack(ctx, number, -1)
	case "s":
		return false, r.playBack(ctx, math.NaN(), int(max(number, 0))-1)
	case "q":
		return true, nil
	case "x":
		return true, errNotWritten
	default:
		return false, fmt.Errorf("%q: expected Enter, u, d, w, l, p, s, q or x", line)
	}
	if err == nil {
		r.show(r.rec.Len() - 1)
	}
	return false, err
}

// playBack plays all, or goes to one posture, and makes the joints limp again.
func (r *poser) playBack(ctx context.Context, slower float64, posture int) error {
	if math.IsNaN(slower) {
		slower = 2
	}
	if slower < 1 || slower > 100 {
		return fmt.Errorf("%g times slower: expected 1 to 100", slower)
	}
	m, err := r.rec.Motion(r.name + " under way")
	if err != nil {
		return err
	}
	switch {
	case posture >= len(m.Slots) || posture < -1:
		return fmt.Errorf("posture %d: expected 1 to %d", posture+1, len(m.Slots))
	case posture >= 0:
		m = record.Pose(m, posture, slower)
	default:
		m = m.Slower(slower)
	}
	if len(r.limp) > 0 {
		if err := r.robot.limp(1); err != nil {
			return err
		}
		if err := cli.Pause(ctx, 300*time.Millisecond); err != nil { // until they are stiff
			return err
		}
	}
	err = r.robot.playMotion(ctx, m, nil)
	return errors.Join(err, r.renew())
}
