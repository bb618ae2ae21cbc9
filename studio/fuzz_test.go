package studio

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzApply applies whatever a browser may send to a document: it is done or refused, and an undo brings the bytes
// back.
func FuzzApply(f *testing.F) {
	for _, c := range []string{
		`{"op":"add_state","name":"x","x":1,"y":2}`, `{"op":"rename_state","state":"watch","name":"FINAL"}`,
		`{"op":"nest","states":["watch"],"parent":"greet"}`, `{"op":"set","state":"watch","key":"do","text":"{a: [}"}`,
		`{"op":"paste","clip":"gonao_clip: 1\nstates: {a: {}}"}`, `{"op":"retarget","transition":"watch#99","to":"x"}`,
		`{"op":"layout","places":[{"state":"watch","x":1e308,"y":-1}]}`, `{"op":"set_declaration","key":"inputs","name":"a b","text":"*x"}`,
		`{"op":"replace_text","text":"a: &a [*a, *a]"}`, `{"op":"unnest","state":"a/b/c"}`,
	} {
		f.Add(c, greet)
	}
	f.Fuzz(func(t *testing.T, text, document string) {
		var c Command
		if json.Unmarshal([]byte(text), &c) != nil || len(document) > 20_000 {
			return
		}
		d := newDocument("m.yaml", YAML, document, nothing)
		if _, err := d.apply("ann", 1, c); err != nil {
			require.Equal(t, document, d.text)
			return
		}
		if d.text == document {
			return
		}
		_, err := d.undo("ann")
		require.NoError(t, err)
		require.Equal(t, document, d.text)
	})
}

// FuzzText opens whatever a file may hold: it is shown with its findings.
func FuzzText(f *testing.F) {
	for _, text := range []string{greet, "", "states: {", "a: *b", "{a: {b: {c: [", strings.Repeat("- ", 300), "? a\n: b", "machine: x\nstates:\n  a: {transitions: [{to: [", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20_000 {
			return
		}
		d := newDocument("m.yaml", YAML, text, nothing)
		_, err := json.Marshal(d.snapshot())
		require.NoError(t, err)
		require.Equal(t, text, d.text)
	})
}
