package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// write writes the files of a module.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
}

func TestPackagesThatShareMemoryRunWithTheRaceDetector(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":             "module example.com/m\n",
		"plain/a.go":         "package plain\n",
		"plain/a_test.go":    "package plain\n",
		"guarded/a.go":       "package guarded\n\nimport \"sync\"\n\nvar _ sync.Mutex\n",
		"guarded/a_test.go":  "package guarded\n\nfunc f() { go f() }\n",
		"guards/a.go":        "package guards\n\nimport \"sync\"\n\nvar _ sync.Mutex\n",
		"guards/a_test.go":   "package guards\n",
		"started/a.go":       "package started\n\nfunc f() { go f() }\n",
		"started/a_test.go":  "package started_test\n",
		"untested/a.go":      "package untested\n\nfunc f() { go f() }\n",
		"testonly/a.go":      "package testonly\n",
		"testonly/a_test.go": "package testonly\n\nfunc f() { go f() }\n",
	})
	got, err := list(t.Context(), dir, []string{"./..."})
	require.NoError(t, err)
	require.Equal(t, []pkg{
		{path: "example.com/m/guarded", race: true},
		{path: "example.com/m/guards"},
		{path: "example.com/m/plain"},
		{path: "example.com/m/started", race: true},
		{path: "example.com/m/testonly"},
	}, got)
}

func TestEveryPackageWithoutRaceIsThere(t *testing.T) {
	for path := range withoutRace {
		require.DirExists(t, filepath.Join("..", "..", path[len("gonao/"):]), path)
	}
}

// TestMain also lets the test binary play the program that go test runs test binaries with.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asExec {
		os.Exit(execute(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// executed runs a shell command as a test binary in a module's directory, and returns its exit code and its cost.
func executed(t *testing.T, script string) (int, record) {
	t.Helper()
	module, records := t.TempDir(), t.TempDir()
	write(t, module, map[string]string{"go.mod": "module m\n", "a/b/c": ""})
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self, asExec, "/bin/sh", "-c", script)
	cmd.Dir = filepath.Join(module, "a", "b")
	cmd.Env = append(os.Environ(), recordDir+"="+records, recordTests+"=1")
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil {
		require.ErrorAs(t, err, &exit, "%s", out)
	}
	got, err := readRecords(records)
	require.NoError(t, err)
	require.Len(t, got, 1, "%s", out)
	return cmd.ProcessState.ExitCode(), got[0]
}

const busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; "

func TestTheTimeOfABinaryIsThatOfItsTestsAndProcesses(t *testing.T) {
	code, rec := executed(t, `echo '=== RUN   TestA'; echo '--- PASS: TestA (0.00s)'; echo '=== RUN   TestB'; sh -c '`+busy+`'; echo '--- PASS: TestB (0.00s)'; exit 3`)
	require.Equal(t, 3, code)
	require.Equal(t, "a/b", rec.Package)
	require.Greater(t, rec.CPU, 20*time.Millisecond, "the process that the binary waited for")
	require.Greater(t, rec.Tests["TestB"], rec.Tests["TestA"])
}

func TestABinaryThatASignalEndsHasFailed(t *testing.T) {
	code, _ := executed(t, `kill -9 $$`)
	require.Equal(t, 1, code)
}

func TestAPackageOverItsLineFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budget.txt")
	require.NoError(t, os.WriteFile(file, []byte("# seconds\ntotal 10\nother 2 # a comment\na 5\n"), 0o644))
	l, err := readBudget(file)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		records []record
		err     string
	}{
		"within":       {[]record{{Package: "a", CPU: 6 * time.Second}, {Package: "b", CPU: 2 * time.Second}}, ""},
		"over":         {[]record{{Package: "a", CPU: 3 * time.Second}, {Package: "a", CPU: 4 * time.Second}}, "a: its tests cost 7.0 s"},
		"without line": {[]record{{Package: "b", CPU: 3 * time.Second}}, "allows 2.0 s"},
		"sum": {
			[]record{{Package: "a", CPU: 5 * time.Second}, {Package: "b", CPU: 2 * time.Second}, {Package: "c", CPU: 2 * time.Second}, {Package: "d", CPU: 2 * time.Second}, {Package: "e", CPU: 2100 * time.Millisecond}},
			"all tests cost 13 s of processor time, expected at most 10 s",
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := l.check(c.records)
			if c.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.err)
			}
		})
	}
}

func TestABudgetThatIsWrittenAllowsWhatWasMeasured(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budget.txt")
	records := []record{{Package: "a", CPU: 20 * time.Second}, {Package: "b", CPU: time.Second}}
	require.NoError(t, writeBudget(file, records))
	l, err := readBudget(file)
	require.NoError(t, err)
	require.NoError(t, l.check(records))
	require.Equal(t, map[string]float64{"a": 31}, l.packages)
}

func TestAFaultOfTheBudgetNamesItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"total 10\na\n":            `:2: "a": expected a package and its seconds`,
		"total many\n":             `:1: "many": expected seconds above 0`,
		"total 10\na 5 \n":         "expected a line for total and one for other",
		"total 10\nother 6\na 3\n": "a: 3 s is not above the 6 s that a package without a line may cost",
	} {
		file := filepath.Join(t.TempDir(), "budget.txt")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		_, err := readBudget(file)
		require.ErrorContains(t, err, want)
	}
	_, err := readBudget(budgetFileHere)
	require.NoError(t, err, "the committed one")
}

// budgetFileHere is the budget's path from this directory.
const budgetFileHere = "budget.txt"

func TestFailedPackagesAreFoundInTheOutput(t *testing.T) {
	out := []byte("ok  \tgonao/a\t0.1s\nFAIL\tgonao/b\t0.334s\nFAIL\tgonao/c [build failed]\nFAIL\n")
	require.Equal(t, []string{"gonao/b"}, matches(failedPackage, out))
	require.Equal(t, []string{"gonao/c"}, matches(notBuilt, out))
}
