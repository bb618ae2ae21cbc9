package motionlab_test

import (
	"bufio"
	"context"
	"image/gif"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	command "gonao/cmd/gonao/lab"
	"gonao/cmd/gonao/tooltest"
	"gonao/cmd/lab/motionlab"
	"gonao/lab/trial"
	"gonao/sim"
)

// lab runs motion_lab and returns its output and error output.
func lab(t *testing.T, args ...string) (out, errs string, err error) {
	t.Helper()
	var toOut, toErrs tooltest.Buffer
	root := motionlab.New(cli.Terminal{Out: &toOut, Errs: &toErrs, In: strings.NewReader("")})
	root.SetArgs(args)
	err = root.ExecuteContext(t.Context())
	return toOut.String(), toErrs.String(), err
}

func TestRowsAndTheirNumbersAreListed(t *testing.T) {
	out, _, err := lab(t, "rows")
	require.NoError(t, err)
	require.Contains(t, out, "kick_forward       kick forward\n")
	out, _, err = lab(t, "rows", "tfs_legs")
	require.NoError(t, err)
	require.Regexp(t, `(?m)^tfs\.period +0\.\d+ +[\d.]+ to [\d.]+ s: \S`, out)
	_, _, err = lab(t, "rows", "tfs_leg")
	require.ErrorContains(t, err, `did you mean "tfs_legs`)
}

func TestTheBenchWritesItsTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.md")
	out, errs, err := lab(t, "bench", "--rows", "kick_side_slots", "--profile", "ideal", "--seeds", "1-2", "--workers", "1", "-o", file, "--journal", "")
	require.NoError(t, err)
	require.Contains(t, out, "**slot kick sideways**, distance | ideal |")
	require.Contains(t, out, "of 2 |")
	require.Contains(t, errs, "2 of 2: kick_side_slots, ideal, seed 2; 0s left\n")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, out, string(text))
}

func TestARunIsFilmedAndPlotted(t *testing.T) {
	dir := t.TempDir()
	film := filepath.Join(dir, "walk.gif")
	out, _, err := lab(t, "film", "walk 0.1 0 0 1", "--size", "64x48", "--fps", "5", "-o", film)
	require.NoError(t, err)
	require.Contains(t, out, "walk.gif: ")
	in, err := os.Open(film)
	require.NoError(t, err)
	defer in.Close()
	pictures, err := gif.DecodeAll(in)
	require.NoError(t, err)
	require.Greater(t, len(pictures.Image), 4)
	require.Equal(t, [2]int{64, 48}, [2]int{pictures.Config.Width, pictures.Config.Height})

	out, _, err = lab(t, "plot", "--row", "forward", "--seconds", "0.5", "--profile", "ideal", "-o", dir)
	require.NoError(t, err)
	require.Equal(t, dir+": balance.png, feet.png, torques.png\n", out)
	for _, name := range []string{"balance.png", "feet.png", "torques.png"} {
		require.FileExists(t, filepath.Join(dir, name))
	}
}

const search = `title: a short search
measure: tfs_legs
profile: ideal
seeds: 1
population: 4
generations: 1
seconds: 1
parameters:
  tfs.period: {min: 0.35, max: 0.9}
  tfs.lift: {min: 0.05, max: 0.35, start: 0.2}
`

