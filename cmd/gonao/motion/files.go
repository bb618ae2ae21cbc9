package motion

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/graph"
	"gonao/motion/slot"
)

// outFlags are the flags of commands that write a motion.
type outFlags struct{ output, name string }

func (f *outFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write to this file")
	cmd.Flags().StringVar(&f.name, "name", "", "name of the motion")
}

// write writes a motion as XML. It checks first that the XML can be read.
func (f *outFlags) write(t graph.Access, m *slot.Motion, comment string) error {
	named := *m
	if f.name != "" {
		named.Name = f.name
	}
	data := named.XML(comment)
	if _, err := slot.Parse("the result", data); err != nil {
		return err
	}
	return t.WriteTo(f.output, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

func newMirror(t graph.Access) *cobra.Command {
	var f outFlags
	var dir string
	cmd := &cobra.Command{
		Use: "mirror MOTION|FILE", Short: "write a motion with left and right exchanged", Args: cobra.ExactArgs(1),
		Long: `mirror exchanges left and right: rolls and yaws change their sign. The result has the name of the
motion with _mirrored added, unless --name is given. If the other side's range ends
earlier (a NAO's ankles, by half a degree), the angle becomes that end, and mirror prints a note.

A robot plays the mirror image of any motion without such a file: add @mirrored to its name.`,
		Example:           "  gonao motion mirror motion/motions/dance_left.xml --name dance_over -o dance_over.xml",
		ValidArgsFunction: completeMotion,
		RunE: func(_ *cobra.Command, args []string) error {
			m, err := readMotion(t, dir, args[0])
			if err != nil {
				return err
			}
			mirror, ends := m.Mirror()
			printNotes(t, ends)
			mirror.Name = m.Name + "_mirrored"
			return f.write(t, mirror, "Mirror image of "+m.Name+".")
		},
	}
	f.add(cmd)
	dirFlag(cmd, &dir)
	return cmd
}

func newImport(t graph.Access) *cobra.Command {
	var f outFlags
	var fit bool
	cmd := &cobra.Command{
		Use: "import FILE.pos|km_FILE.lua", Short: "turn keyframes of rUNSWift, nao_pos or Luar into a motion", Args: cobra.ExactArgs(1),
		Long: `import reads a .pos file: lines of ! with 25 angles in degrees and a time in ms, and of $ with 25
stiffnesses for the next one. Or it reads Luar's keyframes (km_*.lua): a Lua file, run in a sandbox, that
returns servos and keyframes of angles in radians, durations and stiffnesses. Movements are linear in
time, as in the file.

An angle slightly beyond the range of a joint is set to the end of the range, with a note. An angle further
beyond, or a movement that a joint is too slow for, is an error with its line; with --fit the angle
is limited and the movement takes longer.`,
		Example: `  gonao motion import getupBack.pos --fit -o stand_up_back.xml
  gonao motion import km_NaoV4_StandupFromFront.lua --fit -o stand_up_front.xml`,
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			m, notes, err := readKeyframes(args[0], data, fit)
			if err != nil {
				return err
			}
			printNotes(t, notes)
			return f.write(t, m, "From "+filepath.Base(args[0])+".")
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&fit, "fit", false, "change what the joints cannot do, instead of an error")
	return cmd
}

// readKeyframes reads keyframes of other software, according to the ending of the file.
func readKeyframes(file string, data []byte, fit bool) (*slot.Motion, []string, error) {
	switch {
	case filepath.Ext(file) == ".lua":
		return readLuar(file, data, fit)
	case fit:
		return slot.FitPos(file, data)
	}
	return slot.ParsePos(file, data)
}

func newExport(t graph.Access) *cobra.Command {
	var output, dir string
	cmd := &cobra.Command{
		Use: "export MOTION|FILE", Short: "write a motion as a .pos file", Args: cobra.ExactArgs(1),
		Long: `export writes a motion for nao_pos or rUNSWift. A .pos file has only linear movements and times;
notes list what is lost.`,
		Example:           "  gonao motion export stand -o stand.pos",
		ValidArgsFunction: completeMotion,
		RunE: func(_ *cobra.Command, args []string) error {
			m, err := readMotion(t, dir, args[0])
			if err != nil {
				return err
			}
			data, notes := m.WritePos()
			printNotes(t, notes)
			return t.WriteTo(output, func(w io.Writer) error {
				_, err := w.Write(data)
				return err
			})
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this file")
	dirFlag(cmd, &dir)
	return cmd
}

// writeMotion writes a motion to a file. It replaces an existing file.
func writeMotion(file string, m *slot.Motion, comment string) error {
	if err := os.WriteFile(file, m.XML(comment), 0o644); err != nil {
		return fmt.Errorf("write motion %q: %w", m.Name, err)
	}
	return nil
}
