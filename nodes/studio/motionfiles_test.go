package studio

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	slots "gonao/motion/slot"
	doc "gonao/studio"
)

func TestMotionFilesAreListedReadAndWrittenInTheDirectoryOnly(t *testing.T) {
	dir := t.TempDir()
	files, err := doc.OpenFiles(dir, []string{".xml", ".pos"}, motionLimit)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, files.Close()) })
	_, err = serveFiles(files, FilesRequest{Op: WriteFile, Path: "motions/wave.xml", Text: "<motion/>"})
	require.NoError(t, err)
	data, err := os.ReadFile(filepath.Join(dir, "motions/wave.xml"))
	require.NoError(t, err)
	require.Equal(t, "<motion/>", string(data))
	a, err := serveFiles(files, FilesRequest{Op: ListFiles, Pattern: "motions/*.xml"})
	require.NoError(t, err)
	require.Len(t, a.Files, 1)
	require.Equal(t, "motions/wave.xml", a.Files[0].Path)
	a, err = serveFiles(files, FilesRequest{Op: ReadFile, Path: "motions/wave.xml"})
	require.NoError(t, err)
	require.Equal(t, "<motion/>", a.Text)
	a, err = serveFiles(files, FilesRequest{Op: ListFiles})
	require.NoError(t, err)
	require.Contains(t, a.Own, "getup")
	a, err = serveFiles(files, FilesRequest{Op: ReadFile, Path: "gonao/getup"})
	require.NoError(t, err)
	own, err := slots.Parse("getup.xml", []byte(a.Text))
	require.NoError(t, err)
	require.Equal(t, "getup", own.Name)
	for name, q := range map[string]FilesRequest{
		"out of the directory": {Op: WriteFile, Path: "../x.xml"},
		"another ending":       {Op: WriteFile, Path: "x.sh"},
		"no such motion":       {Op: ReadFile, Path: "gonao/none"},
		"no such file":         {Op: ReadFile, Path: "motions/none.xml"},
		"too large":            {Op: WriteFile, Path: "x.xml", Text: string(make([]byte, motionLimit+1))},
		"no op":                {Op: "remove", Path: "motions/wave.xml"},
	} {
		_, err := serveFiles(files, q)
		require.Error(t, err, name)
	}
}
