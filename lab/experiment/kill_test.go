package experiment

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/journal"
)

// directoryVariable is set in processes that TestKillsLoseAndDoubleNothing starts: the directory of the experiment.
const directoryVariable = "GONAO_EXPERIMENT"

func TestMain(m *testing.M) {
	dir := os.Getenv(directoryVariable)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := runIn(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// many is an experiment with 300 runs that take no time.
const many = `run: command
seeds: 1-100
settings: {command: 'echo "{\"x\": {a}{seed}}"', reports: x}
factors: {a: [1, 2, 3]}
`

// runIn makes the runs of many in a directory, and prints a line for each.
func runIn(dir string) error {
	e, err := parse(filepath.Join(dir, "many.yaml"), []byte(many))
	if err != nil {
		return err
	}
	j, err := journal.Open(filepath.Join(dir, "runs.jsonl"))
	if err != nil {
		return err
	}
	_, err = e.Execute(context.Background(), Options{Journal: j, Runs: journal.Options{Log: os.Stdout, Workers: 2}, Table: filepath.Join(dir, "runs.csv")})
	return err
}

// A process that makes runs is killed at random moments. Each row that was in the table stays, and in the end each is there once.
func TestKillsLoseAndDoubleNothing(t *testing.T) {
	const runs = 300
	kills := 20
	if testing.Short() {
		kills = 4 // each process costs 0.3 s of CPU
	}
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(36, 1))
	seen := map[string]string{} // the value of each row that was ever in the table
	for kill := range kills + 1 {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), directoryVariable+"="+dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		lines := bufio.NewScanner(out)
		if kill < kills {
			for range 2 + rng.IntN(11) { // the first line is about what the journal has
				require.True(t, lines.Scan(), "it ended before it was killed")
			}
			<-time.After(time.Duration(rng.IntN(3000)) * time.Microsecond) // somewhere in the next runs
			require.NoError(t, cmd.Process.Kill())
		}
		for lines.Scan() {
		}
		err = cmd.Wait()
		rows := readTable(t, filepath.Join(dir, "runs.csv"), kill == kills)
		for run, x := range seen {
			require.Equal(t, x, rows[run], "row %s was there", run)
		}
		seen = rows
		if kill == kills {
			require.NoError(t, err)
		} else {
			require.Less(t, len(rows), runs)
		}
	}
	require.Len(t, seen, runs)
	for run, x := range seen {
		require.Equal(t, run, x)
	}
	text, err := os.ReadFile(filepath.Join(dir, "runs.jsonl"))
	require.NoError(t, err)
	count := 0
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		count++
	}
	require.Equal(t, runs, count, "no run was kept twice")
}

// readTable returns the value of each run of a table, by its level and seed. A last line may be cut off if the table is not whole.
func readTable(t *testing.T, file string, whole bool) map[string]string {
	t.Helper()
	in, err := os.Open(file)
	require.NoError(t, err)
	defer in.Close()
	r := csv.NewReader(in)
	r.FieldsPerRecord = -1
	lines, err := r.ReadAll()
	require.NoError(t, err)
	rows := map[string]string{}
	for i, line := range lines[min(1, len(lines)):] {
		if len(line) != 3 && !whole && i == len(lines)-2 {
			continue
		}
		require.Len(t, line, 3)
		run := line[0] + line[1]
		require.NotContains(t, rows, run, "twice in the table")
		rows[run] = line[2]
	}
	return rows
}
