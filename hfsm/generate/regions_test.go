package generate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

const lamp = `machine: lamp
inputs: {pressed: bool}
initial: dark
states:
  dark: {transitions: [{if: pressed, to: bright, name: press}]}
  bright: {do: {shine: {watts: 5}}, transitions: [{after: 2s, to: dark}]}
`

// parsed reads a machine.
func parsed(t *testing.T, src string) *chart.Machine {
	t.Helper()
	c, findings := chart.ReadYAML("lamp.yaml", []byte(src))
	require.Empty(t, findings.Errors())
	return c
}

// write fills a region of a file in a directory.
func fill(t *testing.T, dir, file, region, code string) {
	t.Helper()
	path := filepath.Join(dir, file)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	mark := regionBegin + region + "\n"
	require.Contains(t, string(text), mark)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), mark, mark+code, 1)), 0o600))
}

func read(t *testing.T, dir, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, file))
	require.NoError(t, err)
	return string(text)
}

func TestUserCodeStaysWhenTheMachineIsGeneratedAgain(t *testing.T) {
	dir := t.TempDir()
	_, written, err := Dir(dir, parsed(t, lamp), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"machine.go", "states.go", "engine.go"}, written)
	_, written, err = Dir(dir, parsed(t, lamp), Options{})
	require.NoError(t, err)
	require.Empty(t, written, "the same bytes")

	fill(t, dir, "states.go", "do bright", "\tm.lit += time.Second\n")
	fill(t, dir, "states.go", "imports", "\t\"time\"\n")
	fill(t, dir, "machine.go", "fields", "\tlit time.Duration\n")
	before := read(t, dir, "states.go") + read(t, dir, "machine.go")
	result, written, err := Dir(dir, parsed(t, lamp), Options{})
	require.NoError(t, err)
	require.Empty(t, result.Orphans)
	require.Equal(t, before, read(t, dir, "states.go")+read(t, dir, "machine.go"), "%v", written)
}

func TestUserCodeOfARenamedStateIsKeptAndTold(t *testing.T) {
	dir := t.TempDir()
	_, _, err := Dir(dir, parsed(t, lamp), Options{})
	require.NoError(t, err)
	fill(t, dir, "states.go", "do bright", "\tprintln(\"bright\")\n\n\tprintln(`a\n  b`)\n")
	before := read(t, dir, "states.go")

	renamed := parsed(t, strings.ReplaceAll(lamp, "bright", "light"))
	for range 2 { // also the second time
		result, _, err := Dir(dir, renamed, Options{})
		require.NoError(t, err)
		require.Equal(t, []string{"do bright"}, result.Orphans)
		text := read(t, dir, "states.go")
		require.Contains(t, text, "// orphaned: // user code: begin do bright\n// orphaned: \tprintln(\"bright\")\n")
	}
	result, _, err := Dir(dir, parsed(t, lamp), Options{})
	require.NoError(t, err)
	require.Empty(t, result.Orphans)
	require.Equal(t, before, read(t, dir, "states.go"), "the state has its name again")
}

func TestBrokenRegionsAreRefusedAndNothingIsWritten(t *testing.T) {
	for name, row := range map[string]struct{ text, says string }{
		"no end":      {"// user code: begin a\n", `states.go:1: region "a" has no end`},
		"in another":  {"// user code: begin a\n// user code: begin b\n", `states.go:2: region "b" begins inside of "a" of line 1`},
		"wrong end":   {"// user code: begin a\n// user code: end b\n", `states.go:2: end of region "b"; expected that of "a"`},
		"twice":       {"// user code: begin a\nx\n// user code: end a\n// user code: begin a\nx\n// user code: end a\n", `a second region "a"`},
		"is not code": {"// user code: begin do bright\n}}\n// user code: end do bright\n", "is all user code in it Go?"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			text := generatedBy + "\n"
			require.NoError(t, os.WriteFile(filepath.Join(dir, "states.go"), []byte(text+row.text), 0o600))
			_, _, err := Dir(dir, parsed(t, lamp), Options{})
			require.ErrorContains(t, err, strings.NewReplacer("go:1:", "go:2:", "go:2:", "go:3:", "line 1", "line 2").Replace(row.says))
			require.NoFileExists(t, filepath.Join(dir, "machine.go"))
		})
	}
}

func TestAFileThatWasNotGeneratedIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "states.go"), []byte("package mine\n"), 0o600))
	_, _, err := Dir(dir, parsed(t, lamp), Options{})
	require.ErrorContains(t, err, "states.go: this file was not generated")
}

func TestWhatCannotBecomeGoIsRefusedWithItsPlace(t *testing.T) {
	c := parsed(t, "machine: m\ninitial: a\nstates:\n  a:\n    entry: [{set: {}}]\n")
	c.Root.States[0].Entry = []chart.Action{{Do: chart.Script, Place: chart.Place{Line: 5, Column: 13, Key: "states.a.entry[0]"}, Value: &chart.Expression{Text: "x = 1", Language: "lua", Place: chart.Place{Line: 5, Column: 13, Key: "states.a.entry[0].lua"}}}}
	_, err := newPlan(c, &Options{})
	require.NoError(t, err)
	words := &hfsm.Vocabulary{Languages: map[string]hfsm.Language{"lua": silent{}}}
	_, err = Package(c, Options{Words: words})
	require.EqualError(t, err, "lamp.yaml:5:13: states.a.entry[0].lua: a text in Lua; expected typed expressions, or --with-lua, which takes the interpreter along")
	c.Root.States[0].Entry[0].Value.Language = "prolog"
	words.Languages["prolog"] = silent{}
	_, err = Package(c, Options{Words: words, WithLua: true})
	require.EqualError(t, err, "lamp.yaml:5:13: states.a.entry[0].lua: a text in prolog; only typed expressions and Lua become Go")
	c.Profile = chart.SCXML
	_, err = Package(c, Options{})
	require.ErrorContains(t, err, "only those of the profile robot become Go")
}

// silent is a language that does nothing.
type silent struct{}

func (silent) Unit(*chart.Machine) (hfsm.Unit, error)        { return silent{}, nil }
func (silent) Piece(chart.Expression, hfsm.Use) (int, error) { return 0, nil }
func (silent) Open(*hfsm.Scope) (hfsm.Session, error)        { return nil, nil } //nolint:nilnil // never run

func TestNamesBecomeIdentifiers(t *testing.T) {
	for text, want := range map[string]string{
		"followBall": "FollowBall", "ball_age": "BallAge", "1st": "N1st", "über uns": "ÜberUns", "…": "X", "東": "X東", "a-b": "AB",
	} {
		require.Equal(t, want, exported(text))
	}
	n := newNames("Tick")
	require.Equal(t, []string{"Tick2", "A1", "A1_2", "A1_3"}, []string{n.claim("Tick"), n.claim("A1"), n.claim("A1"), n.claim("A1")})
	require.Equal(t, "followanddance", packageName("follow_and_dance"))
	require.Equal(t, "gomachine", packageName("go"))
	require.Equal(t, "ball_age", topic("ballAge"))
	require.Equal(t, "n1_st", topic("1 ST"))
}
