package view_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"gonao/internal/fuzzn"
	"gonao/nao"
	"gonao/vision/view"
)

const degree = math.Pi / 180

var (
	lens = nao.IntrinsicsOf(640, 480, nao.CameraFOVX, nao.CameraFOVY)
	vga  = view.Size{Width: 640, Height: 480}
)

// looking returns a camera at a height that looks down by pitch, to the left by yaw, and is rolled.
func looking(heightM, pitch, roll, yaw float64) nao.Pose {
	x := nao.RollPitchYaw(roll, pitch, yaw).Mul(nao.Optical())
	x.P = r3.Vec{X: 0.05, Y: -0.02, Z: heightM}
	return x
}

func at(t require.TestingT, x nao.Pose) view.View {
	v, err := view.At(lens, vga, nao.TopCamera, 0, x, 1e-4)
	require.NoError(t, err)
	return v
}

// drawn is any view with which an image is of use.
func drawn(t *rapid.T) view.View {
	f := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
	v := at(t, looking(f("height", 0.2, 0.6), f("pitch", -0.2, 0.9), f("roll", -0.4, 0.4), f("yaw", -2, 2)))
	v.K1 = f("k1", -0.08, 0.08)
	return v
}

func TestAPlaceAppearsAtThePixelThatShowsIt(t *testing.T) {
	fuzzn.Draw(t, 1, func(t *rapid.T) {
		v := drawn(t)
		x, y := rapid.Float64Range(0, 640).Draw(t, "x"), rapid.Float64Range(0, 480).Draw(t, "y")
		gx, gy, ok := v.Ground(x, y)
		if !ok {
			return
		}
		sx, sy := v.Straight(x, y)
		require.Greater(t, sy, v.Horizon(sx), "the ground is below the horizon")
		px, py, ok := v.Pixel(gx, gy, 0)
		require.True(t, ok)
		require.InDelta(t, x, px, 0.01)
		require.InDelta(t, y, py, 0.01)
	})
}

func TestTheJacobianIsTheDerivative(t *testing.T) {
	fuzzn.Draw(t, 1, func(t *rapid.T) {
		v := drawn(t)
		x, y := rapid.Float64Range(0, 640).Draw(t, "x"), rapid.Float64Range(0, 480).Draw(t, "y")
		gx, gy, ok := v.Ground(x, y)
		if v = v.Ideal(); !ok || math.Hypot(gx, gy) > 6 {
			return
		}
		gx, gy, ok = v.Ground(x, y)
		if !ok || math.Hypot(gx, gy) > 6 {
			return
		}
		j, ok := v.Jacobian(x, y)
		require.True(t, ok)
		const e = 1e-4
		ux, uy, _ := v.Ground(x+e, y)
		vx, vy, _ := v.Ground(x, y+e)
		tolerance := 1e-3 * (1 + gx*gx + gy*gy) // of the second derivative
		require.InDelta(t, (ux-gx)/e, j.XU, tolerance)
		require.InDelta(t, (uy-gy)/e, j.YU, tolerance)
		require.InDelta(t, (vx-gx)/e, j.XV, tolerance)
		require.InDelta(t, (vy-gy)/e, j.YV, tolerance)
	})
}

// A camera that leans by a small angle sees the ground moved as Tilt says.
func TestTheTiltMovesPlacesAsItsDerivativeSays(t *testing.T) {
	fuzzn.Draw(t, 1, func(t *rapid.T) {
		v := drawn(t)
		x, y := rapid.Float64Range(0, 640).Draw(t, "x"), rapid.Float64Range(0, 480).Draw(t, "y")
		gx, gy, ok := v.Ground(x, y)
		if !ok || math.Hypot(gx, gy) > 5 {
			return
		}
		xp, yp, xr, yr := v.Tilt(gx, gy)
		const e = 1e-5
		for _, c := range []struct{ roll, pitch, wantX, wantY float64 }{{0, e, xp, yp}, {e, 0, xr, yr}} {
			leaning := nao.RollPitchYaw(c.roll, c.pitch, 0).Mul(v.X_RC)
			leaning.P = v.X_RC.P
			w := v
			w.X_RC = leaning
			hx, hy, ok := w.Ground(x, y)
			if !ok {
				return
			}
			require.InDelta(t, c.wantX, (hx-gx)/e, 0.02*(1+math.Abs(c.wantX)))
			require.InDelta(t, c.wantY, (hy-gy)/e, 0.02*(1+math.Abs(c.wantY)))
		}
	})
}

// The figure of the package comment: 1° at 3 m is 33 cm.
func TestOneDegreeOfTiltAtThreeMetres(t *testing.T) {
	v := at(t, looking(0.48, 10*degree, 0, 0))
	v.TiltVar = degree * degree
	c := v.TiltCov(3.05, -0.02)
	require.InDelta(t, 0.335, math.Sqrt(c.XX), 0.01)
	require.InDelta(t, 0.0084, math.Sqrt(c.YY), 0.001)
}

