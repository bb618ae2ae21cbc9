package slot

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonao/nao"
)

// columns are the joints as the files of others head their columns.
const columns = "HY HP LSP LSR LEY LER LWY LHYP LHR LHP LKP LAP LAR RHR RHP RKP RAP RAR RSP RSR REY RER RWY LH RH DUR"

// WritePos returns a motion as a .pos file. A .pos file has neither sinusoidal paths nor waits for joints: the notes name
// what is lost.
func (m *Motion) WritePos() (file []byte, notes []string) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "motion %s\n ", strings.Map(printable, m.Name))
	for name := range strings.FieldsSeq(columns) {
		fmt.Fprintf(&b, " %-5s", name)
	}
	b.WriteByte('\n')
	var angle, stiff [nao.NumJoints]string
	for j := range angle {
		angle[j], stiff[j] = "-", "1"
	}
	curved, waits := 0, 0
	for i := range m.Slots {
		s := &m.Slots[i]
		for _, t := range s.Targets {
			angle[t.Joint], stiff[t.Joint] = short(t.Angle*180/math.Pi), short(t.Stiffness())
		}
		line(&b, '$', stiff[:])
		line(&b, '!', append(angle[:], short(float64(s.Duration.Microseconds())/1000)))
		if s.Wait > 0 {
			line(&b, '$', stiff[:])
			line(&b, '!', append(angle[:], short(float64(s.Wait.Microseconds())/1000)))
		}
		if !s.Linear {
			curved++
		}
		if !s.NoWait {
			waits++
		}
	}
	if curved > 0 {
		notes = append(notes, fmt.Sprintf("sinusoidal ways of %d slots: those of a .pos file are straight", curved))
	}
	if waits > 0 {
		notes = append(notes, fmt.Sprintf("waiting for the joints of %d slots: a .pos file goes on by time", waits))
	}
	if len(m.Joints) < nao.NumJoints {
		notes = append(notes, "joints that the motion leaves alone are written as -: nao_pos reads that, rUNSWift does not")
	}
	return b.Bytes(), notes
}

// line writes a line of columns.
func line(b *bytes.Buffer, mark byte, fields []string) {
	text := string(mark)
	for _, f := range fields {
		text += fmt.Sprintf(" %-5s", f)
	}
	b.WriteString(strings.TrimRight(text, " ") + "\n")
}

// short writes a number with at most two digits behind the point.
func short(v float64) string {
	text := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

// printable keeps a name on its line.
func printable(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}
