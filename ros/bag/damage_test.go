package bag

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/ros"
)

// copyTiny copies the bag of a real ROS 2, so that it can be damaged.
func copyTiny(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "tiny_bag")
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/tiny_bag")))
	return dir
}

func edit(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, change(data), 0o600))
}

func replace(from, to string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(from), []byte(to)) }
}

func TestBadBagsAreRefusedWithTheReason(t *testing.T) {
	const hint = "; gonao bag reindex DIR writes it again"
	for _, c := range []struct {
		name   string
		damage func(dir string) error
		want   string
	}{
		{"nothing there", os.RemoveAll, "bag DIR: no such file or directory"},
		{
			"a missing file", func(dir string) error { return os.Remove(dir + "/tiny_bag_0.mcap") },
			"bag DIR: metadata.yaml names tiny_bag_0.mcap, which is not there" + hint,
		},
		{
			"another version", func(dir string) error {
				edit(t, dir+"/metadata.yaml", replace("version: 9", "version: 12"))
				return nil
			},
			`bag DIR/metadata.yaml: version "12": expected 1 to 9` + hint,
		},
		{
			"no version", func(dir string) error { edit(t, dir+"/metadata.yaml", replace("version: 9", "verson: 9")); return nil },
			`bag DIR/metadata.yaml: version "": expected 1 to 9` + hint,
		},
		{
			"no YAML", func(dir string) error { return os.WriteFile(dir+"/metadata.yaml", []byte("a: [1"), 0o600) },
			"bag DIR/metadata.yaml: line 1: not YAML: ",
		},
		{
			"other YAML", func(dir string) error { return os.WriteFile(dir+"/metadata.yaml", []byte("a: 1"), 0o600) },
			"bag DIR/metadata.yaml: line 1: rosbag2_bagfile_information: missing; expected what rosbag2 writes" + hint,
		},
		{"a wrong type in it", func(dir string) error {
			edit(t, dir+"/metadata.yaml", replace("message_count: 9", "message_count: many"))
			return nil
		}, "bag DIR/metadata.yaml: line "},
		{"sqlite3 by its metadata", func(dir string) error {
			edit(t, dir+"/metadata.yaml", replace("storage_identifier: mcap", "storage_identifier: sqlite3"))
			return nil
		}, "bag DIR: is of the sqlite3 storage, which is not read here; make it an mcap bag with ros2 bag convert"},
		{"sqlite3 without metadata", func(dir string) error {
			return joinErrors(os.Remove(dir+"/metadata.yaml"), os.Rename(dir+"/tiny_bag_0.mcap", dir+"/a.db3"))
		}, "bag DIR: a.db3 is of the sqlite3 storage"},
		{"sqlite3 in a file", func(dir string) error {
			return os.WriteFile(dir+"/tiny_bag_0.mcap", []byte("SQLite format 3\x00"), 0o600)
		}, "bag DIR/tiny_bag_0.mcap: is of the sqlite3 storage"},
		{"another storage", func(dir string) error {
			edit(t, dir+"/metadata.yaml", replace("storage_identifier: mcap", "storage_identifier: paper"))
			return nil
		}, `bag DIR: storage "paper": expected mcap`},
		{"files compressed as a whole", func(dir string) error {
			edit(t, dir+"/metadata.yaml", replace(`compression_mode: ""`, "compression_mode: FILE"))
			return nil
		}, "bag DIR: compressed by rosbag2 in mode FILE, which is not read here"},
		{
			"no bag at all", func(dir string) error { return os.WriteFile(dir+"/tiny_bag_0.mcap", []byte("hello there"), 0o600) },
			`bag DIR/tiny_bag_0.mcap: is not an MCAP file: it begins with "hello th"`,
		},
		{
			"an empty file", func(dir string) error { return os.WriteFile(dir+"/tiny_bag_0.mcap", nil, 0o600) },
			"bag DIR/tiny_bag_0.mcap: is empty",
		},
		{"an empty directory", func(dir string) error {
			return joinErrors(os.Remove(dir+"/metadata.yaml"), os.Remove(dir+"/tiny_bag_0.mcap"))
		}, "bag DIR: no .mcap file in it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := copyTiny(t)
			require.NoError(t, c.damage(dir))
			_, err := Open(dir)
			require.ErrorContains(t, err, strings.ReplaceAll(c.want, "DIR", dir))
		})
	}
}

