package tf_test

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/fuzzn"
	geometrymsgs "gonao/msgs/geometry_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/inproc"
	"gonao/ros/tf"
)

// onBus runs a test with a robot's node and somebody else's on one bus.
func onBus(t *testing.T, test func(t *testing.T, bus *inproc.Bus, robot, other *ros.Node, log *bytes.Buffer)) {
	synctest.Test(t, func(t *testing.T) {
		bus, log := inproc.NewBus(), &bytes.Buffer{}
		node := func(name string) *ros.Node {
			n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{
				Namespace: "nao1", Logger: slog.New(slog.NewTextHandler(log, nil)),
			})
			require.NoError(t, err)
			return n
		}
		robot, other := node("robot"), node("other")
		test(t, bus, robot, other, log)
		require.NoError(t, robot.Close())
		require.NoError(t, other.Close())
	})
}

func TestWhatIsBroadcastIsHeard(t *testing.T) {
	onBus(t, func(t *testing.T, _ *inproc.Bus, robot, other *ros.Node, _ *bytes.Buffer) {
		static, err := tf.NewStaticBroadcaster(robot)
		require.NoError(t, err)
		require.NoError(t, static.Send(
			tf.Stamped{Parent: "torso", Child: "imu", Transform: tf.Identity()},
			tf.Stamped{Parent: "head", Child: "camera", Transform: tf.Identity()}))
		require.NoError(t, static.Send(tf.Stamped{Parent: "head", Child: "camera", Transform: tf.Translation(r3.Vec{Z: 2})}))
		require.ErrorContains(t, static.Send(tf.Stamped{Parent: "head", Child: "/x", Transform: tf.Identity()}), "slash")

		var frames tf.Buffer // later than the static frames
		require.NoError(t, frames.Listen(other))
		moving, err := tf.NewBroadcaster(robot)
		require.NoError(t, err)
		require.NoError(t, moving.Send(
			moved("torso", "head", 100*ms, tf.Translation(r3.Vec{X: 1})), moved("world", "torso", 100*ms, tf.Identity())))
		synctest.Wait()
		require.Equal(t, r3.Vec{X: 1, Z: 2}, lookup(t, &frames, "world", "camera", 100*ms).P)
		require.True(t, frames.CanTransform("world", "imu", at(100*ms)), "the first static frames too")
		require.Equal(t, 1, moving.Subscribers())
		require.ErrorContains(t, moving.Send(moved("a", "a", 0, tf.Identity())), "own parent")
	})
}

func TestAJumpOfTheClockClearsWhatMoves(t *testing.T) {
	onBus(t, func(t *testing.T, bus *inproc.Bus, robot, other *ros.Node, log *bytes.Buffer) {
		var frames tf.Buffer
		require.NoError(t, frames.Listen(other))
		static, err := tf.NewStaticBroadcaster(robot)
		require.NoError(t, err)
		require.NoError(t, static.Send(tf.Stamped{Parent: "torso", Child: "imu", Transform: tf.Identity()}))
		moving, err := tf.NewBroadcaster(robot)
		require.NoError(t, err)
		send := func(when time.Duration) {
			require.NoError(t, moving.Send(moved("torso", "head", when, tf.Identity())))
			synctest.Wait()
		}
		bus.Clock().Set(at(100 * time.Second))
		send(100 * time.Second)
		require.True(t, frames.CanTransform("torso", "head", at(100*time.Second)))
		bus.Clock().Set(at(0))
		require.False(t, frames.CanTransform("torso", "head", time.Time{}))
		require.True(t, frames.CanTransform("torso", "imu", time.Time{}))
		send(99 * time.Second) // was still on its way
		require.Contains(t, log.String(), "its stamp is 1m39s ahead of /clock")
		send(12 * ms)
		require.True(t, frames.CanTransform("torso", "head", at(12*ms)))
	})
}

func TestWrongPosesFromOthersAreLoggedAndTheRestTaken(t *testing.T) {
	onBus(t, func(t *testing.T, _ *inproc.Bus, robot, other *ros.Node, log *bytes.Buffer) {
		var frames tf.Buffer
		require.NoError(t, frames.Listen(other))
		pub, err := ros.Advertise[tf2msgs.TFMessage](robot, tf.Topic)
		require.NoError(t, err)
		bad := moved("a", "b", 0, tf.Identity())
		bad.P.X = math.NaN()
		old := moved("/ros1", "/frame", 0, tf.Identity())
		require.NoError(t, pub.Publish(tf2msgs.TFMessage{Transforms: []geometrymsgs.TransformStamped{bad.Msg(), old.Msg()}}))
		synctest.Wait()
		require.Equal(t, []string{"frame", "ros1"}, frames.Frames())
		require.Contains(t, log.String(), "expected finite numbers")
		require.Contains(t, log.String(), "total=1")
	})
}

// chew feeds a message into a buffer as a listener would, and asks for what came of it.
func chew(tb testing.TB, data []byte) {
	var m tf2msgs.TFMessage
	if cdr.Unmarshal(data, &m) != nil {
		return
	}
	var b tf.Buffer
	for i := range m.Transforms {
		s := tf.StampedFromMsg(&m.Transforms[i])
		if err := b.Set(s); err != nil && err.Error() == "" {
			tb.Fatal("an error without a word")
		}
	}
	names := b.Frames()
	for i := range min(len(names), 8) {
		for j := range min(len(names), 8) {
			for _, when := range []time.Time{{}, time.Unix(1, 5), time.Unix(math.MaxInt32, 0)} {
				s, err := b.Lookup(names[i], names[j], when)
				if err == nil && math.IsNaN(s.Q.Real) {
					tb.Fatalf("%q in %q: rotation %v", names[j], names[i], s.Q)
				}
			}
		}
	}
}

// sampleMessage is a small tree with odd names.
func sampleMessage(tb testing.TB) []byte {
	var m tf2msgs.TFMessage
	rng := rand.New(rand.NewPCG(1, 2))
	for _, pair := range [][2]string{{"a", "b"}, {"b", "c"}, {"b", "ü \n"}, {"c", "a"}, {"a", "/d"}, {"d", "d"}, {"b", "c"}} {
		s := moved(pair[0], pair[1], time.Duration(rng.IntN(3e9)), randomPose(rng))
		m.Transforms = append(m.Transforms, s.Msg())
	}
	data, err := cdr.Encode(nil, &m)
	require.NoError(tb, err)
	return data
}

func FuzzBuffer(f *testing.F) {
	f.Add(sampleMessage(f))
	f.Fuzz(func(t *testing.T, data []byte) { chew(t, data) })
}

func TestRandomMessagesDoNoHarm(t *testing.T) {
	good, data := sampleMessage(t), []byte(nil)
	rng := rand.New(rand.NewPCG(3, 4))
	for range fuzzn.N(t) {
		data = fuzzn.Mutate(rng, data, good)
		chew(t, data)
	}
}
