package camera

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// models are the models of worlds that tests have loaded, by world and prefix. Tests do not change them.
var models = map[[2]string]*mujoco.Model{}

// open returns the model of a world, and data of its own.
func open(t testing.TB, name, prefix string) (*mujoco.Model, *mujoco.Data) {
	t.Helper()
	key := [2]string{name, prefix}
	if models[key] == nil {
		models[key] = load(t, name, prefix)
	}
	d, err := mujoco.NewData(models[key])
	require.NoError(t, err)
	t.Cleanup(d.Close)
	return models[key], d
}

func load(t testing.TB, name, prefix string) *mujoco.Model {
	t.Helper()
	w, err := world.Load(name)
	require.NoError(t, err)
	o := w.Robot.Options()
	o.Prefix = prefix
	scene, err := w.MJCF(nao.MJCF(o))
	require.NoError(t, err)
	m, err := mujoco.Load(scene.XML, scene.Files, scene.Pictures)
	require.NoError(t, err)
	return m
}

func newRenderer(t testing.TB, m *mujoco.Model, prefix string, o Options) *Renderer {
	t.Helper()
	r, err := NewRenderer(m, prefix, o)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	return r
}

// centre is the mean place of the pixel pairs whose chroma fits, px, and their count of pixels.
func centre(img *Image, fits func(u, v int) bool) (x, y float64, count int) {
	for row := range img.Height {
		for col := 0; col < img.Width; col += 2 {
			i := 2 * (row*img.Width + col)
			if fits(int(img.YUYV[i+1]), int(img.YUYV[i+3])) {
				x, y, count = x+2*float64(col)+1, y+2*float64(row), count+2
			}
		}
	}
	return x / float64(count), y / float64(count), count
}

// The carpet has u 111 to 116 and v 99 to 107; orange has another ratio of the two.
func greenBall(u, v int) bool { return u < 104 && v < 92 }
func redBall(u, v int) bool   { return v > 175 && 128-u < (v-128)*6/10 }

// The ball lies in the image where the kinematics of package nao and the intrinsics
// say, and is as large as its distance says.
func TestTheBallIsSeenWhereItIs(t *testing.T) {
	for name, o := range map[string]Options{"robot": {}, "paper": Paper(), "noisy": {Noise: 4, Seed: 3}} {
		t.Run(name, func(t *testing.T) {
			m, d := open(t, "spl", "nao1/")
			r := newRenderer(t, m, "nao1/", o)
			k, err := o.Intrinsics()
			require.NoError(t, err)
			var pose mujoco.Pose
			var img Image
			for _, at := range [][3]float64{{0, 0.5, 0.16}, {0.2, 0.6, -0.1}, {-0.25, 0.42, -0.3}} {
				setJoint(t, d, "ball_green/turn", at[0])
				setJoint(t, d, "ball_green/lift", at[1])
				setJoint(t, d, "ball_red/turn", 2.5) // out of sight
				joints := nao.Joints{nao.HeadYaw: at[0] * 0.8, nao.HeadPitch: at[2] / 3}
				setJoint(t, d, "nao1/HeadYaw", joints[nao.HeadYaw])
				setJoint(t, d, "nao1/HeadPitch", joints[nao.HeadPitch])
				d.CopyPose(&pose)
				require.NoError(t, r.Image(nao.TopCamera, &pose, &img))

				x_TC := nao.CameraInTorso(nao.TopCamera, &joints)
				p_WB := [3]float64{1.1 * math.Cos(at[0]), 1.1 * math.Sin(at[0]), at[1] - nao.StandHeight}
				var p_CB [3]float64 // the ball in the optical frame: R_TCᵀ (p_TB − p_TC)
				for i := range 3 {
					p_CB[i] = x_TC.R[i]*(p_WB[0]-x_TC.P.X) + x_TC.R[3+i]*(p_WB[1]-x_TC.P.Y) + x_TC.R[6+i]*(p_WB[2]-x_TC.P.Z)
				}
				x, y, count := centre(&img, greenBall)
				u, v := k.FX*p_CB[0]/p_CB[2]+k.CX, k.FY*p_CB[1]/p_CB[2]+k.CY
				require.InDelta(t, u, x, 1.0)
				require.InDelta(t, v, y, 1.0)
				radius := k.FX * 0.05 / p_CB[2]
				require.InEpsilon(t, math.Pi*radius*radius, count, 0.10)
			}
		})
	}
}

