package lola_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao/lola"
)

func TestFramesAreFoundHoweverTheyArrive(t *testing.T) {
	frame := exampleFrame(t)
	stream := bytes.Repeat(frame, 5)
	for name, src := range map[string]io.Reader{
		"all at once":  bytes.NewReader(stream),
		"byte by byte": iotest.OneByteReader(bytes.NewReader(stream)),
		"in halves":    iotest.HalfReader(bytes.NewReader(stream)),
		"data and EOF": iotest.DataErrReader(bytes.NewReader(stream)),
	} {
		t.Run(name, func(t *testing.T) {
			r := lola.NewReader(src)
			for range 5 {
				var s lola.Sensors
				require.NoError(t, r.Sensors(&s))
				require.Equal(t, frame, s.Append(nil))
			}
			require.ErrorIs(t, r.Sensors(new(lola.Sensors)), io.EOF)
			require.Equal(t, lola.ReaderStats{Frames: 5}, r.Stats())
		})
	}
}

func TestFramesAreFoundAgainBehindGarbage(t *testing.T) {
	frame := exampleFrame(t)
	for name, row := range map[string]struct {
		garbage []byte
		stats   lola.ReaderStats
	}{
		"text":                      {[]byte("hello"), lola.ReaderStats{GarbageBytes: 5, Resyncs: 1}},
		"a header and no key":       {[]byte{0x8d}, lola.ReaderStats{GarbageBytes: 1, Resyncs: 1}},
		"a map without keys":        {[]byte{0x80}, lola.ReaderStats{GarbageBytes: 1, Resyncs: 1}},
		"a huge map":                {[]byte{0xdf, 0xff, 0xff, 0xff, 0xff}, lola.ReaderStats{GarbageBytes: 5, Resyncs: 1}},
		"a huge string":             {[]byte{0x81, 0xdb, 0xff, 0xff, 0xff, 0xff}, lola.ReaderStats{GarbageBytes: 6, Resyncs: 1}},
		"a frame cut in a float":    {frame[:451], lola.ReaderStats{GarbageBytes: 451, Resyncs: 1}},
		"a frame cut in a key":      {frame[:5], lola.ReaderStats{GarbageBytes: 5, Resyncs: 1}},
		"a map that is not a frame": {[]byte("\x81\xa8Position\x90"), lola.ReaderStats{Rejected: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			stream := append(append(append([]byte{}, frame...), row.garbage...), frame...)
			r := lola.NewReader(iotest.OneByteReader(bytes.NewReader(stream)))
			var s lola.Sensors
			require.NoError(t, r.Sensors(&s))
			s = lola.Sensors{}
			require.NoError(t, r.Sensors(&s))
			require.Equal(t, frame, s.Append(nil))
			row.stats.Frames = 2
			require.Equal(t, row.stats, r.Stats())
		})
	}
}

func TestWhoIsLateSeesThatMoreIsPending(t *testing.T) {
	frame := exampleFrame(t)
	r := lola.NewReader(bytes.NewReader(bytes.Repeat(frame, 3)))
	var pending []bool
	for range 3 {
		require.NoError(t, r.Sensors(new(lola.Sensors)))
		pending = append(pending, r.Pending())
	}
	require.Equal(t, []bool{true, true, false}, pending)

	r.Reset(bytes.NewReader(frame[:500]))
	require.ErrorIs(t, r.Sensors(new(lola.Sensors)), io.EOF)
	require.False(t, r.Pending(), "half a frame is none")
	r.Reset(bytes.NewReader(frame))
	require.NoError(t, r.Sensors(new(lola.Sensors)), "the half is forgotten")
}

func TestASourceThatFailsIsReported(t *testing.T) {
	r := lola.NewReader(iotest.ErrReader(io.ErrClosedPipe))
	require.ErrorIs(t, r.Commands(new(lola.Commands)), io.ErrClosedPipe)
	r = lola.NewReader(nothing{})
	require.ErrorIs(t, r.Commands(new(lola.Commands)), io.ErrNoProgress)
}

type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }

// endless returns the same bytes forever.
type endless struct {
	data []byte
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.data[e.at:])
	e.at = (e.at + n) % len(e.data)
	return n, nil
}

func TestReadingAndWritingFramesAllocatesNothing(t *testing.T) {
	var s lola.Sensors
	var c lola.Commands
	require.NoError(t, s.Decode(exampleFrame(t)))
	sensors := lola.NewReader(&endless{data: exampleFrame(t)})
	commands := lola.NewReader(&endless{data: c.Append(nil)})
	buffer := make([]byte, 0, 1024)
	require.Zero(t, testing.AllocsPerRun(200, func() {
		if sensors.Sensors(&s) != nil || commands.Commands(&c) != nil {
			panic("an endless stream ended")
		}
		buffer = c.Append(s.Append(buffer[:0])[:0])
	}))
}

// survive feeds bytes to both readers: whatever comes, they end with the stream's
// end and have accounted for every byte of garbage.
func survive(t testing.TB, data []byte) {
	t.Helper()
	var s lola.Sensors
	var c lola.Commands
	for _, read := range []func(*lola.Reader) error{
		func(r *lola.Reader) error { return r.Sensors(&s) },
		func(r *lola.Reader) error { return r.Commands(&c) },
	} {
		r := lola.NewReader(bytes.NewReader(data))
		err := read(r)
		for ; err == nil; err = read(r) {
		}
		require.ErrorIs(t, err, io.EOF)
		require.LessOrEqual(t, r.Stats().GarbageBytes, uint64(len(data)))
		require.LessOrEqual(t, r.Stats().Resyncs, r.Stats().GarbageBytes)
	}
	_ = new(lola.Sensors).Decode(data)
	_ = new(lola.Commands).Decode(data)
}

func TestLoLASurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	frame := exampleFrame(t)
	command := new(lola.Commands).Append(nil)
	for range fuzzn.N(t) {
		data := bytes.Clone(frame)
		if rng.IntN(2) == 0 {
			data = bytes.Clone(command)
		}
		switch rng.IntN(3) {
		case 0: // nothing but noise
			data = data[:rng.IntN(200)]
			for i := range data {
				data[i] = byte(rng.Uint32())
			}
		case 1: // some bytes changed
			for range 1 + rng.IntN(8) {
				data[rng.IntN(len(data))] = byte(rng.Uint32())
			}
		case 2: // a piece taken out
			from := rng.IntN(len(data))
			data = append(data[:from], data[from+rng.IntN(len(data)-from):]...)
		}
		survive(t, data)
	}
}

func FuzzLoLA(f *testing.F) {
	f.Add(exampleFrame(f))
	f.Add(new(lola.Commands).Append(nil))
	f.Add([]byte("\x81\xa8Position\x90"))
	f.Fuzz(func(t *testing.T, data []byte) { survive(t, data) })
}
