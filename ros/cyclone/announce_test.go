package cyclone

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// announced is an endpoint as its node announces it to all others.
type announced struct {
	topic, typ, userData string
	writer               bool
	reliable, transient  bool
	depth                int32 // -1: all
}

// readAnnounced reads a captured announcement: a list of parameters, in which those
// that have their default are missing.
func readAnnounced(t *testing.T, c capture) announced {
	t.Helper()
	const (
		pidEnd, pidReliability, pidDurability, pidHistory = 1, 0x1a, 0x1d, 0x40
		reliable, transientLocal, keepAll                 = 2, 1, 1
	)
	var d struct {
		Topic    string `json:"topic_name"`
		Type     string `json:"type_name"`
		UserData string `json:"user_data"`
	}
	require.NoError(t, json.Unmarshal(c.Decoded, &d))
	a := announced{topic: d.Topic, typ: d.Type, userData: d.UserData, depth: 1}
	a.writer = strings.HasPrefix(c.File, "sedp_writer")
	for data := c.bytes(t)[4:]; ; {
		pid, size := binary.LittleEndian.Uint16(data), int(binary.LittleEndian.Uint16(data[2:]))
		if pid == pidEnd {
			return a
		}
		value := data[4 : 4+size]
		switch pid {
		case pidReliability:
			a.reliable = binary.LittleEndian.Uint32(value) == reliable
		case pidDurability:
			a.transient = binary.LittleEndian.Uint32(value) == transientLocal
		case pidHistory:
			if a.depth = int32(binary.LittleEndian.Uint32(value[4:])); binary.LittleEndian.Uint32(value) == keepAll {
				a.depth = -1
			}
		}
		data = data[4+size:]
	}
}

// withoutID drops a service's id, which each run chooses again.
func withoutID(userData string) string {
	if kind, rest, ok := strings.Cut(userData, "= "); ok {
		_, hash, _ := strings.Cut(rest, ";")
		return kind + "=;" + hash
	}
	return userData
}

func TestEndpointsAreAnnouncedAsRealNodesDo(t *testing.T) {
	useOwnDomain(t, 20)
	n := openNode(t, "alpha")
	_, err := ros.Advertise[stdmsgs.String](n, "/chatter")
	require.NoError(t, err)
	_, err = ros.Subscribe[stdmsgs.String](n, "/chatter")
	require.NoError(t, err)
	_, err = ros.Serve(n, "/robot/enable", func(context.Context, stdsrvs.SetBoolRequest) (stdsrvs.SetBoolResponse, error) {
		return stdsrvs.SetBoolResponse{}, nil
	})
	require.NoError(t, err)
	_, err = ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](n, "/reset")
	require.NoError(t, err)

	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	var ours []announced
	for _, e := range known(b) {
		depth := int32(e.qos.Depth)
		if e.qos.KeepAll {
			depth = -1
		}
		ours = append(ours, announced{e.topic, e.typ, withoutID(e.userData), e.writer, e.qos.Reliable, e.qos.TransientLocal, depth})
	}
	for _, c := range captures(t, "sedp_") {
		want := readAnnounced(t, c)
		want.userData = withoutID(want.userData)
		if strings.HasPrefix(want.topic, requestPrefix+"/") || strings.HasPrefix(want.topic, replyPrefix+"/") {
			want.depth = int32(serviceQoS.Depth) // ours is longer on purpose
		}
		require.Contains(t, ours, want, c.File)
	}
}
