package yamlread_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/yamlread"
)

type ball struct {
	X    float64 `yaml:"x_m" unit:"m" min:"-5" max:"5"`
	Name string  `yaml:"name"`
}

type named struct {
	Name string `yaml:"@key"`
	Line int    `yaml:"@line"`
	Way  string `yaml:"@path"`
	Min  int    `yaml:"min" need:"a number"`
}

// Validate refuses an odd number.
func (n *named) Validate() error {
	if n.Min%2 != 0 {
		return errors.New("min: 3: expected an even number")
	}
	return nil
}

// word is a text that reads itself.
type word struct{ text string }

// ReadYAML reads a text in capitals.
func (w *word) ReadYAML(n yamlread.Node) {
	text, ok := n.Text()
	if w.text = text; !ok || text != strings.ToUpper(text) {
		n.Wrong("capitals")
	}
}

type all struct {
	Balls  []ball             `yaml:"balls"`
	Hall   *ball              `yaml:"hall"`
	Size   []int              `yaml:"size"`
	Corner [2]float64         `yaml:"corner" max:"9"`
	After  time.Duration      `yaml:"after" max:"10"`
	Rates  map[string]float64 `yaml:"rates" min:"0"`
	Ranges []named            `yaml:"ranges"`
	Kind   string             `yaml:"kind" enum:"red|blue"`
	Word   word               `yaml:"word"`
	Any    any                `yaml:"any"`
	Own    int                `yaml:"-"`
}

const known = "balls, hall, size, corner, after, rates, ranges, kind, word, any"

func TestAFaultHasItsPlaceAndWhatWasExpected(t *testing.T) {
	for src, want := range map[string]string{
		"- 1":                                 "f:1: a list: expected the keys " + known,
		"bals: []":                            `f:1: bals: no such key (did you mean "balls"?); expected one of ` + known,
		"own: 1":                              "f:1: own: no such key; expected one of " + known,
		"balls:\n- {x_m: 1}\n- {x_m: far}":    `f:3: balls[1].x_m: "far": expected a number`,
		"balls:\n- {x_m: 9}":                  "f:2: balls[0].x_m: 9.0: expected -5 to 5 m",
		"balls: {x_m: 1}":                     "f:1: balls: keys with values: expected a list",
		"hall: {name: [1]}":                   "f:1: hall.name: a list: expected a text",
		"hall: 3":                             `f:1: hall: "3": expected the keys x_m, name`,
		"size: [1, many]":                     `f:1: size[1]: "many": expected a whole number`,
		"size: [1]\nsize: [2]":                "f:2: size: the key is there twice, first in line 1",
		"? [1]\n: 2":                          "f:1: a list as a key: expected a name",
		"corner: [1]":                         "f:1: corner: 1 values: expected a list of 2",
		"corner: [1, 10]":                     "f:1: corner[1]: 10.0: expected 9 or less",
		"after: 3":                            `f:1: after: "3": expected a time such as 10s or 250ms`,
		"after: 11s":                          "f:1: after: 11.0: expected 10 or less s",
		"rates: {a: 1, b: .nan}":              "f:1: rates.b: NaN: expected 0 or more",
		"ranges: {a: {min: 2},\n b: {}}":      "f:2: ranges.b.min: missing; expected a number",
		"ranges: {a: {min: 2},\n b: {min: }}": "f:2: ranges.b.min: missing; expected a number",
		"ranges:\n  a:\n    min: 3":           "f:3: ranges.a.min: 3: expected an even number",
		"kind: rde":                           `f:1: kind: "rde": expected "red" or "blue" (did you mean "red"?)`,
		"word: low":                           `f:1: word: "low": expected capitals`,
		"size: [1, 2":                         "f:1: not YAML: did not find expected ',' or ']' (a text with a colon, a comma or brackets in it stands in quotes)",
		"# nothing":                           "f: the file is empty; expected " + known,
		"{}\n---\n{}":                         "f:3: expected one YAML document",
		"size: [x]\nkind: x":                  "f:1: size[0]: \"x\": expected a whole number\nf:2: kind: \"x\": expected \"red\" or \"blue\"",
		"any: &a [*a]":                        "f:1: any" + strings.Repeat("[0]", 101) + ": more than 1048576 values, or 100 inside each other",
	} {
		into := all{Kind: "red"}
		require.EqualError(t, yamlread.Decode("f", []byte(src), &into), want, src)
	}
	into := all{Kind: "red"}
	require.EqualError(t, yamlread.Decode("", []byte("size: many"), &into), `line 1: size: "many": expected a list`, "without a file")
}

func TestATextIsReadByTheTags(t *testing.T) {
	into := all{Kind: "red"}
	require.NoError(t, yamlread.Decode("f", []byte("balls: [&b {x_m: 1.5, name: red}, *b]\nhall: {}\nsize:\nafter: 2s\nranges:\n  z: {min: 2}\n  a: {min: 4}\n"+
		"word: ABC\nany: {a: [1, 0.5, true, x, 2001-01-01]}\n"), &into))
	require.Equal(t, all{
		Balls: []ball{{1.5, "red"}, {1.5, "red"}}, Hall: &ball{}, After: 2 * time.Second, Kind: "red", Word: word{"ABC"},
		Ranges: []named{{"z", 6, "ranges.z", 2}, {"a", 7, "ranges.a", 4}},
		Any:    map[string]any{"a": []any{int64(1), 0.5, true, "x", "2001-01-01"}},
	}, into)
}

func TestAReaderMayBeLooseOrNeedAll(t *testing.T) {
	var into ball
	r := yamlread.New("f", []byte("x_m: 1\nmore: 2"))
	r.Loose, r.Whole = true, true
	require.EqualError(t, r.Read(&into), "f:1: name: missing")
}

func TestAnErrorIsPlacedAtTheKeyThatItBeginsWith(t *testing.T) {
	for text, want := range map[string]string{
		"balls[1].x_m: too near":      "f:3: balls[1].x_m: too near",
		"hall.x_m 3: expected 4":      "f:1: hall.x_m 3: expected 4",
		"size 3: expected 4":          "f:4: size: 3: expected 4",
		"balls[1].name: missing":      "f:3: balls[1].name: missing",
		"there is too little of that": "f:1: there is too little of that",
	} {
		r := yamlread.New("f", []byte("balls:\n- {x_m: 1}\n- {x_m: 2}\nsize: [3]"))
		cause := errors.New(text)
		err := r.Place(cause)
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, cause)
	}
	require.NoError(t, yamlread.New("f", nil).Place(nil))
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("balls: [{x_m: 1}]\nranges: {a: {min: 2}}\nany: {a: *b}"))
	f.Fuzz(func(_ *testing.T, src []byte) { _ = yamlread.Decode("f", src, &all{}) })
}
