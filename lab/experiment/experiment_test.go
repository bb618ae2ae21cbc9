package experiment

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/estimate"
	"gonao/internal/journal"
)

// design returns the experiment that a text describes.
func design(text string) (*Experiment, error) { return parse("mine.yaml", []byte(text)) }

// ask is an experiment with a command that answers at once.
const ask = `run: command
seeds: 1-4
settings: {command: 'echo "{\"x\": {a}, \"y\": {seed}}"', reports: x y}
factors: {a: [1, 2, 3]}
measures: {sum: x + y, large: x > 1.5}
`

func TestWhatIsWrongIsNamedWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"seeds: 1-3":                                            "mine.yaml:1: run: missing; expected a kind of run, see gonao experiment kinds",
		"run: wlak":                                             `mine.yaml:1: run: "wlak": no such kind (did you mean "walk"?); expected one of walk, motion, machine`,
		"run: walk\nseeds: 3-1":                                 `mine.yaml:2: seeds: seeds "3-1": expected numbers from 1 on and ranges such as 1-36,1001`,
		"run: walk\nfactors: {x: []}":                           "mine.yaml:2: factors.x: a list: expected at least one level",
		"run: walk\nfactors: {x: [0.1, 0.1]}":                   `factors.x: the level "0.1" is there twice`,
		"run: walk\nfactors: {x: [0.1]}\ncompare: y":            `mine.yaml:3: compare: "y": no such factor; expected one of x`,
		"run: walk\nsettings: {frction: 0.3}":                   `mine.yaml:2: settings.frction: no such setting (did you mean "friction"?)`,
		"run: walk\nfactors: {friction: [0.3, 70]}":             "mine.yaml:2: factors.friction[1]: body: friction 70: expected 0.01 to 10",
		"run: walk\nsettings: {motion.walk.fast: 1}":            "mine.yaml:2: settings.motion.walk.fast: no such parameter",
		"run: walk\nsettings: {gait: trot}":                     `mine.yaml:2: settings.gait: "trot": expected one of walk, cpg, omni, tfs`,
		"run: walk\nmeasures: {v: speeed}":                      `mine.yaml:2: measures.v: "speeed": `,
		"run: walk\nfactors: {x: [0.1]}\nplots: [{x: x, y: v}]": `mine.yaml:3: plots[0].y: "v": no such measure; expected one of speed, turn`,
		"run: motion\nsettings: {row: forwad}":                  `mine.yaml:2: settings.row: row "forwad": no such row (did you mean "forward"?)`,
		"run: command":                                          "mine.yaml:1: settings.command: missing",
		"run: localization\nsettings: {corner_net: none.net}":   "mine.yaml:2: settings.corner_net: open none.net: no such file",
		"run: match\nsettings: {team: nobody}":                  `"nobody"`,
		"run: machine\nsettings: {machine: folow_ball}":         `"folow_ball"`,
	} {
		_, err := design(text)
		require.ErrorContains(t, err, want, text)
	}
}

// One run names everything that is wrong, in the order of the lines, also what a run of the likely kind would not have.
func TestFiveErrorsAreNamedAtOnce(t *testing.T) {
	_, err := design(`run: wlak
seeds: 3-1
settings: {frction: 0.3}
factors:
  friction: [0.2, 70]
  body: {new: {profle: real}, old: {motion.walk.lft: 1}}
measures: {v: speed, w: speeed}
compare: frictin
plots: [{x: friction, z: v}, {x: friction, y: u}]
`)
	require.Error(t, err)
	var keys []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		part := strings.SplitN(line, ": ", 3)
		keys = append(keys, strings.TrimPrefix(part[0], "mine.yaml:")+" "+part[1])
	}
	require.Equal(t, []string{
		"1 run", "2 seeds", "3 settings.frction", "5 factors.friction[1]", "6 factors.body.new.profle", "6 factors.body.old.motion.walk.lft", "7 measures.w", "8 compare",
		"9 plots[0].z", "9 plots[0].y", "9 plots[1].y",
	}, keys, err)
}

func TestEachCombinationIsACell(t *testing.T) {
	e, err := design(`run: command
settings: {command: "true {a} {b} {c}", reports: x, c: 1}
factors:
  a: [1, 2]
  kind: {none: {b: 0}, both: {b: 5, c: 2}}
`)
	require.NoError(t, err)
	var labels []string
	for i := range e.Cells {
		labels = append(labels, e.Label(&e.Cells[i], -1))
	}
	require.Equal(t, []string{"a 1, kind none", "a 1, kind both", "a 2, kind none", "a 2, kind both"}, labels)
	require.Equal(t, "a=2 b=5 c=2 command=true {a} {b} {c} reports=x", e.digest(&e.Cells[3]))
	require.Equal(t, "a 2", e.Label(&e.Cells[3], 1))
}