func TestAPixelIsWorthMoreFarAway(t *testing.T) {
	v := at(t, looking(0.48, 10*degree, 0, 0))
	near, ok := v.Jacobian(320, 470)
	require.True(t, ok)
	x, y, _ := v.Pixel(4, 0, 0)
	far, ok := v.Jacobian(x, y)
	require.True(t, ok)
	require.Greater(t, far.Cov(1, 1).XX, 100*near.Cov(1, 1).XX/4)
	require.True(t, far.Cov(1, 1).Valid())
}

func TestABallOnTheGroundHasTheSizeOfItsDistance(t *testing.T) {
	v := at(t, looking(0.48, 20*degree, 0, 0))
	x, y, ok := v.Pixel(1.05, 0, 0.05)
	require.True(t, ok)
	r, ok := v.BallRadius(x, y, 0.05)
	require.True(t, ok)
	require.InDelta(t, lens.Fx*0.05/math.Hypot(1, 0.43), r, 0.1)
	_, ok = v.BallRadius(320, v.Horizon(320)-5, 0.05)
	require.False(t, ok, "no ball lies in the sky")
}

func TestAPoseOfNoUseIsRefusedWithItsReason(t *testing.T) {
	for want, x := range map[string]nao.Pose{
		"the horizon is rolled by 180°":         looking(0.5, 0.2, math.Pi, 0),
		"the horizon is rolled by 90°":          looking(0.5, 0, math.Pi/2, 0),
		"the camera is 0.03 m above the ground": looking(0.03, 0, 0, 0),
		"the camera is -0.40 m above":           looking(-0.4, 0, 0, 0),
		"not finite":                            looking(math.NaN(), 0, 0, 0),
		"is not finite":                         looking(0.5, math.Inf(1), 0, 0),
	} {
		_, err := view.At(lens, vga, nao.TopCamera, 0, x, 0)
		require.ErrorIs(t, err, view.ErrPose)
		require.ErrorContains(t, err, want)
	}
	_, err := view.At(nao.Intrinsics{}, vga, nao.TopCamera, 0, looking(0.5, 0, 0, 0), 0)
	require.ErrorContains(t, err, "focal length")
	_, err = view.At(lens, view.Size{}, nao.TopCamera, 0, looking(0.5, 0, 0, 0), 0)
	require.ErrorContains(t, err, "image of 0 × 0 px")
}

// A robot that lies on its side or face gets no view; one that stands does, with either camera.
func TestALyingRobotHasNoView(t *testing.T) {
	stand := view.Posture{Joints: nao.StandPosture()}
	for cam := range nao.Camera(nao.NumCameras) {
		v, err := view.New(lens, vga, cam, &stand)
		require.NoError(t, err)
		require.InDelta(t, 0.47, v.HeightM(), 0.05)
		for _, angles := range [][2]float64{{math.Pi / 2, 0}, {-math.Pi / 2, 0}, {math.Pi, 0}} {
			fallen := stand
			fallen.Angles = angles
			_, err = view.New(lens, vga, cam, &fallen)
			require.ErrorIs(t, err, view.ErrPose)
		}
	}
}

func TestAViewAllocatesNothing(t *testing.T) {
	p := view.Posture{Joints: nao.StandPosture()}
	var h view.History
	require.Zero(t, testing.AllocsPerRun(100, func() {
		h.Add(&p)
		h.At(0, &p)
		v, err := view.New(lens, vga, nao.TopCamera, &p)
		if err != nil {
			panic(err)
		}
		v.TiltCov(1, 1)
		v.Jacobian(300, 400)
	}))
}

// What is computed together is equal, bit by bit, to what is computed one by one.
func TestASpotAndAFloorAreTheSumOfTheirParts(t *testing.T) {
	fuzzn.Draw(t, 2, func(t *rapid.T) {
		v := drawn(t)
		x, y := rapid.Float64Range(0, 640).Draw(t, "x"), rapid.Float64Range(0, 480).Draw(t, "y")
		gx, gy, ok := v.Ground(x, y)
		s, also := v.Spot(x, y)
		require.Equal(t, ok, also)
		if !ok {
			return
		}
		sx, sy := v.Straight(x, y)
		j, _ := v.Jacobian(x, y)
		require.Equal(t, view.Spot{X: sx, Y: sy, GX: gx, GY: gy, ByPixel: j}, s)
		ideal := v.Ideal()
		r, _ := v.BallRadius(x, y, 0.05)
		straight, _ := ideal.BallRadius(sx, sy, 0.05)
		require.InDelta(t, r, straight, 0)
		floor := v.Floor()
		for _, side := range []float64{1, -1} {
			px, py, ok := v.Pixel(side*gx, gy, 0)
			qx, qy, also := floor.Pixel(side*gx, gy)
			require.Equal(t, []any{px, py, ok}, []any{qx, qy, also})
		}
	})
}