func setJoint(t testing.TB, d *mujoco.Data, name string, position float64) {
	t.Helper()
	id, err := d.Model().ID(mujoco.Joint, name)
	require.NoError(t, err)
	d.QPos[d.Model().JointQPos[id]] = position
}

// A colour filter finds the two balls and nothing else, in every world, from where the
// robot starts: not the field, not the robot's own colours, not the goals.
func TestOnlyTheBallsHaveTheBallsColors(t *testing.T) {
	for _, name := range world.Names() {
		t.Run(name, func(t *testing.T) {
			m, d := open(t, name, "")
			r := newRenderer(t, m, "", Options{Noise: 3})
			var pose mujoco.Pose
			var img Image
			for yaw := -0.3; yaw <= 0.31; yaw += 0.15 {
				setJoint(t, d, "HeadYaw", yaw)
				d.CopyPose(&pose)
				for c := range nao.Camera(nao.NumCameras) {
					require.NoError(t, r.Image(c, &pose, &img))
					_, _, green := centre(&img, greenBall)
					_, _, red := centre(&img, redBall)
					if c == nao.BottomCamera {
						require.Zero(t, green+red, "the balls are above the bottom camera's image")
						continue
					}
					require.Less(t, green, 4000)
					require.Less(t, red, 4000)
					require.Positive(t, green+red)
				}
			}
		})
	}
}

func TestTheIntrinsicsAreTheRobots(t *testing.T) {
	k, err := Options{}.Intrinsics()
	require.NoError(t, err)
	require.InDelta(t, 617.2, k.FX, 0.1)
	require.Equal(t, Intrinsics{Width: 640, Height: 480, FX: k.FX, FY: k.FX, CX: 319.5, CY: 239.5}, k)
	k, err = Paper().Intrinsics()
	require.NoError(t, err)
	require.InDelta(t, 160/math.Tan(30*math.Pi/180), k.FX, 1e-9)
}

func TestWrongOptionsAreRefused(t *testing.T) {
	for name, row := range map[string]struct {
		o    Options
		want string
	}{
		"odd width":    {Options{Width: 321, Height: 240}, "width: 321"},
		"no height":    {Options{Width: 320}, "320 x 0 px"},
		"fish eye":     {Options{FovXDeg: 170}, "fov_x_deg: 170.0: expected 0 to 150 deg"},
		"negative":     {Options{Noise: -1}, "noise: -1.0"},
		"not a number": {Options{RateHz: math.NaN()}, "rate_hz: NaN"},
		"dark":         {Options{Exposure: 0.001}, "exposure: 0.001"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := row.o.Intrinsics()
			require.ErrorContains(t, err, "camera: "+row.want)
		})
	}
	m, _ := open(t, "empty", "")
	_, err := NewRenderer(m, "nao7/", Options{})
	require.ErrorContains(t, err, `camera "nao7/CameraTop_optical_frame": no such camera`)
}

func TestTheSamePoseGivesTheSameImage(t *testing.T) {
	m, d := open(t, "spl", "")
	o := Options{Noise: 3, Seed: 5, Exposure: 1.2}
	a, b := newRenderer(t, m, "", o), newRenderer(t, m, "", o)
	var pose mujoco.Pose
	var first, second Image
	d.CopyPose(&pose)
	require.NoError(t, a.Image(nao.TopCamera, &pose, &first))
	require.NoError(t, b.Image(nao.BottomCamera, &pose, &second))
	require.NotEqual(t, first.YUYV, second.YUYV)
	require.NoError(t, b.Image(nao.TopCamera, &pose, &second))
	require.Equal(t, first, second)
	pose.TimeSec = 1
	require.NoError(t, b.Image(nao.TopCamera, &pose, &second))
	require.NotEqual(t, first.YUYV, second.YUYV, "another moment, another noise")
}