// The command makes its runs here and on a worker, and continues with what its directory has.
func TestAnExperimentIsMadeHereAndElsewhere(t *testing.T) {
	dir := t.TempDir()
	file := tooltest.File(t, "mine.yaml", "run: motion\nseeds: 1-4\nsettings: {row: kick_side_slots, profile: ideal}\nfactors: {friction: [0.6, 0.9]}\n")
	alone, shared := filepath.Join(dir, "alone"), filepath.Join(dir, "shared")
	out, errs, err := lab(t, "experiment", file, "-o", alone, "--png", "--seeds", "1-2")
	require.NoError(t, err, errs)
	require.Contains(t, out, "4 runs of kind `motion`: 2 combinations, seeds 1-2.")
	for _, name := range []string{"runs.csv", "report.md", "distance_over_friction.svg", "distance_over_friction.png"} {
		require.FileExists(t, filepath.Join(alone, name))
	}
	_, errs, err = lab(t, "experiment", file, "-o", alone)
	require.NoError(t, err)
	require.Contains(t, errs, "4 of 8 runs taken from ")

	outs, toOut := io.Pipe()
	var toErrs tooltest.Buffer
	root := motionlab.New(cli.Terminal{Out: toOut, Errs: &toErrs, In: strings.NewReader("")})
	root.SetArgs([]string{"experiment", file, "-o", shared, "--serve", "127.0.0.1:0", "--workers", "1"})
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(t.Context()); toOut.Close() }()
	lines := bufio.NewScanner(outs)
	require.True(t, lines.Scan())
	words := strings.Fields(lines.Text())
	require.Equal(t, []string{"gonao", "experiment", "work"}, words[:3])
	worked := make(chan error, 1)
	go func() { _, _, err := lab(t, append(words[1:], "--workers", "1")...); worked <- err }()
	for lines.Scan() {
	}
	require.NoError(t, <-ended, toErrs.String())
	require.NoError(t, <-worked)
	a, err := os.ReadFile(filepath.Join(alone, "runs.csv"))
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(shared, "runs.csv"))
	require.NoError(t, err)
	require.Equal(t, string(a), string(b))
}

// The words that gonao completes without the simulator are those that the simulator knows.
func TestWhatIsCompletedIsWhatThereIs(t *testing.T) {
	var rows, profiles []string
	for _, row := range trial.Rows() {
		rows = append(rows, row.Name)
	}
	for _, p := range sim.Profiles() {
		profiles = append(profiles, string(p))
	}
	require.Equal(t, rows, command.RowNames)
	require.Equal(t, profiles, command.Profiles)
	for _, act := range command.Acts {
		if _, err := trial.ParseScene([]string{act + " x"}); err != nil {
			require.NotContains(t, err.Error(), "no such act", act)
		}
	}
}

func TestTheKindsOfRunsAreListed(t *testing.T) {
	out, _, err := lab(t, "experiment", "kinds")
	require.NoError(t, err)
	require.Len(t, command.Kinds, strings.Count(out, "\n")-2)
	for _, name := range command.Kinds {
		require.Contains(t, "\n"+out, "\n"+name+" ", name)
		one, _, err := lab(t, "experiment", "kinds", name)
		require.NoError(t, err)
		require.Contains(t, one, "settings and factors\n  ")
		if name != "command" {
			require.Regexp(t, `(?m)^measures\n  \w+ +\w`, one, name)
		}
	}
}

func TestALessonSaysWhatItIsAbout(t *testing.T) {
	out, _, err := lab(t, "lesson", "1")
	require.NoError(t, err)
	require.Contains(t, out, "docs/lessons/1-drive.md")
	require.Contains(t, out, "check   gonao lesson check 1\n")
	all, _, err := lab(t, "lesson")
	require.NoError(t, err)
	require.Contains(t, all, "\n5  ")
}

func TestNumbersOfAnUnknownEngineAreRefused(t *testing.T) {
	file := tooltest.File(t, "found.yaml", "wlak: {lift: 0.01}\n")
	for _, args := range [][]string{
		{"bench", "--rows", "turn", "--seeds", "1", "--profile", "ideal"},
		{"plot", "--row", "turn", "-o", t.TempDir()},
		{"film", "--row", "turn", "-o", filepath.Join(t.TempDir(), "turn.gif")},
	} {
		_, _, err := lab(t, append(args, "--values", file)...)
		require.ErrorContains(t, err, `found.yaml: engine "wlak": no such engine (did you mean "walk"?)`, "%v", args)
	}
}

