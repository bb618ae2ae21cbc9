package studio

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// jderobotFiles returns the machines that internal/scripts/jderobot.sh has fetched, and the fixtures that are always here.
func jderobotFiles(t *testing.T) (files []string, fetched int) {
	t.Helper()
	fixtures, err := filepath.Glob("../hfsm/formats/jderobot/testdata/*.xml")
	require.NoError(t, err)
	dir := os.Getenv("JDEROBOT_FILES")
	if dir == "" {
		dir = "../build/jderobot"
	}
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error { // a missing directory has none
		if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".xml") {
			if src, err := os.ReadFile(name); err == nil && strings.Contains(strings.ToLower(string(src)), "state") && strings.Contains(string(src), "transition") {
				files, fetched = append(files, name), fetched+1
			}
		}
		return nil
	})
	return append(files, fixtures...), fetched
}

// Each public machine of JdeRobot opens, is drawn, and is saved as YAML.
func TestThePublicMachinesOfJdeRobotOpenAndAreSaved(t *testing.T) {
	files, fetched := jderobotFiles(t)
	t.Run("fetched", func(t *testing.T) {
		if fetched == 0 {
			t.Skip("JdeRobot's public machines are not here; make nightly STEPS=jderobot fetches them")
		}
		t.Log(fetched, "files")
	})
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			w, dir := workspace(t, map[string]string{"m.xml": string(src)})
			s := opened(t, w, "m.xml")
			if s.Format == JdeRobotText {
				require.NotEmpty(t, s.Findings, "shown with what is wrong")
				t.Skip("a file with faults: ", s.Findings[0].Message)
			}
			require.NotEmpty(t, s.Machine.States)
			apart(t, "", s.Machine.States)
			out := w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Command: Command{Op: Layout, Places: []Spot{{State: s.Machine.States[0].ID, X: 7, Y: 9}}}})
			require.Nil(t, out.Refused)
			out = w.Save("ann", SaveRequest{ID: s.ID})
			require.Contains(t, out.Refused.Message, "JdeRobot's XML is only read; expected a name that ends in .yaml or .scxml")
			out = w.Save("ann", SaveRequest{ID: s.ID, Path: "m.yaml"})
			require.Nil(t, out.Refused)
			require.Equal(t, out.Snapshot.Text, onDisk(t, dir, "m.yaml"))
			require.Equal(t, string(src), onDisk(t, dir, "m.xml"))
		})
	}
}

// apart fails where two states of one automaton are at one place, so that their boxes would lie on each other.
func apart(t *testing.T, id string, states []State) {
	t.Helper()
	at := map[[2]float64]string{}
	for _, s := range states {
		if s.Placed {
			other, taken := at[[2]float64{s.X, s.Y}]
			require.False(t, taken, "%s and %s of %q", s.Name, other, id)
			at[[2]float64{s.X, s.Y}] = s.Name
		}
		apart(t, s.ID, s.States)
	}
}
