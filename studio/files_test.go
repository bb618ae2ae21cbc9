package studio

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestNoPathLeadsOutOfTheDirectory(t *testing.T) {
	w, dir := workspace(t, map[string]string{"greet.yaml": greet, ".hidden.yaml": greet, "a/.git/b.yaml": greet})
	outside := filepath.Join(t.TempDir(), "out.yaml")
	require.NoError(t, os.WriteFile(outside, []byte(greet), 0o644))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "link.yaml")))
	require.NoError(t, os.Symlink(filepath.Dir(outside), filepath.Join(dir, "way")))
	require.Equal(t, "greet.yaml", mustList(w))
	for _, name := range []string{"../out.yaml", "/etc/passwd", ".hidden.yaml", "a/.git/b.yaml", "link.yaml", "way/out.yaml", "a/../../x.yaml", "x.txt", "", "a\x00.yaml", "C:\\x.yaml", "~/x.yaml"} {
		out := w.Open("ann", OpenRequest{Path: name})
		require.NotNil(t, out.Refused, name)
		require.NotContains(t, out.Refused.Message, dir)
		require.Error(t, w.Files.Write(name, "x"), name)
	}
	text, err := os.ReadFile(outside)
	require.NoError(t, err)
	require.Equal(t, greet, string(text))
}

func TestALargeFileIsRefusedWithItsSize(t *testing.T) {
	w, _ := workspace(t, map[string]string{"large.yaml": strings.Repeat("# x\n", 5<<18)})
	out := w.Open("ann", OpenRequest{Path: "large.yaml"})
	require.Equal(t, TooLarge, out.Refused.Code)
	require.Equal(t, "large.yaml has 5.0 MB; the studio opens files of at most 1.0 MB", out.Refused.Message)
	require.Equal(t, "larger than 1.0 MB", w.List(ListRequest{}).Files[0].Refused)
}

func TestAFileThatChangedOnDiskIsAQuestion(t *testing.T) {
	w, dir := workspace(t, map[string]string{"greet.yaml": greet})
	id := opened(t, w, "greet.yaml").ID
	do(t, w, "ann", Command{Op: AddState, Name: "mine"})
	theirs := strings.Replace(greet, "2s", "9s", 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "greet.yaml"), []byte(theirs), 0o644))
	w.Tick()
	s, _ := w.Snapshot(id)
	require.Equal(t, DiskChanged, s.Disk)
	out := w.Save("ann", SaveRequest{ID: id})
	require.Equal(t, Conflict, out.Refused.Code)
	require.Equal(t, theirs, onDisk(t, dir, "greet.yaml"))
	require.Equal(t, theirs, w.Resolve("ann", ResolveRequest{ID: id, Choice: ShowBoth}).Theirs)

	out = w.Resolve("ann", ResolveRequest{ID: id, Choice: TakeTheirs})
	require.Nil(t, out.Refused)
	require.Equal(t, theirs, out.Snapshot.Text)
	require.False(t, out.Snapshot.Unsaved)
	out = w.Undo("ann", HistoryRequest{ID: id})
	require.Contains(t, out.Snapshot.Text, "mine", "nothing is lost")

	require.NoError(t, os.Remove(filepath.Join(dir, "greet.yaml")))
	require.Contains(t, w.Save("ann", SaveRequest{ID: id}).Refused.Message, "deleted or moved")
	require.Nil(t, w.Resolve("ann", ResolveRequest{ID: id, Choice: KeepMine}).Refused)
	require.Nil(t, w.Save("ann", SaveRequest{ID: id}).Refused)
	require.Contains(t, onDisk(t, dir, "greet.yaml"), "mine")
}

func TestUnsavedTextSurvivesAKilledStudio(t *testing.T) {
	w, dir := workspace(t, map[string]string{"greet.yaml": greet})
	opened(t, w, "greet.yaml")
	s := do(t, w, "ann", Command{Op: AddState, Name: "mine"})
	again, err := OpenWorkspace(dir, Options{})
	require.NoError(t, err)
	back := opened(t, again, "greet.yaml")
	require.Equal(t, s.Text, back.Text)
	require.True(t, back.Recovered)
	require.True(t, back.Unsaved)
	require.Equal(t, s.Revision, back.Revision, "a browser that had it open goes on")
	out := again.Undo("bob", HistoryRequest{ID: back.ID})
	require.Equal(t, greet, out.Snapshot.Text)
	require.Nil(t, again.Save("ann", SaveRequest{ID: back.ID}).Refused)
	again.Tick()
	require.NoFileExists(t, filepath.Join(dir, ".studio", "greet.yaml.unsaved"))
}