func TestAnImageAllocatesNothing(t *testing.T) {
	m, d := open(t, "empty", "")
	r := newRenderer(t, m, "", Options{Width: 64, Height: 48, Noise: 3, Exposure: 1.1})
	var pose mujoco.Pose
	var img Image
	require.Zero(t, testing.AllocsPerRun(20, func() {
		d.CopyPose(&pose)
		_ = r.Image(nao.TopCamera, &pose, &img)
	}))
}

// delivered is an image's camera and time.
type delivered struct {
	camera nao.Camera
	sec    float64
}

// The simulation here waits for each image, so that none is missed.
func TestTheThreadDrawsWhatIsWantedAtItsRate(t *testing.T) {
	m, d := open(t, "empty", "")
	images := make(chan delivered, 10)
	thread, err := StartThread(m, "", Options{Width: 64, Height: 48, RateHz: 30, Nice: 10},
		func(img *Image) { images <- delivered{img.Camera, img.TimeSec} }, func(err error) { t.Error(err) })
	require.NoError(t, err)
	defer thread.Close()

	cycle := func() (got []delivered) {
		d.SetTime(d.Time() + 0.012)
		before, _ := thread.Drawn()
		thread.Offer(d)
		for thread.working() {
			time.Sleep(50 * time.Microsecond)
		}
		after, _ := thread.Drawn()
		for range after - before {
			got = append(got, <-images)
		}
		return got
	}
	for range 20 {
		require.Empty(t, cycle(), "nobody wants an image")
	}
	thread.Want(nao.TopCamera, true)
	require.Equal(t, []delivered{{nao.TopCamera, d.Time() + 0.012}}, cycle(), "at once")
	var count [nao.NumCameras]int
	for range 250 { // 3 s
		for _, image := range cycle() {
			require.InDelta(t, d.Time(), image.sec, 1e-12)
			count[image.camera]++
		}
	}
	require.Equal(t, [nao.NumCameras]int{90, 0}, count)
	thread.Want(nao.BottomCamera, true)
	thread.Want(nao.TopCamera, false)
	require.Equal(t, nao.BottomCamera, cycle()[0].camera)

	slow := Options{Width: 64, Height: 48, RateHz: 0.1}
	require.NoError(t, thread.Tune(slow))
	for len(cycle()) == 0 { // what was due at the old rate
	}
	for range 250 {
		require.Empty(t, cycle())
	}
	slow.RateHz = 20
	require.NoError(t, thread.Tune(slow))
	soon := 0
	for range 10 { // 0.12 s
		soon += len(cycle())
	}
	require.Equal(t, 2, soon, "a higher rate does not wait for the lower one's next image")

	require.NoError(t, d.Reset())
	require.Len(t, cycle(), 1, "the world starts again, and so do the images")
	_, missed := thread.Drawn()
	require.Zero(t, missed)
}

func TestASimulationNeverWaitsForItsImages(t *testing.T) {
	m, d := open(t, "empty", "")
	hold, entered := make(chan struct{}), make(chan struct{})
	thread, err := StartThread(m, "", Options{Width: 64, Height: 48, RateHz: 30},
		func(*Image) { entered <- struct{}{}; <-hold }, nil)
	require.NoError(t, err)
	thread.Want(nao.TopCamera, true)
	thread.Offer(d)
	<-entered
	for range 1000 { // 12 s, while the first image's taker sleeps
		d.SetTime(d.Time() + 0.012)
		thread.Offer(d)
	}
	hold <- struct{}{}
	for thread.working() {
		time.Sleep(50 * time.Microsecond)
	}
	thread.Offer(d)
	<-entered
	hold <- struct{}{}
	thread.Close()
	drawn, missed := thread.Drawn()
	require.Equal(t, uint64(2), drawn)
	require.InDelta(t, 12*30-1, float64(missed), 1)
}

func BenchmarkImage(b *testing.B) {
	m, d := open(b, "spl", "")
	var pose mujoco.Pose
	d.CopyPose(&pose)
	for name, o := range map[string]Options{"640x480": {Noise: 3}, "320x240": {Width: 320, Height: 240, Noise: 3}} {
		b.Run(name, func(b *testing.B) {
			r := newRenderer(b, m, "", o)
			var img Image
			b.ReportAllocs()
			for b.Loop() {
				_ = r.Image(nao.TopCamera, &pose, &img)
			}
		})
	}
}
