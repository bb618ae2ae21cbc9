package bag

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
)

// expected is a message of tiny_bag.expected.json.
type expected struct {
	Topic, Type string
	LogTime     int64  `json:"log_time_ns"`
	Data        string `json:"data_hex"`
}

func tinyExpected(t *testing.T) []expected {
	t.Helper()
	data, err := os.ReadFile("testdata/tiny_bag.expected.json")
	require.NoError(t, err)
	var want []expected
	require.NoError(t, json.Unmarshal(data, &want))
	return want
}

func open(t *testing.T, path string) *Reader {
	t.Helper()
	r, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

// collect returns all messages in the form of the expectations.
func collect(t *testing.T, r *Reader, q Query) []expected {
	t.Helper()
	var out []expected
	for m, err := range r.Messages(q) {
		require.NoError(t, err)
		out = append(out, expected{m.Topic.Name, m.Topic.Type, m.LogTime.UnixNano(), hex.EncodeToString(m.Data)})
	}
	return out
}

func TestABagOfROSIsReadAsItsOwnReaderDoes(t *testing.T) {
	r := open(t, "testdata/tiny_bag")
	require.Empty(t, r.Warnings())
	require.Equal(t, tinyExpected(t), collect(t, r, Query{}))
	require.Equal(t, tinyExpected(t), collect(t, open(t, "testdata/tiny_bag/tiny_bag_0.mcap"), Query{}))

	topics := r.Topics()
	require.Len(t, topics, 2)
	require.Equal(t, []ros.QoS{{Reliable: true, Depth: 10}}, topics[0].QoS)
	require.Equal(t, cdr.Message(new(stdmsgs.String)).TypeHash(), topics[0].Hash)
	require.Contains(t, topics[1].Definition, "MSG: std_msgs/Header\n")

	info := r.Info()
	require.Equal(t, "jazzy", info.Distro)
	require.Equal(t, "none", info.Compression)
	require.Equal(t, uint64(9), info.Messages)
	require.Equal(t, 202541102*time.Nanosecond, info.Duration())
	require.Equal(t, []uint64{5, 4}, []uint64{info.Topics[0].Messages, info.Topics[1].Messages})
}

func TestMessagesAreDecodedByTheirType(t *testing.T) {
	r := open(t, "testdata/tiny_bag")
	var got []string
	for m, err := range Messages[stdmsgs.String](r, "/chatter") {
		require.NoError(t, err)
		got = append(got, m.Message.Data)
	}
	require.Equal(t, []string{"hello 0", "hello 1", "hello 2", "hello 3", "hello 4"}, got)
	n := 0
	for m, err := range Messages[sensormsgs.JointState](r, "/joint_states") {
		require.NoError(t, err)
		require.Equal(t, []string{"HeadYaw", "HeadPitch"}, m.Message.Name)
		n++
	}
	require.Equal(t, 4, n)
}

func TestAQueryTakesTopicsAndTimes(t *testing.T) {
	r, all := open(t, "testdata/tiny_bag"), tinyExpected(t)
	require.Equal(t, all[2:5], collect(t, r, Query{
		From: time.Unix(0, all[2].LogTime), Until: time.Unix(0, all[5].LogTime),
	}))
	require.Len(t, collect(t, r, Query{Topics: []string{"/joint_states"}}), 4)
	for _, err := range r.Messages(Query{Topics: []string{"/chater"}}) {
		require.EqualError(t, err, `bag testdata/tiny_bag: topic /chater: not in it (did you mean "/chatter"?)`)
	}
}

func TestADefinitionThatDiffersIsToldWithBothHashes(t *testing.T) {
	topic, err := open(t, "testdata/tiny_bag").Topic("/chatter")
	require.NoError(t, err)
	require.NoError(t, topic.CheckType(new(stdmsgs.String)))
	topic.Hash = "RIHS01_00"
	require.EqualError(t, topic.CheckType(new(stdmsgs.String)),
		"topic /chatter: the definition of std_msgs/msg/String differs: the bag has RIHS01_00, expected "+new(stdmsgs.String).TypeHash())
	require.EqualError(t, topic.CheckType(new(stdmsgs.Bool)),
		"topic /chatter: the bag has std_msgs/msg/String, expected std_msgs/msg/Bool")
}

// chatter is a topic to write.
func chatter() Topic {
	return Topic{
		Name: "/chatter", Type: "std_msgs/msg/String", Hash: new(stdmsgs.String).TypeHash(),
		QoS: []ros.QoS{{Reliable: true, Depth: 10}}, Definition: "string data\n",
	}
}

// at is a log time some ms after the start.
func at(ms int) time.Time {
	return time.Unix(1_700_000_000, 0).Add(time.Duration(ms) * time.Millisecond)
}

func text(format string, args ...any) []byte {
	return cdr.Marshal(&stdmsgs.String{Data: fmt.Sprintf(format, args...)})
}

// writeBag writes n messages on /chatter, 10 ms apart.
func writeBag(t *testing.T, n int, opts Options) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "b")
	w, err := Create(dir, opts)
	require.NoError(t, err)
	require.NoError(t, w.AddTopic(chatter()))
	for i := range n {
		require.NoError(t, w.Write("/chatter", at(10*i), time.Time{}, text("hello %d", i)))
	}
	require.NoError(t, w.Close())
	return dir
}