// reopened returns a workspace over the directory of one that was killed.
func reopened(t *testing.T, dir string) *Workspace {
	t.Helper()
	w, err := OpenWorkspace(dir, Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.Files.Close() })
	return w
}

func TestANewMachineIsAFileFromItsFirstStateOn(t *testing.T) {
	w, dir := workspace(t, map[string]string{"lamp.scxml": `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="dark"><state id="dark"/></scxml>`})
	require.Nil(t, w.Open("ann", OpenRequest{Path: "own.yaml", New: true}).Refused)
	require.Equal(t, starter("own"), onDisk(t, dir, "own.yaml"))
	imported := w.Import("ann", ImportRequest{Path: "lamp.scxml"})
	require.Nil(t, imported.Refused)
	require.Equal(t, imported.Snapshot.Text, onDisk(t, dir, "lamp.yaml"))
	require.Nil(t, w.Apply("ann", ApplyRequest{ID: "lamp.yaml", Revision: 1, Command: Command{Op: AddState, Name: "light"}}).Refused)

	again := reopened(t, dir)
	require.Equal(t, "lamp.scxml lamp.yaml own.yaml", mustList(again))
	require.Contains(t, again.Open("ann", OpenRequest{Path: "own.yaml", New: true}).Refused.Message, "the file own.yaml exists already")
	out := again.Import("ann", ImportRequest{Path: "lamp.scxml"})
	require.Nil(t, out.Refused)
	require.Equal(t, "opened lamp.yaml, which exists already", out.Said)
	require.Contains(t, out.Snapshot.Text, "light")
}

// What runs on a robot is looked at without a file; what is changed of it is kept and listed.
func TestAMachineThatRunsIsNoFileBeforeItIsSaved(t *testing.T) {
	w, dir := workspace(t, nil)
	out := w.Open("ann", OpenRequest{Path: "greet.yaml", Running: true, Text: greet})
	require.Nil(t, out.Refused)
	require.Equal(t, DiskNew, out.Snapshot.Disk)
	require.False(t, out.Snapshot.Unsaved)
	require.Empty(t, mustList(w))
	next := strings.Replace(greet, "2s", "3s", 1)
	require.Equal(t, next, w.Open("ann", OpenRequest{Path: "greet.yaml", Running: true, Text: next}).Snapshot.Text, "the robot runs another one now")
	s := do(t, w, "ann", Command{Op: AddState, Name: "mine"})

	again := reopened(t, dir)
	require.Equal(t, []FileEntry{{Path: "greet.yaml", Format: "yaml", Unsaved: true}}, stripped(again.List(ListRequest{}).Files))
	require.Contains(t, again.Open("ann", OpenRequest{Path: "greet.yaml", New: true}).Refused.Message, "an unsaved file")
	back := again.Open("ann", OpenRequest{Path: "greet.yaml", Running: true, Text: next}).Snapshot
	require.Equal(t, s.Text, back.Text)
	require.Nil(t, again.Save("ann", SaveRequest{ID: back.ID}).Refused)
	require.Equal(t, s.Text, onDisk(t, dir, "greet.yaml"))
	require.NoFileExists(t, filepath.Join(dir, ".studio", "greet.yaml.unsaved"))
}

func stripped(files []FileEntry) []FileEntry {
	for i := range files {
		files[i].Size, files[i].Modified = 0, 0
	}
	return files
}

func TestUnsavedTextOfADeletedFileIsListedAndOpened(t *testing.T) {
	w, dir := workspace(t, map[string]string{"a/greet.yaml": greet})
	opened(t, w, "a/greet.yaml")
	s := do(t, w, "ann", Command{Op: AddState, Name: "mine"})
	require.NoError(t, os.Remove(filepath.Join(dir, "a", "greet.yaml")))
	again := reopened(t, dir)
	require.Equal(t, []FileEntry{{Path: "a/greet.yaml", Format: "yaml", Unsaved: true}}, stripped(again.List(ListRequest{}).Files))
	back := opened(t, again, "a/greet.yaml")
	require.Equal(t, s.Text, back.Text)
	require.Equal(t, DiskGone, back.Disk)
}

