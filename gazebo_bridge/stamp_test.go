package gazebobridge

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/internal/fuzzn"
	"gonao/nao"
)

func jointState(t *testing.T, at time.Duration) []byte {
	t.Helper()
	m := &gzmsgs.Model{Header: gzmsgs.StampOf(at), Name: "nao"}
	for j := range nao.Joint(nao.NumJoints) {
		m.Joint = append(m.Joint, &gzmsgs.Joint{Name: j.String(), Axis1: &gzmsgs.Axis{Position: float64(j)}})
	}
	m.Joint = append(m.Joint, &gzmsgs.Joint{Name: nao.SecondHipYawPitch})
	data, err := proto.Marshal(m)
	require.NoError(t, err)
	return data
}

func TestTheStampIsReadWithoutTheRest(t *testing.T) {
	for _, at := range []time.Duration{0, 4 * time.Millisecond, time.Hour + 7*time.Nanosecond} {
		got, err := stampOf(jointState(t, at))
		require.NoError(t, err)
		require.Equal(t, at, got)
	}
	_, err := stampOf([]byte{0x12, 1, 'x'})
	require.ErrorIs(t, err, errNoStamp)
}

func TestRandomMessagesOfSensorsHarmNobody(t *testing.T) {
	b := newInbox()
	var r jointReader
	var joints nao.Joints
	good := jointState(t, time.Second)
	rng := rand.New(rand.NewPCG(1, 2))
	readable := 0
	for range fuzzn.N(t) {
		data := fuzzn.Mutate(rng, nil, good)
		m := transport.Message{Topic: "/t", Type: "gz.msgs.Model", Data: data}
		b.jointState(m)
		b.sensor(&b.imu)(m)
		b.sensor(&b.fsr[0])(m)
		b.sensor(&b.sonar[1])(m)
		b.sensor(&b.touch[nao.LFootBumperLeft])(m)
		var s nao.State
		b.senses(b.stamp, &s)
		if r.read(m, nao.DefaultGazeboNames(), &joints) == nil {
			readable++
			for _, q := range joints {
				require.False(t, math.IsNaN(q) || math.IsInf(q, 0))
			}
		}
	}
	require.NotZero(t, b.broken)
	require.NotZero(t, readable)
}

func TestJointsAreFoundWhereTheyAre(t *testing.T) {
	var r jointReader
	var joints nao.Joints
	m := transport.Message{Type: "gz.msgs.Model", Data: jointState(t, 0)}
	require.NoError(t, r.read(m, nao.DefaultGazeboNames(), &joints))
	require.InDelta(t, float64(nao.LHand), joints[nao.LHand], 0)
	var model gzmsgs.Model
	require.NoError(t, proto.Unmarshal(m.Data, &model))
	model.Joint[0], model.Joint[5] = model.Joint[5], model.Joint[0] // the server was started again
	data, err := proto.Marshal(&model)
	require.NoError(t, err)
	m.Data = data
	require.NoError(t, r.read(m, nao.DefaultGazeboNames(), &joints))
	require.InDelta(t, 5, joints[5], 0)
	model.Joint = model.Joint[2:]
	m.Data, err = proto.Marshal(&model)
	require.NoError(t, err)
	require.ErrorContains(t, r.read(m, nao.DefaultGazeboNames(), &joints), "model nao: no joint HeadPitch, LElbowRoll: expected the robot that")
}

func TestATorsosAnglesAreRollAndPitch(t *testing.T) {
	for _, want := range [][2]float64{{0, 0}, {0.3, 0}, {0, 0.4}, {-0.2, 0.9}} {
		q := nao.RollPitchYaw(want[0], want[1], 1.1).Quat()
		got := rollPitch(&gzmsgs.Quaternion{W: q.Real, X: q.Imag, Y: q.Jmag, Z: q.Kmag})
		require.InDelta(t, want[0], got[0], 1e-9)
		require.InDelta(t, want[1], got[1], 1e-9)
	}
	require.Equal(t, [2]float64{}, rollPitch(nil))
	require.Equal(t, [2]float64{}, rollPitch(&gzmsgs.Quaternion{W: math.NaN()}))
}