func TestWhatATuneFindsIsTakenByTheBench(t *testing.T) {
	file := tooltest.File(t, "walk.tune.yaml", search)
	dir := filepath.Dir(file)
	out, errs, err := lab(t, "tune", file)
	require.NoError(t, err)
	require.Contains(t, errs, "generation 1 of 1: ")
	require.Contains(t, out, "walk.tune.found.yaml: cost ")
	require.FileExists(t, filepath.Join(dir, "walk.tune.report", "report.md"))

	_, errs, err = lab(t, "tune", file)
	require.NoError(t, err)
	require.NotContains(t, errs, "generation 1 of 1: ", "it was done before")
	_, errs, err = lab(t, "tune", file, "--anew", "-o", filepath.Join(dir, "again.yaml"), "--report", filepath.Join(dir, "again"))
	require.NoError(t, err)
	require.Contains(t, errs, "generation 1 of 1: ")

	_, _, err = lab(t, "plot", "--row", "tfs_legs", "--seconds", "0.5", "--values", filepath.Join(dir, "again.yaml"), "-o", filepath.Join(dir, "plots"))
	require.NoError(t, err)
}

func TestAMotionIsAdapted(t *testing.T) {
	source, err := os.ReadFile("../../../motion/motions/stand.xml")
	require.NoError(t, err)
	file := tooltest.File(t, "mine.xml", string(source))
	out, errs, err := lab(t, "adapt", file, "--profile", "ideal", "--seeds", "1")
	require.NoError(t, err)
	require.Contains(t, errs, "stable with 1 of 1")
	require.Contains(t, out, "mine.adapted.xml")
	table, err := os.ReadFile(filepath.Join(filepath.Dir(file), "mine.adapted.md"))
	require.NoError(t, err)
	require.Contains(t, out, string(table))
	require.FileExists(t, filepath.Join(filepath.Dir(file), "mine.adapted.xml"))
}

func TestWhatTheLabCannotDoIsRefused(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	file := tooltest.File(t, "walk.tune.yaml", strings.Replace(search, "tfs_legs", "tfs_lags", 1))
	for _, c := range []struct{ line, want string }{
		{"bench --seeds 0", `seeds "0": expected numbers from 1 on`},
		{"bench --seconds -1", "--seconds -1: expected 0 to 3600"},
		{"bench --profile fast", "--profile: "},
		{"bench --rows kikc", "--rows: "},
		{"bench --values " + none, "no such file"},
		{"adapt " + none, "expected a file of slots or CPG (.xml), or of parameters (.yaml)"},
		{"adapt ../../../motion/motions/stand.xml --seeds 0", `seeds "0": expected numbers from 1 on`},
		{"adapt ../../../motion/motions/stand.xml --profile fast", "--profile: "},
		{"tune " + none, "no such file"},
		{"tune " + file, `measure: `},
		{"film", "expected"},
		{"film walk --row forward", "both acts and --row: expected one of them"},
		{"film fly", `"fly"`},
		{"film --row forwad", `did you mean "forward"`},
		{"film walk --values " + none, "no such file"},
		{"film walk --size 480", "expected a size in pixels such as 480x360"},
		{"plot --row forwad", `did you mean "forward"`},
		{"plot walk --values " + none, "no such file"},
	} {
		t.Run(c.line, func(t *testing.T) {
			_, _, err := lab(t, strings.Fields(c.line)...)
			require.ErrorContains(t, err, c.want)
		})
	}
}

// stopper is an output that calls stop when a line with a word is written.
type stopper struct {
	tooltest.Buffer
	word string
	stop func()
}

func (s *stopper) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.word) {
		s.stop()
	}
	return s.Buffer.Write(p)
}

