package studio

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkCommandOn200States runs one rename with its edits, its check and its view, on a large machine.
func BenchmarkCommandOn200States(b *testing.B) {
	var text strings.Builder
	text.WriteString("machine: large\ninputs: {near: bool}\ninitial: s0\nstates:\n")
	for i := range 200 {
		fmt.Fprintf(&text, "  s%d:\n    do: {track: {color: red}} # state %d\n    transitions:\n      - {after: 2s, if: near, to: s%d}\n      - {event: e, to: s0}\n", i, i, (i+1)%200)
	}
	d := newDocument("large.yaml", YAML, text.String(), nothing)
	b.ReportAllocs()
	names := []string{"other", "s100"}
	i := 0
	for b.Loop() {
		if _, err := d.apply("ann", d.revision, Command{Op: RenameState, State: names[1-i%2], Name: names[i%2]}); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
