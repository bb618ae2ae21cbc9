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
	library, wrong, err := ReadMotions(dir, old)
	require.NoError(t, err)
	require.ErrorContains(t, wrong["nod"], filepath.Join(dir, "a.xml")+`:1: joint "HeadPeach": no such joint`)
	require.Len(t, wrong, 1)
	require.Same(t, old["nod"], library["nod"])
	require.InDelta(t, 2, library["shake"].Length().Seconds(), 0)
	require.NotContains(t, library, "look")
	require.Contains(t, library, "stand")

	require.NoError(t, os.RemoveAll(dir))
	_, _, err = ReadMotions(dir, library)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestAWrongFileCostsItsOwnMotionOnly(t *testing.T) {
	dir := t.TempDir()
	right := `<motion name="nod"><slot duration="1"><joint name="HeadPitch" angle_deg="5"/></slot></motion>`
	for file, text := range map[string]string{
		"nod.xml":    right,
		"again.xml":  right,
		"wave.xml":   `<motion name="wave"><slot duration="1"><joint name="LElbw" angle_deg="5"/></slot></motion>`,
		"wave_2.xml": `<motion name="wave"><slot length="1"/></motion>`,
		"cut.xml":    `<motion name="bow"><slot`,
		"text.xml":   "not a motion",
		"short.pos":  "! 1 2 3\n",
		"stand.xml":  strings.Replace(right, `"nod"><slot duration="1"`, `"stand"><slot duration="0"`, 1),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
	}
	library, wrong, err := ReadMotions(dir, nil)
	require.NoError(t, err)
	for name, file := range map[string]string{
		"nod": "nod.xml:", "wave": "wave.xml:1: joint", "bow": "cut.xml:1:", "text": "text.xml:1:", "short": "short.pos:1:", "stand": "stand.xml:1: duration",
	} {
		require.ErrorContains(t, wrong[name], filepath.Join(dir, file), name)
	}
	require.ErrorContains(t, wrong["wave"], "wave_2.xml:1:")
	require.Len(t, wrong, 6)
	require.Contains(t, library, "nod", "the first of two")
	require.Equal(t, "motion/motions/stand.xml", library["stand"].File, "gonao's own stays")
	names, err := Names(dir)
	require.NoError(t, err)
	require.Subset(t, names, []string{"bow", "dance_left", "nod", "wave"})
	require.IsIncreasing(t, names)

	m, _ := newStanding(t)
	m.SetLibrary(library)
	m.SetUnplayable(wrong)
	_, err = m.Play("wave@mirrored")
	require.ErrorIs(t, err, ErrUnknownMotion)
	require.ErrorContains(t, err, `motion "wave@mirrored" cannot be played: `+filepath.Join(dir, "wave.xml")+`:1: joint "LElbw": no such joint`)
	_, err = m.Play("nod")
	require.NoError(t, err)
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
