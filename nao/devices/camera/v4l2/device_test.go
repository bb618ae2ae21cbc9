package v4l2

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gonao/nao/devices/camera"
)

func openFake(t testing.TB, k *fake, opts Options) *Device {
	t.Helper()
	d, err := k.device(opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

func TestImagesComeWithTheirAge(t *testing.T) {
	k := newFake()
	d := openFake(t, k, Options{})
	require.Equal(t, "NAO camera", d.Card())
	var f camera.Frame
	for i := range 10 {
		k.onWait = func(k *fake) {
			k.fill(byte(i), 0)
			k.clock += 5 * time.Millisecond
			k.onWait = nil
		}
		require.NoError(t, d.Next(t.Context(), &f))
		require.Equal(t, bytes.Repeat([]byte{byte(i)}, 64), f.YUYV)
		require.Equal(t, uint32(i), f.Sequence)
		require.Equal(t, 5*time.Millisecond, f.Age)
		require.Equal(t, [2]int{8, 4}, [2]int{f.Width, f.Height})
	}
	k.stamp = 0 // another clock
	k.fill(9, 0)
	require.NoError(t, d.Next(t.Context(), &f))
	require.Zero(t, f.Age)
}

// The driver always gets its buffers back: a reader too slow loses old images, never
// the stream.
func TestASlowReaderGetsTheNewestImage(t *testing.T) {
	k := newFake()
	d := openFake(t, k, Options{})
	var f camera.Frame
	for range 100 {
		for range 5 {
			k.fill(byte(k.sequence), 0)
		}
		last := k.filled[len(k.filled)-1].sequence
		require.NoError(t, d.Next(t.Context(), &f))
		require.Equal(t, last, f.Sequence)
		require.Equal(t, byte(last), f.YUYV[0])
		require.Len(t, k.queued, 3)
	}
}

func TestDamagedImagesAreLeftOut(t *testing.T) {
	k := newFake()
	d := openFake(t, k, Options{})
	var f camera.Frame
	k.fill(1, flagError)
	k.fill(2, 0)
	k.filled[1].bytesUsed = 63
	k.onWait = func(k *fake) {
		if k.sequence == 2 && len(k.filled) == 0 {
			k.fill(3, 0)
		}
	}
	require.NoError(t, d.Next(t.Context(), &f))
	require.Equal(t, byte(3), f.YUYV[0])
	require.Equal(t, uint64(2), d.Broken())
	require.Len(t, k.queued, 3)
}

func TestRowsMayBePadded(t *testing.T) {
	k := newFake()
	k.padding = 16
	d := openFake(t, k, Options{})
	k.fill(0, 0)
	for y := range 4 {
		for x := range 16 {
			k.bufs[k.filled[0].index][32*y+x] = byte(16*y + x)
		}
	}
	var f camera.Frame
	require.NoError(t, d.Next(t.Context(), &f))
	for i, b := range f.YUYV {
		require.Equal(t, byte(i), b)
	}
}

func TestACameraThatGoesAwayOrFallsSilentIsGone(t *testing.T) {
	k := newFake()
	d := openFake(t, k, Options{Images: Images{Silent: time.Second}})
	var f camera.Frame
	err := d.Next(t.Context(), &f)
	require.ErrorIs(t, err, camera.ErrGone)
	require.EqualError(t, err, "camera /dev/video-top: no image for 1.0 s: the camera has gone")

	k.fill(1, 0)
	k.errs[dequeueBuffer] = unix.ENODEV
	err = d.Next(t.Context(), &f)
	require.ErrorIs(t, err, camera.ErrGone)
	require.EqualError(t, err, "camera /dev/video-top: the camera has gone (no such device)")

	k.streaming = false
	require.ErrorIs(t, d.Next(t.Context(), &f), camera.ErrGone)
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	k := newFake()
	d := openFake(t, k, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	k.onWait = func(*fake) { cancel() }
	var f camera.Frame
	require.ErrorIs(t, d.Next(ctx, &f), context.Canceled)
}

func TestClosingGivesEverythingBack(t *testing.T) {
	k := newFake()
	d, err := k.device(Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
	require.True(t, k.closed)
	require.False(t, k.streaming)
	require.Equal(t, 3, k.unmapped)
	_, err = d.Controls()
	require.ErrorIs(t, err, camera.ErrGone)
}

func TestADeviceThatDoesNotFitSaysWhatToDo(t *testing.T) {
	for name, row := range map[string]struct {
		spoil func(*fake)
		err   string
	}{
		"absent": {
			func(k *fake) { k.openErr = unix.ENOENT },
			"no such file or directory: no such device; a NAO's are /dev/video-top and /dev/video-bottom",
		},
		"forbidden": {func(k *fake) { k.openErr = unix.EACCES }, "to be: sudo usermod -aG video $USER"},
		"in use":    {func(k *fake) { k.errs[requestBufs] = unix.EBUSY }, "another program uses it; fuser -v shows which"},
		"no camera": {func(k *fake) { k.errs[queryCapability] = unix.ENOTTY }, "it is not a video device"},
		"metadata":  {func(k *fake) { k.caps = canStream }, "delivers no images; a camera often has several devices"},
		"format":    {func(k *fake) { k.pixels = 'M' | 'J'<<8 | 'P'<<16 | 'G'<<24 }, "it has no YUYV; its formats: MJPG"},
		"size":      {func(k *fake) { k.width = 4 }, "it delivers 4×4, expected 8×4; its sizes: 4×4, 8×8"},
		"no stream": {func(k *fake) { k.errs[streamOn] = unix.EIO }, "start: input/output error"},
	} {
		k := newFake()
		row.spoil(k)
		_, err := k.device(Options{})
		require.ErrorContains(t, err, row.err, name)
		require.ErrorContains(t, err, "camera /dev/video-top: ", name)
		require.Equal(t, k.openErr == nil, k.closed, name)
	}
}

func TestAnImageAllocatesNothing(t *testing.T) {
	k := newFake()
	d := openFake(t, k, Options{Flip: Flip{FlipWith: FlipProgram, FlipHorizontal: true, FlipVertical: true}})
	var f camera.Frame
	ctx := t.Context()
	one := buffer{flags: clockMonotonic, bytesUsed: 64}
	ring := make([]buffer, 1)
	k.onWait = func(k *fake) { // the fake's own queues must not allocate either
		one.index = k.queued[0]
		copy(k.queued, k.queued[1:])
		k.queued = k.queued[:2]
		ring[0] = one
		k.filled = ring[:1]
	}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if err := d.Next(ctx, &f); err != nil {
			t.Error(err)
		}
	}))
}

// BenchmarkNext reads images of a NAO's size from a driver in memory, beside the copy
// that is most of it.
func BenchmarkNext(b *testing.B) {
	const size = 640 * 480 * 2
	for _, flip := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "flipped"}[flip], func(b *testing.B) {
			k := newFake()
			k.width, k.height = 640, 480
			d := openFake(b, k, Options{Images: Images{Width: 640, Height: 480}, Flip: Flip{FlipWith: FlipProgram, FlipHorizontal: flip, FlipVertical: flip}})
			one := buffer{flags: clockMonotonic, bytesUsed: size}
			ring := make([]buffer, 1)
			k.onWait = func(k *fake) {
				one.index = k.queued[0]
				copy(k.queued, k.queued[1:])
				k.queued = k.queued[:2]
				ring[0] = one
				k.filled = ring[:1]
			}
			var f camera.Frame
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				if err := d.Next(b.Context(), &f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("copy", func(b *testing.B) {
		from, to := make([]byte, size), make([]byte, size)
		b.SetBytes(size)
		for b.Loop() {
			copy(to, from)
		}
	})
}
