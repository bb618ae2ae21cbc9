package bag

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// records are all records of a file, those in chunks behind their chunk.
func records(t *testing.T, path string) []record {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, mcap.Magic, data[:8])
	s := &source{f: must(os.Open(path)), size: int64(len(data))}
	defer s.f.Close()
	var out []record
	keep := func(r record) error {
		r.body = slices.Clone(r.body)
		out = append(out, r)
		return nil
	}
	cut, err := s.records(8, s.size-8, func(r record) error {
		if err := keep(r); err != nil || r.op != mcap.OpChunk {
			return err
		}
		inner, err := unpack(r.body, false)
		require.NoError(t, err)
		name := filepath.Join(t.TempDir(), "chunk")
		require.NoError(t, os.WriteFile(name, inner, 0o600))
		c := &source{f: must(os.Open(name)), size: int64(len(inner))}
		defer c.f.Close()
		cut, err := c.records(0, c.size, keep)
		require.False(t, cut)
		return err
	})
	require.NoError(t, err)
	require.False(t, cut)
	require.Equal(t, mcap.Magic, data[len(data)-8:])
	return out
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// rewriteTiny writes the messages of the bag of a real ROS 2 as our recorder would.
func rewriteTiny(t *testing.T) (dir string) {
	t.Helper()
	r := open(t, "testdata/tiny_bag")
	dir = filepath.Join(t.TempDir(), "tiny_bag")
	w, err := Create(dir, Options{})
	require.NoError(t, err)
	for m, err := range r.Messages(Query{}) {
		require.NoError(t, err)
		require.NoError(t, w.AddTopic(*m.Topic))
		require.NoError(t, w.Write(m.Topic.Name, m.LogTime, m.PublishTime, m.Data))
	}
	require.NoError(t, w.Close())
	return dir
}

func TestOurFileHasTheRecordsOfOneOfROS(t *testing.T) {
	theirs := records(t, "testdata/tiny_bag/tiny_bag_0.mcap")
	ours := records(t, rewriteTiny(t)+"/tiny_bag_0.mcap")
	ops := func(records []record) (out []mcap.OpCode) {
		for _, r := range records {
			out = append(out, r.op)
		}
		return out
	}
	require.Equal(t, ops(theirs), ops(ours))
	for i, their := range theirs {
		our := ours[i]
		switch their.op {
		case mcap.OpHeader:
			a, b := must(mcap.ParseHeader(their.body)), must(mcap.ParseHeader(our.body))
			require.Equal(t, a.Profile, b.Profile)
			require.Contains(t, b.Library, library)
		case mcap.OpSchema, mcap.OpMessage:
			require.Equal(t, their.body, our.body)
		case mcap.OpChannel:
			a, b := must(mcap.ParseChannel(their.body)), must(mcap.ParseChannel(our.body))
			requireSameProfiles(t, a.Metadata, b.Metadata)
			a.Metadata, b.Metadata = nil, nil
			require.Equal(t, a, b)
		case mcap.OpMetadata:
			a, b := must(mcap.ParseMetadata(their.body)), must(mcap.ParseMetadata(our.body))
			require.Equal(t, a.Name, b.Name)
			requireSameKeys(t, []byte(a.Metadata["serialized_metadata"]), []byte(b.Metadata["serialized_metadata"]))
		case mcap.OpStatistics:
			require.Equal(t, must(mcap.ParseStatistics(their.body)), must(mcap.ParseStatistics(our.body)))
		case mcap.OpMetadataIndex:
			require.Equal(t, must(mcap.ParseMetadataIndex(their.body)).Name, must(mcap.ParseMetadataIndex(our.body)).Name)
		case mcap.OpSummaryOffset:
			require.Equal(t, their.body[0], our.body[0])
		default: // offsets and checksums, which need not be equal
		}
	}
}