// execute makes all runs with a new journal in memory.
func execute(t *testing.T, e *Experiment) (rows []Row, table string) {
	t.Helper()
	j, err := journal.Open("")
	require.NoError(t, err)
	defer j.Close()
	file := filepath.Join(t.TempDir(), "runs.csv")
	rows, err = e.Execute(t.Context(), Options{Journal: j, Table: file})
	require.NoError(t, err)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return rows, string(text)
}

func TestARunIsARowWithItsMeasures(t *testing.T) {
	e, err := design(ask)
	require.NoError(t, err)
	_, table := execute(t, e)
	require.True(t, strings.HasPrefix(table, "a,seed,sum,large\n1,1,2,0\n2,1,3,1\n3,1,4,1\n1,2,3,0\n"), table)
	require.Equal(t, 13, strings.Count(table, "\n"))
}

// The differences of this command are exactly 1 and 2 with every seed, whatever the seed adds to both.
func TestDifferencesArePaired(t *testing.T) {
	e, err := design(ask)
	require.NoError(t, err)
	rows, _ := execute(t, e)
	d := e.Differences(rows)
	require.Len(t, d, 4)
	for i, want := range []float64{1, 2} {
		require.Equal(t, estimate.Estimate{N: 4, Mean: want, Low: want, High: want}, d[i].Estimate)
		require.True(t, d[i].Certain())
	}
	var report bytes.Buffer
	require.NoError(t, e.WriteReport(&report, rows, &Source{Command: "gonao experiment mine.yaml", Digest: "12ab", Machine: "a computer"}))
	for _, want := range []string{"| 1 | 3.50 [1.45, 5.55] | 0 [0, 0.490] |", "| sum | a 3 | 2.00 [2.00, 2.00] | 4 | **differs** |", "12ab", "a computer"} {
		require.Contains(t, report.String(), want)
	}
	for format, begin := range map[string]string{"svg": "<?xml", "png": "\x89PNG"} {
		var picture bytes.Buffer
		require.NoError(t, e.Draw(&picture, format, e.Drawn()[0], rows))
		require.True(t, strings.HasPrefix(picture.String(), begin), format)
	}
}

// A measure that a run does not have is an empty field, and does not count.
func TestAMeasureWithoutAValueIsLeftOut(t *testing.T) {
	e, err := design(`run: command
seeds: 1-2
settings: {command: 'echo "{\"x\": null, \"y\": 2}"', reports: x y}
measures: {y: y, both: x + y, more: x > 1}
`)
	require.NoError(t, err)
	_, table := execute(t, e)
	require.Equal(t, "seed,y,both,more\n1,2,,\n2,2,,\n", table)
}

func TestACommandThatFailsIsNamedAndItsRunIsMissing(t *testing.T) {
	for command, want := range map[string]string{
		"echo no >&2; exit 3": "exit status 3: no", "seq 999 >&2; exit 3": " 997 998 999 (in ", "echo nothing": `its last line is "nothing": expected a JSON object of numbers`, `echo '{"y": 1}'`: `its last line has no "x"`,
	} {
		e, err := New(&File{Path: "mine.yaml", Run: "command", Seeds: []uint64{7}, Settings: Settings{{"command", command}, {"reports", "x"}}})
		require.NoError(t, err)
		j, err := journal.Open("")
		require.NoError(t, err)
		rows, err := e.Execute(t.Context(), Options{Journal: j})
		require.ErrorContains(t, err, "1 of 1 run missing: command, seed 7")
		require.ErrorContains(t, err, want)
		require.Empty(t, rows)
	}
}

// A run that hangs is ended, with all that it has started.
func TestACommandThatHangsIsEnded(t *testing.T) {
	e, err := New(&File{Path: "mine.yaml", Run: "command", Seeds: []uint64{7}, Settings: Settings{{"command", "sleep 1000 & sleep 1000"}, {"reports", "x"}, {"limit", "50ms"}}})
	require.NoError(t, err)
	_, err = e.Trials[0].Run(t.Context(), 7)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestPathsAreThoseFromTheFile(t *testing.T) {
	require.Equal(t, "/b/x.net", resolve("./x.net", "/b"))
	require.Equal(t, "/x.net", resolve("../x.net", "/b"))
	require.Equal(t, "spl", resolve("spl", "/b"))
}

// scripted writes an experiment with a script, and a file that a setting names, into a directory.
func scripted(t *testing.T, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"e.yaml": "run: command\nseeds: 7\nsettings: {command: './jump.sh {net} ../x', reports: height, net: ./net.txt}\n", "net.txt": "3",
		"jump.sh": "echo \"{\\\"height\\\": $(cat $1)}\"",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700)) //nolint:gosec // a script
	}
}

