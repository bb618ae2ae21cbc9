package slot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"gonao/nao"
)

// XML returns the motion as a file that Parse reads. comment is put at its top, and
// may be empty. Angles are rounded to a ten thousandth of a degree.
func (m *Motion) XML(comment string) []byte {
	var b bytes.Buffer
	if comment != "" {
		fmt.Fprintf(&b, "<!-- %s -->\n", strings.TrimSuffix(strings.ReplaceAll(comment, "--", "- -"), "-"))
	}
	usual := Slot{Tolerance: m.Tolerance, Timeout: m.Timeout, Linear: true, NoWait: true}
	slack := m.usualSlack()
	for i := range m.Slots {
		usual.Linear = usual.Linear && m.Slots[i].Linear
		usual.NoWait = usual.NoWait && m.Slots[i].NoWait
	}
	b.WriteString("<motion")
	attribute(&b, "name", m.Name)
	if m.Lying {
		attribute(&b, "lying", "true")
	}
	attribute(&b, "tolerance_deg", degrees(m.Tolerance))
	attribute(&b, "timeout", inSec(m.Timeout))
	writeSetting(&b, Slot{}, usual)
	writeSlack(&b, 0, slack)
	b.WriteString(">\n")
	for i := range m.Slots {
		m.writeSlot(&b, i, usual, slack)
	}
	b.WriteString("</motion>\n")
	return b.Bytes()
}

// usualSlack returns the slack of the first joint that is not limp, the most common value.
func (m *Motion) usualSlack() float64 {
	for i := range m.Slots {
		for _, t := range m.Slots[i].Targets {
			if !t.Limp() {
				return t.Slack
			}
		}
	}
	return 0
}

// writeSlot writes slot i, without values that it inherits from the motion.
func (m *Motion) writeSlot(b *bytes.Buffer, i int, usual Slot, slack float64) {
	s := &m.Slots[i]
	b.WriteString("  <slot")
	attribute(b, "duration", inSec(s.Duration))
	if s.Wait > 0 {
		attribute(b, "wait", inSec(s.Wait))
	}
	if t := m.tolerance(s); t != m.Tolerance {
		attribute(b, "tolerance_deg", degrees(t))
	}
	if t := m.timeout(s); t != m.Timeout {
		attribute(b, "timeout", inSec(t))
	}
	writeSetting(b, usual, *s)
	own := s.Targets[0].Slack
	for _, t := range s.Targets {
		if t.Slack != own {
			own = slack // they differ: each joint writes its own
		}
	}
	writeSlack(b, slack, own)
	b.WriteString(">\n")
	for _, t := range s.Targets {
		b.WriteString("    <joint")
		attribute(b, "name", t.Joint.String())
		name, _, scale := unitOf(t.Joint)
		attribute(b, name, rounded(t.Angle/scale))
		writeSlack(b, own, t.Slack)
		b.WriteString("/>\n")
	}
	b.WriteString("  </slot>\n")
}

// writeSetting writes the settings of a slot that differ from its motion's.
func writeSetting(b *bytes.Buffer, usual, s Slot) {
	if s.Linear != usual.Linear {
		attribute(b, "trajectory", map[bool]string{false: "sine", true: "linear"}[s.Linear])
	}
	if s.Support != usual.Support {
		attribute(b, "support", s.Support.String())
	}
	if s.NoWait != usual.NoWait {
		attribute(b, "wait_reached", strconv.FormatBool(!s.NoWait))
	}
}

func writeSlack(b *bytes.Buffer, usual, slack float64) {
	if slack != usual {
		attribute(b, "stiffness", rounded(1-slack))
	}
}

func attribute(b io.Writer, name, value string) {
	fmt.Fprintf(b, ` %s="`, name)
	_ = xml.EscapeText(b, []byte(value)) // b is a buffer
	fmt.Fprint(b, `"`)
}

// rounded writes a number with at most four digits behind the point, without zeros
// at its end.
func rounded(v float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 4, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

func degrees(rad float64) string { return rounded(rad * 180 / math.Pi) }

// inSec writes a time in s, to the nanosecond.
func inSec(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// Slower returns the motion with all its times longer by a factor. Below 1 it is faster, but
// no slot is faster than its joints can be, on ways that the motion determines.
func (m *Motion) Slower(factor float64) *Motion {
	slow := *m
	slow.Slots = make([]Slot, len(m.Slots))
	var last [nao.NumJoints]float64
	var known [nao.NumJoints]bool
	for i, s := range m.Slots {
		s.Duration = max(time.Duration(float64(s.Duration)*factor), XMLSeconds(minSec))
		s.Wait = time.Duration(float64(s.Wait) * factor)
		for _, t := range s.Targets {
			if known[t.Joint] && !t.Limp() {
				s.Duration = max(s.Duration, s.shortest(t.Joint, t.Angle-last[t.Joint]))
			}
			last[t.Joint], known[t.Joint] = t.Angle, !t.Limp()
		}
		slow.Slots[i] = s
	}
	return &slow
}