func joinErrors(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestABagCutAnywhereIsReadAsFarAsItGoes(t *testing.T) {
	whole, err := os.ReadFile("testdata/tiny_bag/tiny_bag_0.mcap")
	require.NoError(t, err)
	all := tinyExpected(t)
	most := 0
	for size := len(whole) - 1; size > 40; size -= 61 {
		dir := copyTiny(t)
		require.NoError(t, os.Truncate(dir+"/tiny_bag_0.mcap", int64(size)))
		r := open(t, dir)
		require.NotEmpty(t, r.Warnings())
		got := collect(t, r, Query{})
		require.Equal(t, all[:len(got)], append([]expected{}, got...), "cut at %d", size)
		most = max(most, len(got))
		if size >= 4422 { // behind the chunk
			require.Len(t, got, len(all))
		}

		done, err := Reindex(dir)
		require.NoError(t, err)
		require.Equal(t, []string{"tiny_bag_0.mcap"}, done.Rewritten)
		require.Equal(t, uint64(len(got)), done.Messages)
		again := open(t, dir)
		require.Empty(t, again.Warnings())
		require.Empty(t, again.Info().Warnings)
		require.Equal(t, got, collect(t, again, Query{}))
		require.Equal(t, 5, again.meta.Version)
	}
	require.Equal(t, len(all), most)
}

func TestReindexMakesMetadataAnew(t *testing.T) {
	for _, damage := range []func(dir string) error{
		func(dir string) error { return os.Remove(dir + "/metadata.yaml") },
		func(dir string) error { return os.WriteFile(dir+"/metadata.yaml", []byte("rosbag2_bag"), 0o600) },
		func(dir string) error { edit(t, dir+"/metadata.yaml", replace("tiny_bag_0", "other")); return nil },
	} {
		dir := copyTiny(t)
		require.NoError(t, damage(dir))
		done, err := Reindex(dir)
		require.NoError(t, err)
		require.Equal(t, Repair{Messages: 9}, done, "the file is whole")
		r := open(t, dir)
		require.Empty(t, r.Info().Warnings)
		require.Equal(t, tinyExpected(t), collect(t, r, Query{}))
		require.Equal(t, r.Topics()[0].QoS, []ros.QoS(r.meta.Topics[0].Topic.QoS))
	}
}

func TestAChunkThatIsDamagedIsNamed(t *testing.T) {
	dir := writeBag(t, 350, Options{})
	edit(t, dir+"/b_0.mcap", replace("hello 120\x00", "hellO 120\x00"))
	r := open(t, dir)
	n := 0
	var failed error
	for _, err := range r.Messages(Query{}) {
		if failed = err; err == nil {
			n++
		}
	}
	require.Equal(t, 100, n)
	require.ErrorContains(t, failed, "/b_0.mcap: chunk at byte ")
	require.ErrorContains(t, failed, ": the checksum is wrong")
}

// memory is a file in memory.
type memory struct{ *bytes.Reader }

func (memory) Close() error { return nil }

// readAll reads what can be read of a file.
func readAll(data []byte) {
	s := newSource("a.mcap", memory{bytes.NewReader(data)}, int64(len(data)))
	if s.open() != nil {
		return
	}
	r := newReader("a.mcap")
	r.add(s)
	r.Info()
	for range r.Messages(Query{}) {
	}
}

// seeds are good files: one of a real ROS 2, and ours.
func seeds(tb testing.TB) [][]byte {
	tb.Helper()
	var out [][]byte
	tiny, err := os.ReadFile("testdata/tiny_bag/tiny_bag_0.mcap")
	require.NoError(tb, err)
	out = append(out, tiny)
	for _, compression := range []string{"none", "zstd", "lz4"} {
		dir := filepath.Join(tb.TempDir(), "b")
		w, err := Create(dir, Options{Compression: compression})
		require.NoError(tb, err)
		require.NoError(tb, w.AddTopic(chatter()))
		for i := range 30 {
			require.NoError(tb, w.Write("/chatter", at(100*i), at(100*i), text("hello %d", i)))
		}
		require.NoError(tb, w.Close())
		data, err := os.ReadFile(dir + "/b_0.mcap")
		require.NoError(tb, err)
		out = append(out, data)
	}
	return out
}

func TestRandomDamageIsTakenHere(t *testing.T) {
	good := seeds(t)
	rng := rand.New(rand.NewPCG(3, 3))
	var data []byte
	for range fuzzn.N(t) / 10 { // a chunk's decompressor takes megabytes for each
		data = fuzzn.Mutate(rng, data, good[rng.IntN(len(good))])
		if len(data) > 8 && rng.IntN(4) > 0 {
			copy(data, good[0][:9]) // past the first check
		}
		readAll(data)
	}
}

func TestRandomMetadataIsTakenHere(t *testing.T) {
	good, err := os.ReadFile("testdata/tiny_bag/metadata.yaml")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(4, 4))
	var data []byte
	for range fuzzn.N(t) {
		data = fuzzn.Mutate(rng, data, good)
		_, _ = parseMetadata(data)
	}
}

func FuzzReader(f *testing.F) {
	for _, data := range seeds(f) {
		f.Add(data)
	}
	f.Fuzz(func(_ *testing.T, data []byte) { readAll(data) })
}
