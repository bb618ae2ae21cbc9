package motion

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestADirectoryAddsAndReplacesMotions(t *testing.T) {
	dir := t.TempDir()
	write := func(file, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
	}
	write("a.xml", `<motion name="nod"><slot duration="1"><joint name="HeadPitch" angle_deg="5"/></slot></motion>`)
	write("b.xml", `<motion name="stand"><slot duration="2"><joint name="HeadPitch" angle_deg="0"/></slot></motion>`)
	library, err := LoadMotions(dir)
	require.NoError(t, err)
	require.Contains(t, library.Names(), "nod")
	require.Contains(t, library.Names(), "dance_left")
	require.Equal(t, filepath.Join(dir, "b.xml"), library["stand"].File)

	write("c.xml", `<motion name="nod"><slot duration="1"><joint name="HeadPitch" angle_deg="5"/></slot></motion>`)
	_, err = LoadMotions(dir)
	require.ErrorContains(t, err, `c.xml: motion "nod" is already in `+filepath.Join(dir, "a.xml"))
	_, err = LoadMotions(filepath.Join(dir, "a.xml"))
	require.ErrorContains(t, err, "expected a directory")
	_, err = LoadMotions(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = LoadMotions(t.TempDir())
	require.ErrorContains(t, err, "no motion in it: expected *.xml or *.pos files")
}

// A file that is spoilt while the robot runs costs nothing but its change.
func TestAReloadKeepsTheMotionOfAFileThatIsWrongNow(t *testing.T) {
	dir := t.TempDir()
	write := func(file, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
	}
	nod := `<motion name="nod"><slot duration="1"><joint name="HeadPitch" angle_deg="5"/></slot></motion>`
	write("a.xml", nod)
	write("b.xml", strings.Replace(nod, "nod", "shake", 1))
	write("look.pos", "! 5"+strings.Repeat(" -", 24)+" 500\n")
	old, err := LoadMotions(dir)
	require.NoError(t, err)
	require.InDelta(t, 0.5, old["look"].Length().Seconds(), 0)

	write("a.xml", strings.Replace(nod, "HeadPitch", "HeadPeach", 1))
	write("b.xml", strings.Replace(nod, `"nod"><slot duration="1"`, `"shake"><slot duration="2"`, 1))
	require.NoError(t, os.Remove(filepath.Join(dir, "look.pos")))
	library, err := ReloadMotions(dir, old)
	require.ErrorContains(t, err, `reload motions: `+filepath.Join(dir, "a.xml")+`:1: joint "HeadPeach": no such joint`)
	require.Same(t, old["nod"], library["nod"])
	require.InDelta(t, 2, library["shake"].Length().Seconds(), 0)
	require.NotContains(t, library, "look")
	require.Contains(t, library, "stand")

	require.NoError(t, os.RemoveAll(dir))
	library, err = ReloadMotions(dir, library)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Contains(t, library, "nod", "everything stays")
}

func TestAPlayGoesOnWhenItsMotionIsReplaced(t *testing.T) {
	m, b := newStanding(t)
	p, err := m.Play("dance_left")
	require.NoError(t, err)
	b.run(m, 20, nil)
	library := maps.Clone(m.Library())
	delete(library, "dance_left")
	m.SetLibrary(library)
	b.run(m, 600, smooth(t))
	require.Equal(t, Finished, m.Progress(p).Outcome)
	_, err = m.Play("dance_left")
	require.ErrorIs(t, err, ErrUnknownMotion)
}

func TestTheMotionsOfTheGetUpMayBePlayedWhileTheRobotLies(t *testing.T) {
	library, err := Builtin()
	require.NoError(t, err)
	var lying []string
	for _, name := range library.Names() {
		if library[name].Lying {
			lying = append(lying, name)
		}
	}
	require.Equal(t, []string{"getup", "lie_back", "roll_from_left", "roll_from_right", "stand_up_back", "stand_up_front"}, lying)
}