// The answer to a command is lost with the studio or the connection: it comes again, and is done once.
func TestACommandThatComesAgainIsDoneOnce(t *testing.T) {
	w, dir := workspace(t, map[string]string{"greet.yaml": greet})
	add := ApplyRequest{ID: "greet.yaml", Revision: 1, Window: "w", Number: 1, Command: Command{Op: AddState, Name: "mine"}}
	first := w.Apply("ann", add) // a document that is not open is opened
	require.Nil(t, first.Refused)
	second := w.Apply("ann", add)
	require.Nil(t, second.Refused)
	require.Equal(t, []string{"mine"}, second.Select)
	require.Equal(t, first.Snapshot.Text, second.Snapshot.Text)
	again := reopened(t, dir)
	third := again.Apply("ann", add)
	require.Nil(t, third.Refused)
	require.Equal(t, first.Snapshot.Text, third.Snapshot.Text)
	require.Equal(t, first.Snapshot.Revision, third.Snapshot.Revision)
	add.Number, add.Revision = 2, third.Snapshot.Revision
	require.Contains(t, again.Apply("ann", add).Refused.Message, "already")
	require.Equal(t, Missing, again.Apply("ann", ApplyRequest{ID: "nosuch.yaml", Revision: 1}).Refused.Code)
}

func TestAFileKeepsItsMode(t *testing.T) {
	w, dir := workspace(t, map[string]string{"greet.yaml": greet})
	at := filepath.Join(dir, "greet.yaml")
	require.NoError(t, os.Chmod(at, 0o640))
	require.NoError(t, w.Files.Write("greet.yaml", "machine: x\n"))
	info, err := os.Stat(at)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}

// savesFor is set in the process that is killed while it saves.
const savesFor = "GONAO_STUDIO_SAVES"

// one and other are two texts that are easily told from a part of one.
var one, other = "machine: one\n" + strings.Repeat("# 1\n", 50_000), "machine: other\n" + strings.Repeat("# 2\n", 60_000)

func TestMain(m *testing.M) {
	dir := os.Getenv(savesFor)
	if dir == "" {
		os.Exit(m.Run())
	}
	f, err := OpenFiles(dir, machineEndings, MachineLimit)
	if err != nil {
		panic(err)
	}
	fmt.Println("saving")
	for { // until it is killed
		for _, text := range []string{one, other} {
			if err := f.Write("greet.yaml", text); err != nil {
				panic(err)
			}
		}
	}
}

// A process that saves all the time is killed again and again: the file is always one of the two texts.
func TestAKilledSaveLeavesTheOldOrTheNewFile(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 10
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "greet.yaml"), []byte(one), 0o644))
	seen := map[string]int{}
	for i := range kills {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), savesFor+"="+dir)
		out, err := child.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())
		_, err = out.Read(make([]byte, 6)) // it saves now
		require.NoError(t, err)
		time.Sleep(time.Duration(i%20) * 500 * time.Microsecond) // so that each kill meets another moment of a save
		require.NoError(t, child.Process.Signal(syscall.SIGKILL))
		_ = child.Wait() // it was killed
		text := onDisk(t, dir, "greet.yaml")
		require.True(t, text == one || text == other, "%d bytes", len(text))
		seen[text[:12]]++
	}
	f, err := OpenFiles(dir, machineEndings, MachineLimit)
	require.NoError(t, err)
	require.NoError(t, f.Write("greet.yaml", "machine: x\n"))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "what killed saves have left is removed")
	t.Log(seen)
}

func TestAFullDiskKeepsTheTextAndTheFile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no small disk can be mounted here (%v); run as root to try a full one", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	require.NoError(t, os.WriteFile(filepath.Join(dir, "greet.yaml"), []byte(greet), 0o644))
	w, err := OpenWorkspace(dir, Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.Files.Close() })
	opened(t, w, "greet.yaml")
	long := greet + strings.Repeat("# long\n", 20_000)
	s := do(t, w, "ann", Command{Op: ReplaceText, Text: long})
	w.Tick()
	out := w.Save("ann", SaveRequest{ID: s.ID})
	require.Equal(t, Failed, out.Refused.Code)
	require.Equal(t, "write greet.yaml: the disk is full; nothing was changed, and the text is kept here", out.Refused.Message)
	require.Equal(t, long, out.Snapshot.Text)
	require.Equal(t, greet, onDisk(t, dir, "greet.yaml"))
	s = do(t, w, "ann", Command{Op: ReplaceText, Text: greet + "# short\n"})
	require.Nil(t, w.Save("ann", SaveRequest{ID: s.ID}).Refused)
	require.Equal(t, greet+"# short\n", onDisk(t, dir, "greet.yaml"))
}
