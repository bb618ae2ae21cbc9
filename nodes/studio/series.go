package studio

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	seriesDir     = "series"         // below the studio's directory
	seriesStore   = ".matches"       // below seriesDir: results of all matches, so that no match is played twice
	tableFile     = "tournament.csv" // below a series, written by gonao match tournament
	seriesColumns = 13
	mostSeeds     = 100
	mostTables    = 20
)

// series returns the command line of a series of matches, each two teams against each other.
func (m *matches) series(q *MatchRequest) (args []string, err error) {
	if len(q.Teams) < 2 {
		return nil, fmt.Errorf("%d teams: expected two or more", len(q.Teams))
	}
	if q.Seeds < 1 || q.Seeds > mostSeeds {
		return nil, fmt.Errorf("seeds %d: expected 1 to %d", q.Seeds, mostSeeds)
	}
	dir := m.seriesDir()
	args = []string{
		"tournament", "--studio", "--world", q.World, "--seeds", fmt.Sprintf("1-%d", q.Seeds),
		"--out", filepath.Join(dir, m.clock.Now().Format("2006-01-02_15-04-05")), "--store", filepath.Join(dir, seriesStore), "--",
	}
	for _, name := range q.Teams {
		team, err := m.team(name)
		if err != nil {
			return nil, err
		}
		args = append(args, team)
	}
	return args, nil
}

func (m *matches) seriesDir() string { return filepath.Join(m.files.Directory(), seriesDir) }

// tables returns the tables of the series that were played last, the newest first.
func (m *matches) tables() []seriesTable {
	all := []seriesTable{}
	entries, err := os.ReadDir(m.seriesDir()) // sorted by name, which begins with the time
	if err != nil {
		return all
	}
	for _, e := range slices.Backward(entries) {
		t := seriesTable{Name: e.Name()}
		err := t.read(filepath.Join(m.seriesDir(), e.Name(), tableFile))
		if errors.Is(err, fs.ErrNotExist) || len(all) == mostTables {
			continue
		}
		if err != nil {
			t.Problem = err.Error()
		}
		all = append(all, t)
	}
	return all
}

// read reads the lines of a table.
func (t *seriesTable) read(file string) error {
	f, err := os.Open(file) //nolint:gosec // a file of the studio's directory
	if err != nil {
		return err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = seriesColumns
	lines, err := r.ReadAll()
	if err != nil {
		return err
	}
	for i, line := range lines {
		if i == 0 {
			continue // names of the columns
		}
		s, err := standingOf(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		t.Standings = append(t.Standings, s)
	}
	return nil
}

// standingOf returns a line of tournament.csv.
func standingOf(line []string) (s seriesStanding, err error) {
	s = seriesStanding{Stage: line[0], Team: line[2]}
	for i, to := range []*int{&s.Played, &s.Won, &s.Drawn, &s.Lost, &s.For, &s.Against, &s.Points} {
		if *to, err = strconv.Atoi(line[3+i]); err != nil {
			return s, err
		}
	}
	for i, to := range []**float64{&s.Difference, &s.Low, &s.High} {
		text := line[10+i]
		if text == "" {
			continue // one pair of matches has no interval
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return s, fmt.Errorf("%q: expected a number", text)
		}
		*to = &v
	}
	return s, nil
}

// lastLine returns the last complete line of a program's output.
func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}
