package vision

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	"gonao/robot/percepts/field"
	"gonao/ros"
	"gonao/vision/view"
)

// paintBall paints a white ball with dark spots into an image.
func paintBall(t *testing.T, m *sensormsgs.Image, v *view.View, gx, gy, radiusM float64) (x, y, r float64) {
	x, y, ok := v.Pixel(gx, gy, radiusM)
	require.True(t, ok)
	r, ok = v.BallRadius(x, y, radiusM)
	require.True(t, ok)
	phi := (1 + math.Sqrt(5)) / 2
	var spots []r3.Vec
	for _, a := range []float64{-1, 1} {
		for _, b := range []float64{-phi, phi} {
			spots = append(spots, r3.Unit(r3.Vec{Y: a, Z: b}), r3.Unit(r3.Vec{X: a, Y: b}), r3.Unit(r3.Vec{X: b, Z: a}))
		}
	}
	turned := r3.NewRotation(0.7, r3.Vec{X: 1, Y: 0.5})
	for j := int(y - r); j <= int(y+r); j++ {
		for i := int(x - r); i <= int(x+r); i++ {
			nx, ny := (float64(i)+0.5-x)/r, (float64(j)+0.5-y)/r
			if nx*nx+ny*ny > 1 {
				continue
			}
			luma := 225 * (0.8 - 0.25*ny)
			for _, s := range spots {
				if r3.Dot(turned.Rotate(r3.Vec{X: nx, Y: ny, Z: -math.Sqrt(1 - nx*nx - ny*ny)}), s) > 0.93 {
					luma = 30
				}
			}
			p := m.Data[j*int(m.Step)+i/2*4:]
			p[i%2*2], p[1], p[3] = byte(luma), 128, 128
		}
	}
	return x, y, r
}

func TestABlackAndWhiteBallIsPublishedWhereItLies(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field = "spl"
	f, err := field.Load("spl")
	require.NoError(t, err)
	onBusWith(t, cfg, func(t *testing.T, b *bench) {
		objects, err := ros.Subscribe[msgs.SeenObjects](b.tester, "seen_objects", ros.SensorData())
		require.NoError(t, err)
		balls2d, err := ros.Subscribe[sv2.BallArray](b.tester, "soccer_vision_2d/balls")
		require.NoError(t, err)
		balls3d, err := ros.Subscribe[sv3.BallArray](b.tester, "soccer_vision_3d/balls")
		require.NoError(t, err)
		synctest.Wait()
		b.info(t)

		p := b.posture(t, time.Second, 0)
		m, v := picture(t, time.Second, p, 1.5)
		x, y, r := paintBall(t, &m, &v, 0.9, 0.1, f.Ball.Diameter/2)
		require.NoError(t, b.images.Publish(m))
		synctest.Wait()
		got := <-objects.C()
		require.Equal(t, "base_footprint", got.Header.FrameId)
		require.Len(t, got.Balls, 1)
		ball := got.Balls[0]
		require.InDelta(t, x, ball.PixelX, 2)
		require.InDelta(t, y, ball.PixelY, 2)
		require.InDelta(t, r, ball.PixelRadius, 2.5)
		require.InDelta(t, 0.9, ball.X, 0.05)
		require.InDelta(t, 0.1, ball.Y, 0.03)
		require.Positive(t, ball.Covariance[0])
		require.InDelta(t, x, (<-balls2d.C()).Balls[0].Center.X, 2)
		require.InDelta(t, 0.9, (<-balls3d.C()).Balls[0].Center.X, 0.05)

		// Whoever follows coloured balls finds it among them.
		blobs := (<-b.blobs.C()).Blobs
		require.Len(t, blobs, 1)
		require.Equal(t, ballBlob, blobs[0].Color)
		require.InDelta(t, 0.1/0.85, blobs[0].Azimuth, 0.04)
		require.InDelta(t, 1.0, blobs[0].Distance, 0.25)

		b.posture(t, 2*time.Second, 0)
		b.paint(t, 2*time.Second, p, 1.5)
		require.Empty(t, (<-objects.C()).Balls, "an image without a ball has a message too")
		require.Empty(t, (<-b.blobs.C()).Blobs)
	})
}
