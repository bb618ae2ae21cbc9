package robots_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/robots"
	"gonao/vision/view"
)

// carpet is an empty field that a camera 0.5 m above it sees, and the camera.
func carpet(t testing.TB) (vision.Image, view.View) {
	pose := nao.Rotation(r3.Vec{Y: 1}, 0.4).Mul(nao.Pose{R: [9]float64{0, 0, 1, -1, 0, 0, 0, -1, 0}})
	pose.P = r3.Vec{Z: 0.5}
	lens := nao.Intrinsics{Fx: 617, Fy: 617, Cx: 320, Cy: 240}
	v, err := view.At(lens, view.Size{Width: 640, Height: 480}, nao.TopCamera, 0, pose, 1e-4)
	require.NoError(t, err)
	img := vision.Image{Width: 640, Height: 480, Step: 1280, Encoding: vision.EncodingYUYV, Data: make([]byte, 1280*480)}
	for i := 0; i < len(img.Data); i += 4 {
		copy(img.Data[i:], []byte{90, 105, 90, 100})
	}
	return img, v
}

func TestNobodyStandsOnAnEmptyCarpet(t *testing.T) {
	f, err := robots.Default()
	require.NoError(t, err)
	img, v := carpet(t)
	found, err := f.Find(img, &v)
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestFindingRobotsDoesNotAllocate(t *testing.T) {
	f, err := robots.Default()
	require.NoError(t, err)
	img, v := carpet(t)
	require.Zero(t, testing.AllocsPerRun(5, func() { _, _ = f.Find(img, &v) }))
}

func TestImagesOfOtherSizesAreRefused(t *testing.T) {
	f, err := robots.Default()
	require.NoError(t, err)
	img, v := carpet(t)
	small := img
	small.Height = 100
	_, err = f.Find(small, &v)
	require.ErrorIs(t, err, vision.ErrImage)
	half := img
	half.Data = half.Data[:1000]
	_, err = f.Find(half, &v)
	require.ErrorIs(t, err, vision.ErrImage)
}

func TestNetsOfAnotherShapeAreRefused(t *testing.T) {
	shape := robots.Shape()
	shape.Channels = 3
	n, err := net.New(shape, robots.Outputs(), make([]float32, shape.Parameters()))
	require.NoError(t, err)
	_, err = robots.New(n)
	require.ErrorContains(t, err, "another shape")
}

func BenchmarkFind(b *testing.B) {
	f, err := robots.Default()
	require.NoError(b, err)
	img, v := carpet(b)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = f.Find(img, &v)
	}
}
