// Package motion holds the commands gonao motion: check, mirror, convert, play, record and
// plot motions.
package motion

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/lab"
	"gonao/internal/si"
	"gonao/internal/wording"
	"gonao/motion"
	"gonao/motion/paper/cpg"
	"gonao/motion/slot"
	"gonao/nao"
)

// New returns the commands.
func New(t graph.Access) *cobra.Command {
	return cli.Group("motion", "check, mirror, import, play, record, adapt and plot motions",
		newList(t),
		newShow(t),
		newCheck(t),
		newMirror(t),
		newImport(t),
		newExport(t),
		newPlay(t),
		newStep(t),
		newRecord(t),
		newReload(t),
		lab.NewAdapt(lab.Start(t.Terminal)),
		lab.NewKicks(lab.Start(t.Terminal)),
		newPlot(t),
	)
}

// dirFlag adds the flag --dir.
func dirFlag(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "dir", "", "use the motions of this directory too, as the node motion does with motion_dir")
}

func newList(t graph.Access) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use: "list", Short: "list motions with their slots, times and joints", Args: cobra.NoArgs,
		Long: `list prints the built-in motions and those of --dir, each with the number of its slots, its
length and the parts of the body that it moves, and the built-in CPG behaviours.`,
		Example: "  gonao motion list",
		RunE: func(*cobra.Command, []string) error {
			library, wrong, err := motion.ReadMotions(dir, nil)
			if err != nil {
				return err
			}
			for _, name := range library.Names() {
				m := library[name]
				fmt.Fprintf(t.Out, "%-20s %2d slots %5.2f s  %s\n", name, len(m.Slots), m.Length().Seconds(), bodyParts(m.Joints))
			}
			behaviours, err := cpg.Builtin()
			if err != nil {
				return err
			}
			for _, name := range behaviours.Names() {
				fmt.Fprintf(t.Out, "%-20s CPG\n", name)
			}
			return wrong.Err()
		},
	}
	dirFlag(cmd, &dir)
	return cmd
}

// bodyParts returns the parts of the body that joints belong to.
func bodyParts(joints []nao.Joint) string {
	var parts []string
	for _, name := range []string{"head", "left_arm", "right_arm", "legs"} {
		part, err := nao.ParseJoints(name)
		if err == nil && slices.ContainsFunc(part, func(j nao.Joint) bool { return slices.Contains(joints, j) }) {
			parts = append(parts, strings.ReplaceAll(name, "_", " "))
		}
	}
	return strings.Join(parts, ", ")
}

// isMotionFile reports whether name is the name of a file rather than of a motion.
func isMotionFile(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".xml" || ext == ".pos"
}

// readMotion reads a motion from a file, or returns the motion with that name. It prints a note for each change
// that was necessary.
func readMotion(t graph.Access, dir, name string) (*slot.Motion, error) {
	if !isMotionFile(name) {
		library, wrong, err := motion.ReadMotions(dir, nil)
		if err = cmp.Or(err, wrong[strings.TrimSuffix(name, "@"+slot.Mirrored)]); err != nil {
			return nil, err
		}
		if m, ok := library.Find(name); ok {
			return m, nil
		}
		return nil, fmt.Errorf("motion %q: no such motion%s; gonao motion list shows all motions; the name of a file ends in .xml or .pos", name, wording.DidYouMean(name, library.Names()))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(name) == ".pos" {
		m, notes, err := slot.FitPos(name, data)
		printNotes(t, notes)
		return m, err
	}
	return slot.Parse(name, data)
}

// printNotes prints notes on the error output.
func printNotes(t graph.Access, notes []string) {
	for _, n := range notes {
		fmt.Fprintln(t.Errs, n)
	}
}

func newShow(t graph.Access) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use: "show MOTION|FILE", Short: "show the slots of a motion", Args: cobra.ExactArgs(1),
		Long: `show prints a motion slot by slot: when the slot is reached, how, and the angle of each joint,
with the stiffness if it is not full. A name may end in @mirrored.`,
		Example:           "  gonao motion show stand\n  gonao motion show dance_left@mirrored",
		ValidArgsFunction: completeMotion,
		RunE: func(_ *cobra.Command, args []string) error {
			m, err := readMotion(t, dir, args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(t.Out, "%s: %s, %.2f s, %s\n", m.Name, wording.Count(len(m.Slots), "slot"), m.Length().Seconds(), bodyParts(m.Joints))
			sec := 0.0
			for i := range m.Slots {
				s := &m.Slots[i]
				sec += s.Duration.Seconds()
				fmt.Fprintf(t.Out, "%3d  at %.2f s%s\n", i+1, sec, slotText(s))
				for _, target := range s.Targets {
					fmt.Fprintf(t.Out, "       %s\n", targetText(target))
				}
				sec += s.Wait.Seconds()
			}
			return nil
		},
	}
	dirFlag(cmd, &dir)
	return cmd
}

