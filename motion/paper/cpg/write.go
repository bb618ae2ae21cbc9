package cpg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
)

// XML returns the behaviour as the file that [Parse] reads, rounded to 1 µrad and 1 µs.
// The comment is put before it.
func (m *Motion) XML(comment string) []byte {
	var b bytes.Buffer
	if comment != "" {
		fmt.Fprintf(&b, "<!-- %s -->\n", comment)
	}
	var name bytes.Buffer
	_ = xml.EscapeText(&name, []byte(m.Name)) // writing to a buffer does not fail
	fmt.Fprintf(&b, "<cpg name=%q start=%q stop=%q>\n", name.String(), text(m.Start.Seconds()), text(m.Stop.Seconds()))
	for _, j := range m.Joints {
		fmt.Fprintf(&b, "  <joint name=%q>\n", j.Joint)
		for _, s := range j.Sines {
			fmt.Fprintf(&b, "    <sine amplitude_deg=%q period=%q phase_deg=%q offset_deg=%q/>\n",
				degrees(s.Amplitude), text(s.Period.Seconds()), degrees(s.Phase), degrees(s.Offset))
		}
		b.WriteString("  </joint>\n")
	}
	b.WriteString("</cpg>\n")
	return b.Bytes()
}

func text(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64) }

func degrees(rad float64) string {
	const digits = 1e4
	return strconv.FormatFloat(math.Round(rad*180/math.Pi*digits)/digits, 'f', -1, 64)
}
