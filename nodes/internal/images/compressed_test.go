package images

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

// hand is a clock that stands until it is moved.
type hand struct{ now time.Time }

func (h *hand) Now() time.Time { return h.now }

// rig is the compressed images of a camera.
type rig struct {
	*Compressed
	t     *testing.T
	node  *ros.Node
	clock *hand
}

func newRig(t *testing.T, cfg Compression) *rig {
	t.Helper()
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "camera", ros.NodeOptions{})
	require.NoError(t, err)
	clock := &hand{now: time.Unix(100, 0)}
	c, err := NewCompressed(n, "", "top", cfg, clock, func(err error) { t.Error(err) })
	require.NoError(t, err)
	t.Cleanup(func() {
		c.Close()
		require.NoError(t, n.Close())
	})
	return &rig{Compressed: c, t: t, node: n, clock: clock}
}

func (r *rig) subscribe() *ros.Subscription[sensormsgs.CompressedImage] {
	r.t.Helper()
	s, err := ros.Subscribe[sensormsgs.CompressedImage](r.node, "camera/top/image_raw/compressed", ros.SensorData(), ros.Depth(100))
	require.NoError(r.t, err)
	return s
}

const width, height = 64, 48

// picture is an image with a gradient of luma and one colour.
func picture() []byte {
	var out []byte
	for y := range height {
		for x := range width / 2 {
			out = append(out, byte(4*x+y), 90, byte(4*x+y+2), 160)
		}
	}
	return out
}

func TestAnImageIsEncodedOnceForAllSubscribers(t *testing.T) {
	r := newRig(t, Compression{Quality: 90})
	r.Offer(stdmsgs.Header{}, width, height, picture())
	require.Zero(t, r.Encoded(), "nobody subscribes")
	subscriptions := []*ros.Subscription[sensormsgs.CompressedImage]{r.subscribe(), r.subscribe(), r.subscribe()}
	const images = 10
	for i := range images {
		header := stdmsgs.Header{FrameId: "CameraTop_optical_frame", Stamp: ros.EpochStamp(time.Duration(i) * time.Second)}
		r.Offer(header, width, height, picture())
		for _, s := range subscriptions {
			m := <-s.C()
			require.Equal(t, header, m.Header)
			require.Equal(t, "yuv422_yuy2; jpeg compressed bgr8", m.Format)
			decoded, err := jpeg.Decode(bytes.NewReader(m.Data))
			require.NoError(t, err)
			require.Equal(t, image.Rect(0, 0, width, height), decoded.Bounds())
			ycbcr := decoded.(*image.YCbCr)
			for y := range height {
				for x := range width {
					require.InDelta(t, 2*(x-x%2)+y+2*(x%2), ycbcr.Y[ycbcr.YOffset(x, y)], 6)
				}
			}
			require.InDelta(t, 90, ycbcr.Cb[ycbcr.COffset(20, 20)], 2)
			require.InDelta(t, 160, ycbcr.Cr[ycbcr.COffset(20, 20)], 2)
		}
		require.EqualValues(t, i+1, r.Encoded())
	}
	for _, s := range subscriptions {
		s.Close()
	}
	r.Offer(stdmsgs.Header{}, width, height, picture())
	require.False(t, r.Wanted())
	require.EqualValues(t, images, r.Encoded(), "nobody subscribes any more")
}

// Of a camera with 30 Hz and some jitter every second image is due.
func TestTheRateIsLimited(t *testing.T) {
	r := newRig(t, Compression{RateHz: 15, Quality: 50})
	due := 0
	for i := range 300 {
		r.clock.now = time.Unix(100, 0).Add(time.Duration(i)*time.Second/30 + time.Duration(i%3)*time.Millisecond)
		if r.isDue() {
			due++
		}
	}
	require.InDelta(t, 150, due, 1)
	r.Tune(Compression{RateHz: 60, Quality: 50})
	due = 0
	for i := range 300 {
		r.clock.now = time.Unix(200, 0).Add(time.Duration(i) * time.Second / 30)
		if r.isDue() {
			due++
		}
	}
	require.Equal(t, 300, due)
	r.Tune(Compression{RateHz: 15, Quality: 50})
	r.clock.now = time.Unix(50, 0) // set back
	require.True(t, r.isDue())
	require.False(t, r.isDue())
}

func TestEncodingUsesItsBuffersAgain(t *testing.T) {
	var e encoder
	f := &frame{width: width, height: height, yuyv: picture()}
	_, err := e.encode(f, 75)
	require.NoError(t, err)
	planes, capacity := &e.planes.Y[0], e.out.Cap()
	for range 50 {
		_, err = e.encode(f, 75)
		require.NoError(t, err)
	}
	require.Same(t, planes, &e.planes.Y[0])
	require.Equal(t, capacity, e.out.Cap())
	require.LessOrEqual(t, testing.AllocsPerRun(50, func() {
		if _, err := e.encode(f, 75); err != nil {
			t.Fatal(err)
		}
	}), 8.0, "of image/jpeg, whatever the image's size")
}

func TestAnImageThatIsNoneIsRefused(t *testing.T) {
	var e encoder
	for _, f := range []frame{{width: 3, height: 1, yuyv: make([]byte, 6)}, {width: 2, height: 2, yuyv: make([]byte, 7)}, {}} {
		_, err := e.encode(&f, 75)
		require.ErrorContains(t, err, "expected packed YUV 4:2:2")
	}
}

// BenchmarkEncode is one image of a V6's camera. It prints the share of a core of 15 images a second.
func BenchmarkEncode(b *testing.B) {
	f := &frame{width: 640, height: 480, yuyv: make([]byte, 2*640*480)}
	for i := range f.yuyv {
		f.yuyv[i] = byte(i*7 + i/640*3)
	}
	var e encoder
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.encode(f, 75); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(100*15*b.Elapsed().Seconds()/float64(b.N), "%core@15Hz")
}