// heard are the texts on /chatter.
func heard(t *testing.T, r *Reader) []string {
	t.Helper()
	var out []string
	for m, err := range Messages[stdmsgs.String](r, "/chatter") {
		require.NoError(t, err)
		out = append(out, m.Message.Data)
	}
	return out
}

func hellos(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprint("hello ", i))
	}
	return out
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	for _, compression := range []string{"none", "zstd", "lz4"} {
		t.Run(compression, func(t *testing.T) {
			r := open(t, writeBag(t, 350, Options{Compression: compression}))
			require.Empty(t, r.Warnings())
			require.Equal(t, hellos(350), heard(t, r))
			info := r.Info()
			require.Equal(t, compression, info.Compression)
			require.Empty(t, info.Warnings)
			require.Equal(t, at(0), info.Start)
			require.Equal(t, at(3490), info.End)
			require.Len(t, r.sources[0].blocks, 4) // of a second
			topic := chatter()
			topic.Encoding, topic.Format = encodingMsg, formatCDR
			require.Equal(t, []TopicCount{{topic, 350}}, info.Topics)
		})
	}
}

func TestFilesAreSplitBySizeAndDuration(t *testing.T) {
	for _, c := range []struct {
		name  string
		opts  Options
		files int
	}{
		{"by size", Options{MaxSize: 8000}, 3},
		{"by duration", Options{MaxDuration: 500 * time.Millisecond}, 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := writeBag(t, 350, c.opts)
			files, err := filepath.Glob(dir + "/b_*.mcap")
			require.NoError(t, err)
			require.Len(t, files, c.files)
			r := open(t, dir)
			require.Equal(t, hellos(350), heard(t, r))
			metadata, err := os.ReadFile(dir + "/metadata.yaml")
			require.NoError(t, err)
			require.Equal(t, 2, strings.Count(string(metadata), "message_count: 350\n"), "of the bag and of its topic: %s", metadata)
			require.NoError(t, os.Remove(dir+"/metadata.yaml"))
			require.Equal(t, hellos(350), heard(t, open(t, dir)))
			for _, f := range files {
				info, err := os.Stat(f)
				require.NoError(t, err)
				if c.opts.MaxSize > 0 {
					require.Less(t, info.Size(), c.opts.MaxSize+4000) // its summary comes on top
				}
				require.NotEmpty(t, heard(t, open(t, f)), "each file stands alone")
			}
		})
	}
}
