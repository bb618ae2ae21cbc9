package camera

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// frame is an image whose bytes tell its number.
func frame(width, height, number int) *Frame {
	f := &Frame{Width: width, Height: height, YUYV: make([]byte, 2*width*height)}
	for i := range f.YUYV {
		f.YUYV[i] = byte(i*7 + number)
	}
	return f
}

// record writes frames, the n-th taken at times[n].
func record(t testing.TB, width, height int, times ...time.Duration) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stream.y4m")
	var out bytes.Buffer
	w := NewStreamWriter(&out, 30)
	for i, at := range times {
		require.NoError(t, w.Write(frame(width, height, i), at))
	}
	require.NoError(t, os.WriteFile(path, out.Bytes(), 0o644))
	return path
}

const ms = time.Millisecond

// clock is a time that passes while one sleeps, and remembers for how long.
type clock struct {
	now   time.Time
	slept []time.Duration
	wake  func() // in each sleep
}

func (c *clock) Now() time.Time { return c.now }

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.slept = append(c.slept, d)
	c.now = c.now.Add(d)
	if c.wake != nil {
		c.wake()
	}
	return ctx.Err()
}

func TestAStreamComesBackAsItWasRecorded(t *testing.T) {
	c := &clock{}
	r, err := OpenRecording(record(t, 8, 4, 100*ms, 133*ms, 200*ms, 9000*ms), RecordingOptions{Clock: c})
	require.NoError(t, err)
	defer r.Close()
	width, height := r.Size()
	require.Equal(t, [2]int{8, 4}, [2]int{width, height})
	var f Frame
	for i := range 4 {
		require.NoError(t, r.Next(t.Context(), &f))
		want := frame(8, 4, i)
		want.Sequence = uint32(i)
		require.Equal(t, *want, f)
	}
	require.Equal(t, []time.Duration{33 * ms, 67 * ms, longestPause}, c.slept)
	require.ErrorIs(t, r.Next(t.Context(), &f), io.EOF)
}

func TestALoopBeginsAgain(t *testing.T) {
	c := &clock{}
	r, err := OpenRecording(record(t, 2, 2, 0, 40*ms), RecordingOptions{Loop: true, Clock: c})
	require.NoError(t, err)
	defer r.Close()
	var f Frame
	for i := range 5 {
		require.NoError(t, r.Next(t.Context(), &f))
		require.Equal(t, frame(2, 2, i%2).YUYV, f.YUYV)
		require.Equal(t, uint32(i), f.Sequence)
	}
	require.Equal(t, []time.Duration{40 * ms, time.Second / 30, 40 * ms, time.Second / 30}, c.slept)
}

func TestADelayIsCaughtUpWith(t *testing.T) {
	c := &clock{}
	r, err := OpenRecording(record(t, 2, 2, 0, 30*ms, 60*ms, 90*ms, 120*ms, 150*ms), RecordingOptions{Clock: c})
	require.NoError(t, err)
	defer r.Close()
	var f Frame
	for i := range 6 {
		require.NoError(t, r.Next(t.Context(), &f))
		switch i {
		case 1:
			c.now = c.now.Add(40 * ms) // the reader did something else
		case 3:
			c.now = c.now.Add(time.Hour) // the clock was set
		}
	}
	require.Equal(t, []time.Duration{30 * ms, 20 * ms, 30 * ms}, c.slept)
}

func TestACanceledContextEndsAWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, err := OpenRecording(record(t, 2, 2, 0, 40*ms), RecordingOptions{Clock: &clock{wake: cancel}})
	require.NoError(t, err)
	defer r.Close()
	var f Frame
	require.NoError(t, r.Next(ctx, &f))
	require.ErrorIs(t, r.Next(ctx, &f), context.Canceled)
	require.ErrorIs(t, r.Next(ctx, &f), context.Canceled)
}

func TestARecordingHasNoControls(t *testing.T) {
	r, err := OpenRecording(record(t, 2, 2, 0), RecordingOptions{})
	require.NoError(t, err)
	defer r.Close()
	controls, err := r.Controls()
	require.NoError(t, err)
	require.Empty(t, controls)
	_, err = r.Control("gain")
	require.EqualError(t, err, `control "gain": this camera has no controls`)
	_, err = r.SetControl("gain", 1)
	require.EqualError(t, err, `control "gain": this camera has no controls`)
}

func TestWrongStreamsSayWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	const head = "YUV4MPEG2 W4 H2 F30:1 C422\n"
	for name, row := range map[string][2]string{
		"empty":       {"", "it is empty"},
		"picture":     {"\x89PNG and so on", `it begins with "\x89PNG and so on", expected YUV4MPEG2`},
		"no size":     {"YUV4MPEG2 W4 C422\n", "its first line lacks W or H"},
		"odd":         {"YUV4MPEG2 W5 H2 C422\n", "its width is 5, expected an even number"},
		"huge":        {"YUV4MPEG2 W4 H99999 C422\n", `its H: "99999": expected 1 to 8192`},
		"other":       {"YUV4MPEG2 W4 H2\n", "its colours are C420, expected C422; to convert: ffmpeg -i IN -pix_fmt yuv422p OUT.y4m"},
		"rate":        {"YUV4MPEG2 W4 H2 Ffast C422\n", `its F: "fast": expected a rate such as 30:1`},
		"no frame":    {head, "frame 1: EOF"},
		"wrong frame": {head + "FREIM\n", `frame 1: a frame begins with "FREIM\n", expected FRAME`},
		"cut":         {head + "FRAME\nabc", "frame 1: a frame is cut off: unexpected EOF"},
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(row[0]), 0o644))
		r, err := OpenRecording(path, RecordingOptions{Loop: true})
		if err == nil {
			var f Frame
			err = r.Next(t.Context(), &f)
			r.Close()
		}
		require.ErrorContains(t, err, path, name)
		require.ErrorContains(t, err, row[1], name)
	}
	_, err := OpenRecording(filepath.Join(dir, "none"), RecordingOptions{})
	require.ErrorContains(t, err, "no such file")
}

func TestAWriterTakesFramesOfOneSize(t *testing.T) {
	w := NewStreamWriter(io.Discard, 30)
	require.EqualError(t, w.Write(&Frame{Width: 4, Height: 4, YUYV: make([]byte, 5)}, 0), "write frame: 5 bytes for 4×4 pixels")
	require.NoError(t, w.Write(frame(4, 4, 0), 0))
	require.EqualError(t, w.Write(frame(4, 2, 0), 0), "write frame: it has 4×2 pixels, the stream 4×4")
}

// Nothing that stands in a file lets the reader panic or take memory without end.
func TestRandomStreamsAreReadOrRefused(t *testing.T) {
	good, err := os.ReadFile(record(t, 8, 4, 0, 33*ms, 66*ms))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "random.y4m")
	rng := rand.New(rand.NewPCG(5, 6))
	for range fuzzn.N(t) / 20 {
		text := bytes.Clone(good)
		for range 1 + rng.IntN(4) {
			switch at := rng.IntN(len(text)); rng.IntN(3) {
			case 0:
				text[at] = byte(rng.Uint32())
			case 1:
				text = text[:at+1]
			case 2:
				text[rng.IntN(min(40, len(text)))] = " WHFCX0123456789:\n"[rng.IntN(18)]
			}
		}
		require.NoError(t, os.WriteFile(path, text, 0o644))
		r, err := OpenRecording(path, RecordingOptions{})
		if err != nil {
			continue
		}
		var f Frame
		for range 5 {
			if r.Next(t.Context(), &f) != nil {
				break
			}
			require.Len(t, f.YUYV, 2*f.Width*f.Height)
		}
		r.Close()
	}
}

func TestAFrameOfARecordingAllocatesNothing(t *testing.T) {
	r, err := OpenRecording(record(t, 64, 48, 0, 33*ms, 66*ms), RecordingOptions{Loop: true})
	require.NoError(t, err)
	defer r.Close()
	var f Frame
	ctx := t.Context()
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if err := r.Next(ctx, &f); err != nil {
			t.Error(err)
		}
	}))
}

func BenchmarkRecording(b *testing.B) {
	r, err := OpenRecording(record(b, 640, 480, 0, 33*ms, 66*ms), RecordingOptions{Loop: true})
	require.NoError(b, err)
	defer r.Close()
	var f Frame
	b.SetBytes(640 * 480 * 2)
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Next(b.Context(), &f); err != nil {
			b.Fatal(err)
		}
	}
}
