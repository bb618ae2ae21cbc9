package trial

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonao/motion/paper/cpg"
	"gonao/motion/paper/gait"
	"gonao/motion/tunable"
)

// Changes is what changed when one of the paper's behaviours was adapted to the robot: its numbers for the paper's simulator
// against those for the robot.
type Changes struct{ Durations, Amplitudes, Others string }

// Changed returns what differs between two sets of an engine's numbers. Numbers with the
// unit s are durations, 1/s their inverse; top speeds and lifts count as amplitudes.
func Changed(before, after []tunable.Field) Changes {
	var durations, amplitudes, others []string
	for i, b := range before {
		was, is := *b.Value, *after[i].Value
		if was == is {
			continue
		}
		switch {
		case was == 0 || is == 0 || was*is < 0:
			others = append(others, fmt.Sprintf("%s %.3g → %.3g %s", b.Name, was, is, b.Unit))
		case b.Unit == "s":
			durations = append(durations, b.Name+" "+change(is/was))
		case b.Unit == "1/s":
			durations = append(durations, "1/"+b.Name+" "+change(was/is))
		default:
			amplitudes = append(amplitudes, b.Name+" "+change(is/was))
		}
	}
	return Changes{strings.Join(durations, ", "), strings.Join(amplitudes, ", "), strings.Join(others, ", ")}
}

// change returns a factor as a change in per cent.
func change(factor float64) string { return fmt.Sprintf("%+.0f %%", 100*(factor-1)) }

// changedCPG returns how the periods and amplitudes of two CPG behaviours differ, as the ratio of their means over the sines
// of joints that swing.
func changedCPG(before, after *cpg.Motion) Changes {
	periodB, amplitudeB := swing(before)
	periodA, amplitudeA := swing(after)
	return Changes{Durations: "periods " + change(periodA/periodB), Amplitudes: "all " + change(amplitudeA/amplitudeB)}
}

// swing is the mean period of the sines that swing, s, and the sum of amplitudes, rad.
func swing(m *cpg.Motion) (periodSec, amplitude float64) {
	n := 0
	for _, j := range m.Joints {
		for _, s := range j.Sines {
			if s.Amplitude == 0 {
				continue
			}
			periodSec += s.Period.Seconds()
			amplitude += math.Abs(s.Amplitude)
			n++
		}
	}
	return periodSec / float64(max(n, 1)), amplitude
}

// cpgChanges compares a built-in CPG behaviour with the one before it was adapted.
func cpgChanges(name string) func() (Changes, error) {
	return func() (Changes, error) {
		before, err := loadCPG(name+cpg.Simulated, "")
		if err != nil {
			return Changes{}, err
		}
		after, err := loadCPG(name, "")
		if err != nil {
			return Changes{}, err
		}
		return changedCPG(before, after), nil
	}
}

func omniChanges() (Changes, error) {
	before, after := gait.OmniSimulated(), gait.OmniAdapted()
	c := Changed(before.Fields(), after.Fields())
	if before.TwoYaws != after.TwoYaws {
		c.Others = strings.TrimPrefix(c.Others+", one hip yaw for both legs", ", ")
	}
	return c, nil
}

func tfsChanges(before, after func() gait.TFSConfig) func() (Changes, error) {
	return func() (Changes, error) {
		b, a := before(), after()
		return Changed(b.Fields(), a.Fields()), nil
	}
}

// WriteChanges writes what adapting changed, a line a row; rows that are the same in all
// profiles are left out, and nothing is written if no row is left.
func WriteChanges(w io.Writer, all []Measured) error {
	head, last := "\n| adapted to the robot | durations | amplitudes, speeds | other numbers |\n|-|-|-|-|\n", (*Row)(nil)
	for i := range all {
		row := all[i].Row
		if row == last || row.Changes == nil {
			continue
		}
		last = row
		c, err := row.Changes()
		if err != nil {
			return fmt.Errorf("%s: %w", row.Name, err)
		}
		if _, err := fmt.Fprintf(w, "%s| **%s** | %s | %s | %s |\n", head, row.Title, orSame(c.Durations), orSame(c.Amplitudes), orSame(c.Others)); err != nil {
			return err
		}
		head = ""
	}
	return nil
}

func orSame(s string) string {
	if s == "" {
		return "as they were"
	}
	return s
}