// A command with many runs that is interrupted after the first of three fails, names the others, and makes only those when it is started again: its
// files are those of a command that was not interrupted.
func TestAnInterruptedCommandGoesOn(t *testing.T) {
	machine := tooltest.File(t, "waits.yaml", "machine: waits\ninitial: wait\nstates: {wait: {transitions: [{after: 200ms, to: FINAL}]}}\n")
	for _, c := range []struct{ name, line, first, missing string }{
		{"bench", "bench --rows kick_side_slots --profile ideal --seeds 1-3 --workers 1", "1 of 3: kick_side_slots, ideal, seed 1", "kick_side_slots, ideal, seeds 2 to 3"},
		{"localization", "localization --rows percepts_walk --seeds 1001-1003 --duration 2s --workers 1", "1 of 3: percepts_walk, seed 1001", "percepts_walk, seeds 1002 to 1003"},
		{"trial", "trial " + machine + " --seeds 1-3 --limit 1s --field --plot=", "1 of 3: waits.yaml, seed 1", "waits.yaml, seeds 2 to 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			args := func(name string) []string {
				return append(strings.Fields(c.line), "-o", filepath.Join(dir, name), "--journal", filepath.Join(dir, name+".jsonl"))
			}
			read := func(name string) string {
				text, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				return string(text)
			}
			_, _, err := lab(t, args("whole")...)
			require.NoError(t, err)

			ctx, stop := context.WithCancel(t.Context())
			root := motionlab.New(cli.Terminal{Out: &tooltest.Buffer{}, Errs: &stopper{word: c.first, stop: stop}})
			root.SetArgs(args("parts"))
			err = root.ExecuteContext(ctx)
			require.ErrorContains(t, err, "interrupted: 2 of 3 runs missing: "+c.missing+"; the same command goes on with what is in ")
			require.Equal(t, cli.ExitFailed, cli.ExitCode(err))
			require.Equal(t, 1, strings.Count(read("parts.jsonl"), "\n"))
			require.NoFileExists(t, filepath.Join(dir, "parts"))

			_, errs, err := lab(t, args("parts")...)
			require.NoError(t, err)
			require.Contains(t, errs, "1 of 3 runs taken from ")
			require.NotContains(t, errs, c.first)
			require.Equal(t, read("whole"), read("parts"))
			require.Equal(t, read("whole.jsonl"), read("parts.jsonl"))
		})
	}
}

func TestWhatVisionFindsIsOneTable(t *testing.T) {
	if testing.Short() {
		t.Skip("renders images with shadows")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "vision.md")
	command := []string{"vision", "--seeds", "1", "--images", "1", "--plain-images", "1", "--keep", filepath.Join(dir, "pictures"), "--journal", "", "-o", file}
	out, errs, err := lab(t, command...)
	require.NoError(t, err)
	require.Contains(t, errs, "6 of 6: field2010, features, seed 1; ")
	require.Contains(t, out, "worlds 1\n")
	for _, line := range []string{"| spl | balls, recall |", "| hsl_small | robots, precision |", "| spl, ball of one colour | balls, centre, median |", "| field2010 | posts, recall |"} {
		require.Contains(t, out, line)
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, out, string(text))
	kept, err := filepath.Glob(filepath.Join(dir, "pictures", "*.shot"))
	require.NoError(t, err)
	require.Len(t, kept, 4, "features are judged in the pictures of balls and robots")
	again, _, err := lab(t, command...)
	require.NoError(t, err)
	require.Equal(t, out, again, "it goes on with the kept pictures")
}

func TestWrongSetsOfVisionAreRefused(t *testing.T) {
	_, _, err := lab(t, "vision", "--seeds", "5-1")
	require.Error(t, err)
	_, _, err = lab(t, "vision", "--seeds", "1", "--images", "0")
	require.ErrorContains(t, err, "--images 0, --plain-images 5: expected 1 or more")
}

// A file that cannot be written is named before anything runs: here all runs would end at once with another error.
func TestOutputsAreCheckedFirst(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, line := range []string{
		"trial ../../../behavior/machines/dance.yaml --plot /nowhere/x.svg", "trial ../../../behavior/machines/dance.yaml -o /nowhere/x.csv", "bench -o /nowhere/x.md",
		"localization -o /nowhere/x.md", "vision -o /nowhere/x.md", "kicks -o /nowhere/x.yaml", "field -o /nowhere/x.svg",
		"measure -o /nowhere/x.md", "adapt ../../../motion/motions/stand.xml -o /nowhere/x.xml", "film walk -o /nowhere/x.gif", "windows ball -o /nowhere/x.set",
	} {
		root := motionlab.New(cli.Terminal{Out: io.Discard, Errs: io.Discard, In: strings.NewReader("")})
		root.SetArgs(strings.Fields(line))
		require.ErrorContains(t, root.ExecuteContext(ended), "write: open /nowhere/x", line)
	}
}
