package cyclone

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// capture is an entry of testdata/captures/index.json.
type capture struct {
	File          string          `json:"file"`
	DDSType       string          `json:"dds_type"`
	Topic         string          `json:"topic"`
	Used          int             `json:"used"`
	Decoded       json.RawMessage `json:"decoded"`
	ServiceHeader struct {
		ClientGUID string `json:"client_guid"`
		Sequence   int64  `json:"sequence"`
	} `json:"service_header"`
}

func captures(t *testing.T, prefix string) []capture {
	t.Helper()
	text, err := os.ReadFile("testdata/captures/index.json")
	require.NoError(t, err)
	var all, some []capture
	require.NoError(t, json.Unmarshal(text, &all))
	for _, c := range all {
		if strings.HasPrefix(c.File, prefix) {
			some = append(some, c)
		}
	}
	require.NotEmpty(t, some)
	return some
}

func (c capture) bytes(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/captures/" + c.File)
	require.NoError(t, err)
	return data
}

// wireEntities is ros_discovery_info as the captures' decoder tells it.
type wireEntities struct {
	GID   wireGID `json:"gid"`
	Nodes []struct {
		Namespace string    `json:"node_namespace"`
		Name      string    `json:"node_name"`
		Readers   []wireGID `json:"reader_gid_seq"`
		Writers   []wireGID `json:"writer_gid_seq"`
	} `json:"node_entities_info_seq"`
}

type wireGID struct {
	Data [16]int `json:"data"`
}

func (w wireGID) gid() (g gid) {
	for i, v := range w.Data {
		g[i] = byte(v)
	}
	return g
}

func gids(list []wireGID) (out []gid) {
	for _, w := range list {
		out = append(out, w.gid())
	}
	return out
}

func TestDiscoveryInfoIsWhatRealNodesSend(t *testing.T) {
	for _, c := range captures(t, "ros_discovery_info") {
		t.Run(c.File, func(t *testing.T) {
			var w wireEntities
			require.NoError(t, json.Unmarshal(c.Decoded, &w))
			want := participantEntities{gid: w.GID.gid()}
			for _, n := range w.Nodes {
				want.nodes = append(want.nodes, &nodeEntities{
					namespace: n.Namespace, name: n.Name, readers: gids(n.Readers), writers: gids(n.Writers),
				})
			}
			require.Equal(t, hex.Dump(c.bytes(t)), hex.Dump(want.marshal(gidSize(""))))
			got, err := unmarshalEntities(c.bytes(t), gidSize("jazzy"))
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.Equal(t, discoveryType, c.DDSType)
		})
	}
}

func TestHumbleHasLongerGids(t *testing.T) {
	want := participantEntities{gid: gid{1, 16, 15: 193}, nodes: []*nodeEntities{{
		namespace: "/", name: "n", readers: []gid{{1, 16, 15: 4}}, writers: []gid{{1, 16, 15: 3}, {1, 16, 15: 2}},
	}}}
	data := want.marshal(gidSize("humble"))
	require.Equal(t, make([]byte, 8), data[4+16:4+24])
	got, err := unmarshalEntities(data, gidSize("humble"))
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestDiscoveryInfoSurvivesRandomBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seed := (&participantEntities{nodes: []*nodeEntities{{namespace: "/", name: "n", readers: make([]gid, 2)}}}).marshal(16)
	for range fuzzn.N(t) {
		data := bytes.Clone(seed)[:random.IntN(len(seed)+1)]
		for range random.IntN(8) {
			if len(data) > 0 {
				data[random.IntN(len(data))] = byte(random.Uint32())
			}
		}
		if p, err := unmarshalEntities(data, 16); err == nil {
			require.NotNil(t, p.marshal(16))
		}
		_, _, _, _ = splitCall(data)
	}
}

func FuzzDiscoveryInfo(f *testing.F) {
	f.Add((&participantEntities{nodes: []*nodeEntities{{namespace: "/", name: "n"}}}).marshal(16))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := unmarshalEntities(data, 16); err == nil {
			p.marshal(24)
		}
	})
}

func TestServiceHeaderIsWhatRealNodesSend(t *testing.T) {
	for _, c := range captures(t, "add_two_ints") {
		t.Run(c.File, func(t *testing.T) {
			data := c.bytes(t)
			guid, err := hex.DecodeString(c.ServiceHeader.ClientGUID)
			require.NoError(t, err)
			want := binary.LittleEndian.Uint64(guid)
			client, sequence, payload, ok := splitCall(data)
			require.True(t, ok)
			require.Equal(t, want, client)
			require.Equal(t, c.ServiceHeader.Sequence, sequence)
			head := callHead(client, sequence)
			require.Equal(t, data, append(head[:], payload[4:]...))
		})
	}
}

func TestUserDataIsWhatRealNodesSend(t *testing.T) {
	prefix := gid{1, 0x10, 0xef, 0xb3, 0x2b, 0x81, 0x48, 0x9b, 0x80, 0xe4, 0xbf, 0x9a}
	id := func(n byte) [16]byte {
		i := [16]byte(prefix)
		i[15] = n
		return i
	}
	rows := map[string]string{
		"sedp_writer_ros_discovery_info.bin":     hashUserData(discoveryHash),
		"sedp_reader_ros_discovery_info.bin":     hashUserData(discoveryHash),
		"sedp_writer_rr_robot_enableReply.bin":   serviceID("serviceid", id(3)),
		"sedp_reader_rq_robot_enableRequest.bin": serviceID("serviceid", id(3)),
		"sedp_writer_rq_resetRequest.bin":        serviceID("clientid", id(4)),
	}
	for _, c := range captures(t, "sedp_") {
		want, ok := rows[c.File]
		if !ok {
			continue
		}
		var d struct {
			UserData string `json:"user_data"`
			TypeName string `json:"type_name"`
		}
		require.NoError(t, json.Unmarshal(c.Decoded, &d))
		require.True(t, strings.HasPrefix(d.UserData, want), "%s: %q should begin with %q", c.File, d.UserData, want)
		back, err := ddsType(rosType(d.TypeName))
		require.NoError(t, err)
		require.Equal(t, d.TypeName, back)
		delete(rows, c.File)
	}
	require.Empty(t, rows, "captures that were not found")
}