// The same file has the same runs by whatever path it is named and wherever a program is started, and its command runs in its directory.
func TestAnExperimentDoesNotDependOnItsPath(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.Mkdir("sub", 0o700))
	scripted(t, "sub")
	scripted(t, other)
	var all [][]journal.Key
	for _, path := range []string{"sub/e.yaml", filepath.Join(dir, "sub", "e.yaml"), filepath.Join(other, "e.yaml")} {
		e, err := Open(path)
		require.NoError(t, err)
		rows, _ := execute(t, e)
		require.Equal(t, []float64{3}, rows[0].Values, path)
		all = append(all, e.keys())
	}
	require.Equal(t, all[0], all[1])
	require.Equal(t, all[0], all[2])
	for _, name := range []string{"net.txt", "jump.sh"} { // another content makes other runs
		require.NoError(t, os.WriteFile(filepath.Join(other, name), []byte("#"), 0o600))
		e, err := Open(filepath.Join(other, "e.yaml"))
		require.NoError(t, err)
		require.NotEqual(t, all[2], e.keys(), name)
		all[2] = e.keys()
	}
	require.NoError(t, os.Remove("sub/jump.sh"))
	_, err := Open("sub/e.yaml")
	require.ErrorContains(t, err, "e.yaml:3: settings.command: ./jump.sh: no such file in "+filepath.Join(dir, "sub")+", the directory of the experiment file")
}

// Each kind runs as it is described: its measures are those that a run returns.
func TestAShortRunHasTheMeasuresOfItsKind(t *testing.T) {
	search := filepath.Join(t.TempDir(), "short.tune.yaml")
	require.NoError(t, os.WriteFile(search, []byte("measure: tfs_legs\nseeds: 1\npopulation: 4\ngenerations: 1\nseconds: 1\nparameters: {tfs.period: {min: 0.35, max: 0.8}}\n"), 0o600))
	for run, settings := range map[string]Settings{
		"walk":         {{"seconds", "3"}, {"push", "0.5"}, {"friction", "0.7"}, {"motion.walk.arm_swing", "0"}},
		"localization": {{"duration", "10s"}, {"localization.memory_sec", "2"}},
		"match":        {{"half", "2s"}, {"players", "1"}},
		"machine":      {{"machine", "dance"}, {"field", "true"}, {"limit", "1s"}},
		"tune":         {{"file", search}, {"method", "ga"}},
		"motion":       {{"row", "forward"}, {"seconds", "2"}, {"profile", "ideal"}, {"walk.arm_swing", "0"}},
	} {
		trial, wrong := newTrial(find(t, run), settings, "")
		require.Empty(t, wrong, run)
		got, err := trial.Run(t.Context(), 3)
		require.NoError(t, err, run)
		for _, m := range trial.Measures {
			require.Contains(t, got, m.Name, run)
			require.Equal(t, word(m.Name), m.Name, "a word that an expression can name")
		}
	}
}

func find(t *testing.T, name string) *Kind {
	t.Helper()
	k, err := FindKind(name)
	require.NoError(t, err)
	return k
}

// The files that come with gonao can be run and have at most 15 lines.
func TestTheExamplesAreShort(t *testing.T) {
	files, err := filepath.Glob("../experiments/*.yaml")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 3)
	for _, file := range files {
		e, err := Open(file)
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.LessOrEqual(t, bytes.Count(text, []byte("\n")), 15, file)
		require.Len(t, e.Seeds, 30, file)
	}
}

// A run on another computer is made with the files that its settings name.
func TestATaskBringsItsFiles(t *testing.T) {
	dir := t.TempDir()
	machine, err := os.ReadFile("../../behavior/machines/dance.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.yaml"), machine, 0o600))
	e, err := parse(filepath.Join(dir, "e.yaml"), []byte("run: machine\nsettings: {machine: ./mine.yaml, field: true, limit: 1s}\n"))
	require.NoError(t, err)
	require.NoError(t, e.CheckElsewhere())
	task := e.task(0, 2)
	require.NoError(t, os.Remove(filepath.Join(dir, "mine.yaml"))) // as on a computer that does not have it
	m, err := task.Do(t.Context(), func(text string) { t.Error(text) })
	require.NoError(t, err)
	require.InDelta(t, 1, float64(m["seconds"]), 0.05)
	require.ErrorContains(t, (&Experiment{File: &File{Run: "command"}, Kind: &commandKind}).CheckElsewhere(), "on this computer alone")
}