// requireSameProfiles compares the metadata of channels: the same keys and, in the
// QoS profiles, the same ones with the same meaning. We write policies as numbers.
func requireSameProfiles(t *testing.T, theirs, ours map[string]string) {
	t.Helper()
	require.Equal(t, slices.Sorted(maps.Keys(theirs)), slices.Sorted(maps.Keys(ours)))
	require.Equal(t, theirs["topic_type_hash"], ours["topic_type_hash"])
	const key = "offered_qos_profiles"
	var a, b []map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(theirs[key]), &a))
	require.NoError(t, yaml.Unmarshal([]byte(ours[key]), &b))
	require.Len(t, b, len(a))
	for i := range a {
		require.Equal(t, slices.Sorted(maps.Keys(a[i])), slices.Sorted(maps.Keys(b[i])))
		require.Equal(t, a[i]["deadline"], b[i]["deadline"])
		require.IsType(t, 1, b[i]["history"], "Humble reads numbers only")
	}
	require.Equal(t, must(parseProfiles(theirs[key])), must(parseProfiles(ours[key])))
}

// requireSameKeys compares two metadata texts: ours has the keys of version 5, in the
// same places, with values of the same kind.
func requireSameKeys(t *testing.T, theirs, ours []byte) {
	t.Helper()
	var a, b map[string]any
	require.NoError(t, yaml.Unmarshal(theirs, &a))
	require.NoError(t, yaml.Unmarshal(ours, &b))
	require.Equal(t, 5, b["version"])
	delete(a, "custom_data") // came with version 6
	delete(a, "ros_distro")  // 8
	require.Equal(t, slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)))
	for _, topic := range list(a) {
		delete(topic, "type_description_hash") // 7
	}
	for i, topic := range list(b) {
		require.IsType(t, "", topic["offered_qos_profiles"], "a text until version 9")
		require.Equal(t, slices.Sorted(maps.Keys(list(a)[i])), slices.Sorted(maps.Keys(topic)))
	}
	for key, value := range a {
		require.IsType(t, value, b[key], key)
		if key != "version" && key != "topics_with_message_count" {
			require.Equal(t, value, b[key], key)
		}
	}
}

// list returns the topics of decoded metadata, by name.
func list(m map[string]any) (out []map[string]any) {
	topics, _ := m["topics_with_message_count"].([]any)
	for _, e := range topics {
		out = append(out, e.(map[string]any)["topic_metadata"].(map[string]any))
	}
	slices.SortFunc(out, func(a, b map[string]any) int {
		if a["name"].(string) < b["name"].(string) {
			return -1
		}
		return 1
	})
	return out
}

func TestMetadataIsThatOfVersion5(t *testing.T) {
	their, err := os.ReadFile("testdata/tiny_bag/metadata.yaml")
	require.NoError(t, err)
	our, err := os.ReadFile(rewriteTiny(t) + "/metadata.yaml")
	require.NoError(t, err)
	inner := func(data []byte) []byte {
		var root map[string]any
		require.NoError(t, yaml.Unmarshal(data, &root))
		require.Len(t, root, 1)
		return must(yaml.Marshal(root["rosbag2_bagfile_information"]))
	}
	requireSameKeys(t, inner(their), inner(our))
}

func TestMetadataStandsFromTheStartAndIsKeptUp(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "b")
	w, err := Create(dir, Options{})
	require.NoError(t, err)
	m, err := readMetadata(dir)
	require.NoError(t, err)
	require.Equal(t, []string{"b_0.mcap"}, m.Paths)
	require.Empty(t, heardTopics(m))

	require.NoError(t, w.AddTopic(chatter()))
	require.NoError(t, w.Write("/chatter", at(0), time.Time{}, text("hello 0")))
	require.NoError(t, w.Flush())
	m, err = readMetadata(dir)
	require.NoError(t, err)
	require.Equal(t, uint64(1), m.Messages)
	require.Equal(t, []string{"/chatter"}, heardTopics(m))
	require.Equal(t, hellos(1), heard(t, open(t, dir)), "it can be read while it is written")
	require.NoError(t, w.Close())
	require.NoError(t, w.Close())
}

func heardTopics(m metadata) (names []string) {
	for _, e := range m.Topics {
		names = append(names, e.Topic.Name)
	}
	return names
}
