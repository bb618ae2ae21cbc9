package motion

import (
	"os"
	"path/filepath"
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
	require.Equal(t, []string{"dance_left", "dance_right", "nod", "stand"}, library.Names())
	require.Equal(t, filepath.Join(dir, "b.xml"), library["stand"].File)

	write("c.xml", `<motion name="nod"><slot duration="1"><joint name="HeadPitch" angle_deg="5"/></slot></motion>`)
	_, err = LoadMotions(dir)
	require.ErrorContains(t, err, `c.xml: motion "nod" is already in `+filepath.Join(dir, "a.xml"))
	_, err = LoadMotions(filepath.Join(dir, "a.xml"))
	require.ErrorContains(t, err, "expected a directory")
	_, err = LoadMotions(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = LoadMotions(t.TempDir())
	require.ErrorContains(t, err, "no motion in it: expected *.xml files")
}
