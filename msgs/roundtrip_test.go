package msgs_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/msgs"
	"gonao/msgs/registry"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	testregistry "gonao/msgs/testdata/types/registry"
	"gonao/ros/cdr"
)

// typeNames lists every generated type, those for tests too.
func typeNames() []string { return append(registry.Names(), testregistry.Names()...) }

// random makes a random message and its bytes.
func random(tb testing.TB, rng *rand.Rand, typeName string) (cdr.Message, []byte) {
	tb.Helper()
	for most := 3; ; most-- {
		m := newMessage(typeName)
		fuzzn.Fill(rng, reflect.ValueOf(m).Elem(), most)
		data, err := cdr.Encode(nil, m)
		if err == nil {
			return m, data
		}
		require.ErrorIs(tb, err, cdr.ErrBound)
		require.Positive(tb, most, "%s breaks a bound without elements: %v", typeName, err)
	}
}

func TestEveryTypeComesBackAsItWas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, name := range typeNames() {
		t.Run(name, func(t *testing.T) {
			for range 20 {
				m, data := random(t, rng, name)
				back := newMessage(name)
				require.NoError(t, cdr.Unmarshal(data, back))
				require.Equal(t, m, back)

				used, _ := random(t, rng, name) // holds other values, which must all go
				require.NoError(t, cdr.Unmarshal(append(data, 0, 0, 0), used))
				require.Equal(t, data, cdr.Marshal(used))
			}
		})
	}
}

func TestEveryTypeNoticesThatBytesAreMissing(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, name := range typeNames() {
		_, data := random(t, rng, name)
		m := newMessage(name)
		step := 1 + len(data)/200 // a message may be large
		for n := 0; n < len(data); n += step {
			require.ErrorIs(t, cdr.Unmarshal(data[:n], m), cdr.ErrShort, "%s with %d of %d bytes", name, n, len(data))
		}
	}
}

func TestEveryTypeSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	names := typeNames()
	var data []byte
	for i := range fuzzn.N(t) {
		name := names[i%len(names)]
		good := make([]byte, 4+rng.IntN(200)) // no message, but its header
		copy(good, []byte{0, 1})
		if i%3 > 0 {
			_, good = random(t, rng, name)
		}
		data = fuzzn.Mutate(rng, data, good)
		decodeAgain(t, name, data)
	}
}

// decodeAgain checks that what decodes also encodes, and decodes to the same.
func decodeAgain(tb testing.TB, name string, data []byte) {
	tb.Helper()
	m, back := newMessage(name), newMessage(name)
	if err := cdr.Unmarshal(data, m); err != nil {
		return
	}
	again, err := cdr.Encode(nil, m)
	if err != nil {
		tb.Fatalf("%s: % x decodes, but does not encode: %v", name, data, err)
	}
	if err := cdr.Unmarshal(again, back); err != nil || !bytes.Equal(again, cdr.Marshal(back)) {
		tb.Fatalf("%s: % x does not decode to the same again: %v", name, data, err)
	}
}

func FuzzMessages(f *testing.F) {
	names := typeNames()
	rng := rand.New(rand.NewPCG(4, 1))
	for i, name := range names {
		_, data := random(f, rng, name)
		f.Add(i, data)
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		if i >= 0 && i < len(names) {
			decodeAgain(t, names[i], data)
		}
	})
}

func TestAnUnknownTypeHasNoMessage(t *testing.T) {
	for _, name := range []string{"", "std_msgs", "std_msgs/msg/Nothing", "no_msgs/msg/String", "std_msgs/String"} {
		require.Nil(t, registry.New(name), name)
	}
}

func TestTheTopicsOfTheControlLoopAllocateNothing(t *testing.T) {
	for _, m := range []cdr.Message{
		&msgs.RobotState{}, &msgs.JointCommand{}, &msgs.HeadCommand{}, &msgs.Lights{}, &msgs.GamePhase{}, &msgs.ButtonEvent{Name: "ChestBoard/Button"},
		&sensormsgs.Image{Header: stdmsgs.Header{FrameId: "CameraTop_optical_frame"}, Data: make([]byte, 1000)},
		&msgs.ColorBlobArray{Blobs: []msgs.ColorBlob{{Color: "green"}, {Color: "red"}}},
	} {
		data := cdr.Marshal(m)
		require.Zero(t, testing.AllocsPerRun(100, func() { data = cdr.MarshalAppend(data[:0], m) }), m.TypeName())
		require.Zero(t, testing.AllocsPerRun(100, func() {
			if err := cdr.Unmarshal(data, m); err != nil {
				t.Error(err)
			}
		}), m.TypeName())
	}
}
