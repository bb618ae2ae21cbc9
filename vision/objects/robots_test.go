package objects_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/objects"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// carpet is an empty field that a camera 0.5 m above it sees, and the camera.
func carpet(t testing.TB) (vision.Image, view.View, *segment.Mask) {
	pose := nao.Rotation(r3.Vec{Y: 1}, 0.4).Mul(nao.Pose{R: [9]float64{0, 0, 1, -1, 0, 0, 0, -1, 0}})
	pose.P = r3.Vec{Z: 0.5}
	lens := nao.Intrinsics{Fx: 617, Fy: 617, Cx: 320, Cy: 240}
	v, err := view.At(lens, view.Size{Width: 640, Height: 480}, nao.TopCamera, 0, pose, 1e-4)
	require.NoError(t, err)
	img := vision.Image{Width: 640, Height: 480, Step: 1280, Encoding: vision.EncodingYUYV, Data: make([]byte, 1280*480)}
	for i := 0; i < len(img.Data); i += 4 {
		copy(img.Data[i:], []byte{90, 105, 90, 100})
	}
	green := &segment.Mask{Width: 640, Height: 480, Words: 10, Bits: make([]uint64, 10*480)}
	for i := range green.Bits {
		green.Bits[i] = ^uint64(0)
	}
	return img, v, green
}

func TestNobodyStandsOnAnEmptyCarpet(t *testing.T) {
	f, err := objects.DefaultRobots()
	require.NoError(t, err)
	img, v, green := carpet(t)
	found, err := f.Find(img, &v, green)
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestFindingRobotsDoesNotAllocate(t *testing.T) {
	f, err := objects.DefaultRobots()
	require.NoError(t, err)
	img, v, green := carpet(t)
	require.Zero(t, testing.AllocsPerRun(5, func() { _, _ = f.Find(img, &v, green) }))
}

func TestImagesOfOtherSizesAreRefused(t *testing.T) {
	f, err := objects.DefaultRobots()
	require.NoError(t, err)
	img, v, green := carpet(t)
	small := img
	small.Height = 100
	_, err = f.Find(small, &v, green)
	require.ErrorIs(t, err, vision.ErrImage)
	_, err = f.Find(img, &v, &segment.Mask{Width: 320, Height: 240})
	require.ErrorIs(t, err, vision.ErrImage)
	found, err := f.Find(img, &v, &segment.Mask{})
	require.NoError(t, err)
	require.Empty(t, found)
	half := img
	half.Data = half.Data[:1000]
	_, err = f.Find(half, &v, green)
	require.ErrorIs(t, err, vision.ErrImage)
}

func TestNetsOfAnotherShapeAreRefused(t *testing.T) {
	shape := objects.RobotShape()
	shape.Channels = 3
	n, err := net.New(shape, objects.RobotOutputs(), make([]float32, shape.Parameters()))
	require.NoError(t, err)
	_, err = objects.NewRobots(n)
	require.ErrorContains(t, err, "another shape")
	first, err := net.New(objects.RobotShape(), objects.RobotOutputs(), make([]float32, objects.RobotShape().Parameters()))
	require.NoError(t, err)
	_, err = objects.NewRobotsWith(first, first)
	require.ErrorContains(t, err, "figure net")
}

// A robot near the edge of a cell is asked for in both cells, and where it is does not change when the image is moved.
func TestRobotsOnTheEdgeOfACellBelongToBoth(t *testing.T) {
	n := len(objects.RobotOutputs())
	var g objects.RobotGrid
	g.Put(3.05, 4.5, true)
	g.Skip(7.5, 2.5)
	target := g.Target()
	at := func(target []float32, x, y int) []float32 { return target[(y*objects.CellsX+x)*n:][:n] }
	require.InDeltaSlice(t, []float32{1, 1, -0.45, 0}, at(target, 3, 4), 1e-6)
	require.InDeltaSlice(t, []float32{1, 1, 0.55, 0}, at(target, 2, 4), 1e-6)
	require.InDelta(t, 0.5, at(target, 7, 2)[0], 0)
	require.Zero(t, at(target, 4, 4)[0])
	moved := objects.Moved(target, 1.4, -2)
	require.InDeltaSlice(t, []float32{1, 1, -0.05, 0}, at(moved, 4, 2), 1e-5)
	require.Zero(t, at(moved, 3, 4)[0])
	require.InDelta(t, 0.5, at(moved, 8, 0)[0], 0)
	require.InDelta(t, 0.5, at(moved, 9, 0)[0], 0)
	require.NotContains(t, objects.Moved(target, 20, 0), float32(1))
}

func TestTeamColoursThatAreNoneAreRefused(t *testing.T) {
	_, err := objects.NewShirts("blue", "mauve")
	require.ErrorContains(t, err, `"mauve"`)
	_, err = objects.NewShirts("blue", "blue")
	require.ErrorContains(t, err, "two colours")
	_, err = objects.NewShirts("", "black")
	require.NoError(t, err)
}

func BenchmarkFind(b *testing.B) {
	f, err := objects.DefaultRobots()
	require.NoError(b, err)
	img, v, green := carpet(b)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = f.Find(img, &v, green)
	}
}