// slotText returns the settings of a slot that differ from the default.
func slotText(s *slot.Slot) (text string) {
	if s.Linear {
		text += ", straight"
	}
	if s.NoWait {
		text += ", by time"
	}
	if s.Wait > 0 {
		text += fmt.Sprintf(", rests %.2f s", s.Wait.Seconds())
	}
	return text
}

// targetText returns the target of a joint as text.
func targetText(t slot.Target) string {
	if t.Limp() {
		return fmt.Sprintf("%-15s limp", t.Joint)
	}
	text := fmt.Sprintf("%-15s %7s", t.Joint, angleText(t.Joint, t.Angle))
	if t.Slack > 0 {
		text += fmt.Sprintf("  stiffness %.2g", t.Stiffness())
	}
	return text
}

// angleText returns an angle in degrees or, for a hand, the share by which it is open.
func angleText(j nao.Joint, rad float64) string {
	if j == nao.LHand || j == nao.RHand {
		return fmt.Sprintf("%.2f", rad)
	}
	return fmt.Sprintf("%.1f°", rad/si.Degree)
}

func newCheck(t graph.Access) *cobra.Command {
	return &cobra.Command{
		Use: "check FILE...", Short: "report everything that is wrong with motions", Args: cobra.MinimumNArgs(1),
		Long: `check reads slot motions and CPG behaviours (.xml) and keyframe files (.pos) as the robot would, and
prints how near they come to the limits of the joints, or all errors, with file and line. It does not check whether the robot hits itself or falls: play a
motion in the simulator first.

Exit codes: 0 all can be played, 1 some cannot, 2 wrong command line.`,
		Example: "  gonao motion check motion/motions/stand.xml motion/motions/dance_left.xml\n  gonao motion check motion/paper/cpg/files/cpg_walk.xml",
		RunE: func(_ *cobra.Command, args []string) error {
			wrong := 0
			for _, file := range args {
				if m, findings, ok := readCPG(file); ok && isMotionFile(file) {
					if len(findings) > 0 {
						wrong++
						fmt.Fprintln(t.Errs, errors.Join(findings...))
						continue
					}
					fmt.Fprintf(t.Out, "%s: %s\n", file, cpgVerdict(m))
					continue
				}
				m, err := readMotion(t, "", file)
				if err != nil {
					wrong++
					fmt.Fprintln(t.Errs, err)
					continue
				}
				fmt.Fprintf(t.Out, "%s: %s\n", file, verdict(m))
			}
			if wrong > 0 {
				return fmt.Errorf("%d of %s cannot be played", wrong, cli.Count(len(args), "motion"))
			}
			return nil
		},
	}
}

// verdict describes how near a motion comes to the limits of the joints.
func verdict(m *slot.Motion) string {
	load := slot.Strain(m)
	text := fmt.Sprintf("motion %s, %s, %.2f s, %s", m.Name, wording.Count(len(m.Slots), "slot"), m.Length().Seconds(), bodyParts(m.Joints))
	if load.Speed > 0 {
		text += fmt.Sprintf("; %s turns with %.0f %% of its top speed in slot %d", load.Joint, 100*load.Speed, load.Slot+1)
	}
	if load.Stiffest < 1 || load.Softest < 1 {
		text += fmt.Sprintf("; stiffness %.2g to %.2g", load.Softest, load.Stiffest)
	}
	if len(load.Limp) > 0 {
		var names []string
		for _, j := range load.Limp {
			names = append(names, j.String())
		}
		text += "; limp: " + strings.Join(names, ", ")
	}
	return text
}

// completeMotion completes the names of gonao's own motions, and files.
func completeMotion(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return graph.NoCompletions()
	}
	var names []string
	if library, err := motion.LoadMotions(""); err == nil {
		names = append(names, library.Names()...)
	}
	if behaviours, err := cpg.Builtin(); err == nil {
		names = append(names, behaviours.Names()...)
	}
	return graph.WithPrefix(names, typed), cobra.ShellCompDirectiveDefault
}
