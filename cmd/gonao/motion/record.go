package motion

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/motion/slot"
	"gonao/nao"
)

// recordFlags are the flags of motion record.
type recordFlags struct {
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
	f := recordFlags{every: time.Second}
	cmd := &cobra.Command{
		Use: "record FILE.xml", Short: "record a motion from postures of a robot that is moved by hand", Args: cobra.ExactArgs(1),
		Long: `record makes joints limp, records a posture at each Enter, and writes the postures as a motion:

  Enter      record a posture (the chest button does this too, with --button)
  u          undo: remove the last posture
  d 0.8      reach the last posture in 0.8 s; a joint that needs longer gets its time
  w 0.5      rest in the last posture for 0.5 s
  l          list the postures
  p, p 3     play all, 2 or 3 times slower, then continue recording
  s 2        go to posture 2
  q          write the file and end
  x          end without writing

Head and arms go limp by default; --limp selects other joints. Legs go limp only with --legs. Never use that while the robot stands
on them: let the robot sit, rest or lie, or hang it up, and hold it. All joints get stiff again, where they are,
within three seconds after record ends or dies. A posture consists of the angles in robot_state. With --stiff
no joint is made limp, so that something else can move the robot, for example the simulator.

With --take N it needs no input: it records N postures, one every --every, and writes the file.`,
		Example: `  gonao motion record wave.xml --limp right_arm
  gonao motion record get_up.xml --legs
  gonao motion record pose.xml --stiff --take 1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			rec, err := f.recording(args[0])
			if err != nil {
				return err
			}
			return withRobot(cmd.Context(), t, &f.robotFlags, func(r *robot) error {
				return (&recorder{Access: t, recordFlags: &f, robot: r, file: args[0], rec: rec}).run(cmd.Context())
			})
		},
	}
	f.add(t, cmd)
	fs := cmd.Flags()
	fs.StringSliceVar(&f.limp, "limp", []string{"head", "arms"}, "make these joints limp: names, or head, left_arm, right_arm, arms")
	fs.BoolVar(&f.legs, "legs", false, "make the legs limp too")
	fs.BoolVar(&f.stiff, "stiff", false, "make no joints limp")
	fs.StringSliceVar(&f.joints, "joints", nil, "record these joints: names, or parts of the body (default: the limp joints; with --stiff all joints)")
	fs.BoolVar(&f.button, "button", false, "record a posture when the chest button is pressed, too")
	fs.IntVar(&f.take, "take", 0, "record this many postures and end, without input")
	fs.Var((*cli.Seconds)(&f.every), "every", "time between postures with --take")
	fs.Float64Var(&f.sec, "duration", 0.6, "time to reach a posture, s")
	fs.Float64Var(&f.stiffness, "stiffness", 1, "stiffness of the joints when the motion is played, above 0 up to 1")
	fs.StringVar(&f.name, "name", "", "the motion's name (default: the file's)")
	fs.BoolVar(&f.force, "force", false, "overwrite an existing file")
	for _, flag := range []string{"limp", "joints"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, t.CompleteJoints("all", "head", "arms", "left_arm", "right_arm", "legs"))
	}
	return cmd
}

// recording checks the flags and returns an empty recording.
func (f *recordFlags) recording(file string) (*slot.Recording, error) {
	if filepath.Ext(file) != ".xml" {
		return nil, cli.Usagef("%s: expected a file that ends in .xml", file)
	}
	if _, err := os.Stat(file); err == nil && !f.force {
		return nil, fmt.Errorf("%s exists already; --force overwrites it", file)
	}
	f.name = cmp.Or(f.name, strings.TrimSuffix(filepath.Base(file), ".xml"))
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
	rec, err := slot.NewRecording(joints, f.sec, f.stiffness)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return rec, nil
}

// jointsOf returns the joints of names. A name is that of a joint or of a part of the body.
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
