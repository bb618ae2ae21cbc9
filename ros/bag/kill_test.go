package bag

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain runs this binary as the recorder that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("GONAO_TEST_BAG"); dir != "" {
		if limit, err := strconv.ParseUint(os.Getenv("GONAO_TEST_LIMIT"), 10, 64); err == nil {
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
				panic(err)
			}
		}
		fmt.Println("error:", writeForever(dir, os.Getenv("GONAO_TEST_COMPRESSION")))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeForever writes as fast as it can, in small chunks and files, and tells after
// each chunk how many messages are in the bag.
func writeForever(dir, compression string) error {
	w, err := Create(dir, Options{Compression: compression, ChunkSize: 20_000, MaxSize: 1 << 20})
	if err != nil {
		return err
	}
	if err := w.AddTopic(chatter()); err != nil {
		return err
	}
	defer w.Close()
	fmt.Println(0)
	for i := 0; ; i++ {
		if err := w.Write("/chatter", at(i), time.Time{}, text("hello %d", i)); err != nil {
			return err
		}
		if i%100 == 99 {
			if err := w.Flush(); err != nil {
				return err
			}
			fmt.Println(i + 1)
		}
	}
}

// killed writes a bag in another process, kills it after some chunks and a moment,
// and gives how many messages were in the bag for sure.
func killed(t *testing.T, rng *rand.Rand, compression string) (dir string, sure int) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "b")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GONAO_TEST_BAG="+dir, "GONAO_TEST_COMPRESSION="+compression)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	for range 1 + rng.IntN(60) {
		require.True(t, lines.Scan())
	}
	time.Sleep(time.Duration(rng.IntN(1000)) * time.Microsecond) // anywhere in the work on a chunk
	require.NoError(t, cmd.Process.Kill())
	for ok := true; ok; ok = lines.Scan() {
		_, err := fmt.Sscan(lines.Text(), &sure)
		require.NoError(t, err)
	}
	_, _ = io.Copy(io.Discard, out)
	require.Error(t, cmd.Wait(), "it was killed")
	return dir, sure
}

func TestARecorderKilledAtAnyMomentLeavesABagThatPlays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	kills := 24
	if testing.Short() {
		kills = 9
	}
	for i := range kills {
		dir, sure := killed(t, rng, []string{"none", "zstd", "lz4"}[i%3])

		r := open(t, dir) // which takes the files from metadata.yaml
		for _, w := range r.Warnings() {
			require.Contains(t, w, "no summary: its recorder did not end properly")
		}
		var got []string
		if sure > 0 || len(r.Topics()) > 0 {
			got = heard(t, r)
		}
		require.GreaterOrEqual(t, len(got), sure)
		require.Equal(t, hellos(len(got)), got)
		meta, err := readMetadata(dir)
		require.NoError(t, err)
		require.LessOrEqual(t, meta.Messages, uint64(len(got)+100), "the chunk under way may be counted")
		require.GreaterOrEqual(t, meta.Messages, uint64(max(0, sure-100)))
		for _, file := range meta.Paths { // its records are whole up to a data end, as other readers want it
			requireEnds(t, filepath.Join(dir, file))
		}

		done, err := Reindex(dir)
		require.NoError(t, err)
		require.Equal(t, uint64(len(got)), done.Messages)
		require.LessOrEqual(t, len(done.Rewritten), 1)
		whole := open(t, dir)
		require.Empty(t, whole.Warnings())
		require.Empty(t, whole.Info().Warnings)
		if len(got) > 0 {
			require.Equal(t, got, heard(t, whole))
		}
		left, err := filepath.Glob(dir + "/*.new")
		require.NoError(t, err)
		require.Empty(t, left)
	}
}

// requireEnds reads a file's records until the data end.
func requireEnds(t *testing.T, path string) {
	t.Helper()
	s, err := openSource(path)
	require.NoError(t, err)
	defer s.f.Close()
	for _, b := range s.blocks {
		require.False(t, b.cut)
	}
	if !s.whole {
		require.Equal(t, []string{"no summary: its recorder did not end properly"}, s.damage)
	}
}

// A limit of the file's size stands for a full disk: the write stops in the middle.
func TestAFullDiskLeavesWhatWasWritten(t *testing.T) {
	for _, limit := range []int{100_000, 123_456, 150_001} {
		dir := filepath.Join(t.TempDir(), "b")
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "GONAO_TEST_BAG="+dir, fmt.Sprint("GONAO_TEST_LIMIT=", limit))
		out, err := cmd.Output()
		require.Error(t, err)
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		require.Equal(t, fmt.Sprintf("error: bag %s: write %s/b_0.mcap: file too large; the data written before can be read", dir, dir),
			lines[len(lines)-1])
		sure, err := strconv.Atoi(lines[len(lines)-2])
		require.NoError(t, err)
		require.Positive(t, sure)

		r := open(t, dir)
		got := heard(t, r)
		require.GreaterOrEqual(t, len(got), sure)
		require.Equal(t, hellos(len(got)), got)
		requireEnds(t, dir+"/b_0.mcap")
		info, err := os.Stat(dir + "/b_0.mcap")
		require.NoError(t, err)
		require.Less(t, info.Size(), int64(limit), "the piece that did not fit is gone")
	}
}
