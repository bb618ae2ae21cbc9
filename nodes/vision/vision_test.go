package vision

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/paramtest"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/vision.yaml", "/vision", DefaultConfig()))
}

func TestNamesTheParameterThatIsWrong(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		`camera: "left": expected "top", "bottom" or "both"`: func(c *Config) { c.Camera = "left" },
		`min_pixels: 0: expected 1 to 307200 px`:             func(c *Config) { c.MinPixels = 0 },
		`overlay_rate_hz: 0.0: expected 0.01 to 120 Hz`:      func(c *Config) { c.OverlayRateHz = 0 },
		`ball_radius_m: 0.0: expected 0.001 to 1 m`:          func(c *Config) { c.BallRadiusM = 0 },
		`colors[1]: color "green": space "lab"`:              func(c *Config) { c.Colors[1] = "green: lab 0..1 0..1 0..1" },
		`field "moon": no such field`:                        func(c *Config) { c.Field = "moon" },
		`colors: color "red": there are two of that`:         func(c *Config) { c.Colors[1] = c.Colors[0] },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

// bench is the node on a bus, with everybody it talks to.
type bench struct {
	bus    *inproc.Bus
	states *ros.Publisher[msgs.RobotState]
	images *ros.Publisher[sensormsgs.Image]
	infos  *ros.Publisher[sensormsgs.CameraInfo]
	blobs  *ros.Subscription[msgs.ColorBlobArray]
	tester *ros.Node
}

func onBus(t *testing.T, test func(t *testing.T, b *bench)) { onBusWith(t, DefaultConfig(), test) }

// onBusWith runs the node with a configuration.
func onBusWith(t *testing.T, cfg Config, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		node := func(name string) *ros.Node {
			config := cfg
			n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{Namespace: "nao1", Parameters: &config})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, n.Close()) })
			return n
		}
		b := &bench{bus: bus, tester: node("tester")}
		var errs [4]error
		b.states, errs[0] = ros.Advertise[msgs.RobotState](b.tester, "robot_state", ros.BestEffort())
		b.images, errs[1] = ros.Advertise[sensormsgs.Image](b.tester, "camera/top/image_raw", ros.SensorData())
		b.infos, errs[2] = ros.Advertise[sensormsgs.CameraInfo](b.tester, "camera/top/camera_info", ros.SensorData())
		b.blobs, errs[3] = ros.Subscribe[msgs.ColorBlobArray](b.tester, "color_blobs", ros.SensorData())
		for _, err := range errs {
			require.NoError(t, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, node("vision"), cfg) }()
		synctest.Wait()
		test(t, b)
		cancel()
		require.NoError(t, <-ended)
	})
}

// state publishes where the head is at a time.
func (b *bench) state(t *testing.T, at time.Duration, yaw, pitch float64) {
	m := msgs.RobotState{Stamp: ros.Stamp(time.Unix(0, 0).Add(at))}
	m.Position[nao.HeadYaw], m.Position[nao.HeadPitch] = float32(yaw), float32(pitch)
	require.NoError(t, b.states.Publish(m))
	synctest.Wait()
}

// image publishes a red square whose centre is (x, y), on grey.
func (b *bench) image(t *testing.T, at time.Duration, x, y int) {
	const w, h, side = 320, 240, 20
	m := sensormsgs.Image{Width: w, Height: h, Step: 2 * w, Encoding: "yuv422_yuy2", Data: make([]byte, 2*w*h)}
	m.Header = stdmsgs.Header{Stamp: ros.Stamp(time.Unix(0, 0).Add(at)), FrameId: "CameraTop_optical_frame"}
	for i := range m.Data {
		m.Data[i] = 128
	}
	for row := y - side/2; row < y+side/2; row++ {
		for col := x - side/2; col < x+side/2; col += 2 {
			copy(m.Data[2*(row*w+col):], []byte{76, 85, 76, 250})
		}
	}
	require.NoError(t, b.images.Publish(m))
	synctest.Wait()
}

func (b *bench) info(t *testing.T) { b.infoOf(t, 320, 300) }

// infoOf publishes a lens for images 240 high.
func (b *bench) infoOf(t *testing.T, width uint32, focal float64) {
	m := sensormsgs.CameraInfo{Width: width, Height: 240}
	m.K = [9]float64{focal, 0, 159.5, 0, focal, 119.5, 0, 0, 1}
	require.NoError(t, b.infos.Publish(m))
	synctest.Wait()
}

func TestColorsAndSizesCanBeTunedWhileItRuns(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		set := paramtest.Setter(t, b.tester, "vision")
		b.info(t)
		at := time.Duration(0)
		seen := func() int {
			for range 10 {
				at += 12 * time.Millisecond
				b.state(t, at, 0, 0)
			}
			b.image(t, at-20*time.Millisecond, 160, 120)
			got := <-b.blobs.C()
			return len(got.Blobs)
		}
		require.Equal(t, 1, seen())
		require.Empty(t, set("min_pixels", int64(20*20+1)))
		require.Zero(t, seen(), "the square has 400 pixels")
		require.Empty(t, set("min_pixels", int64(10)))
		require.Equal(t, 1, seen())
		require.Contains(t, set("colors", []string{"red: hsv"}), `expected "name: space`)
		require.Equal(t, 1, seen(), "what was refused changes nothing")
		require.Empty(t, set("colors", []string{"green: hsv 100..140 0.72..1 0.2..1"}))
		require.Zero(t, seen())
		require.Equal(t, "Trying to set a read-only parameter: camera.", set("camera", "bottom"))
	})
}

func TestTheBearingIsThatOfTheHeadWhenTheImageWasTaken(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		b.info(t)
		const cycle = 12 * time.Millisecond
		for i := range 40 { // the head turns left with 2 rad/s
			at := time.Duration(i) * cycle
			b.state(t, at, 2*at.Seconds(), 0.1)
		}
		// Taken 5 ms after a state, and 43 ms before the newest.
		taken := 36*cycle - 7*time.Millisecond
		b.image(t, taken, 160, 120)
		got := <-b.blobs.C()
		require.Equal(t, "CameraTop_optical_frame", got.Header.FrameId)
		require.Equal(t, ros.Stamp(time.Unix(0, 0).Add(taken)), got.Header.Stamp)
		require.InDelta(t, 2*taken.Seconds(), got.HeadYaw, 1e-5)
		require.InDelta(t, 0.1, got.HeadPitch, 1e-6)
		require.Len(t, got.Blobs, 1)
		blob := got.Blobs[0]
		require.Equal(t, "red", blob.Color)
		require.InDelta(t, 160, blob.X, 1e-3)
		require.Equal(t, uint32(400), blob.Pixels)
		require.InDelta(t, 2*taken.Seconds(), blob.Azimuth, 1e-5)
		require.InDelta(t, -0.1-1.2*math.Pi/180, blob.Elevation, 1e-3)
		require.InDelta(t, 0, blob.ImageAzimuth, 1e-6)
		require.InDelta(t, 0, blob.ImageElevation, 1e-6)
		require.Greater(t, blob.Confidence, float32(0.9))
	})
}

func TestEveryPlacedImageGetsAMessageAndOthersNone(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		b.image(t, 0, 100, 100) // no lens, no state
		b.info(t)
		b.image(t, 0, 100, 100) // no state
		require.Empty(t, b.blobs.C())
		b.state(t, time.Second, 0, 0)
		b.image(t, 2*time.Second, 100, 100) // no state of its time
		require.Empty(t, b.blobs.C())
		require.NoError(t, b.images.Publish(sensormsgs.Image{Encoding: "rgb8"})) // not readable
		b.image(t, time.Second, 100, 100)
		require.Len(t, b.blobs.C(), 1)
		<-b.blobs.C()
		b.state(t, 0, 0.5, 0) // the simulator started again
		b.image(t, 0, 100, 100)
		require.InDelta(t, 0.5, (<-b.blobs.C()).HeadYaw, 1e-6)
	})
}

func TestAnImageWaitsForTheStateOfItsTime(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		const cycle = 12 * time.Millisecond
		b.info(t)
		b.state(t, 0, 0, 0)
		b.image(t, 2*cycle, 100, 100) // two states early
		b.state(t, cycle, 0.1, 0)
		require.Empty(t, b.blobs.C())
		b.state(t, 2*cycle, 0.2, 0)
		require.InDelta(t, 0.2, (<-b.blobs.C()).HeadYaw, 1e-6)

		b.image(t, 4*cycle, 100, 100)
		require.Empty(t, b.blobs.C())
		b.image(t, 8*cycle, 100, 100) // no state in between: the first one takes the nearest
		require.InDelta(t, 0.2, (<-b.blobs.C()).HeadYaw, 1e-6)
		b.state(t, 8*cycle, 0.8, 0)
		got := <-b.blobs.C()
		require.InDelta(t, 0.8, got.HeadYaw, 1e-6)
		require.Equal(t, ros.Stamp(time.Unix(0, 0).Add(8*cycle)), got.Header.Stamp)
		b.state(t, 9*cycle, 0.9, 0)
		require.Empty(t, b.blobs.C(), "once each")
	})
}

func TestOnlyALensOfTheImagesSizeCounts(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		b.state(t, 0, 0, 0)
		for _, bad := range []func(){
			func() { b.infoOf(t, 640, 600) },
			func() { b.infoOf(t, 320, math.NaN()) },
			func() { b.infoOf(t, 320, math.Inf(1)) },
			func() { b.infoOf(t, 320, 0) },
		} {
			bad()
			b.image(t, 0, 220, 120)
			require.Empty(t, b.blobs.C())
		}
		b.info(t) // comes after its image, as the simulator sends it
		require.InDelta(t, math.Atan(60.0/300), (<-b.blobs.C()).Blobs[0].ImageAzimuth, 1e-4)
		b.infoOf(t, 320, 150) // the lens may change
		b.image(t, 0, 220, 120)
		require.InDelta(t, math.Atan(60.0/150), (<-b.blobs.C()).Blobs[0].ImageAzimuth, 1e-4)
	})
}

func TestABrokenNeckSensorSpoilsNoBearing(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		b.info(t)
		b.state(t, 0, 0.3, 0)
		b.state(t, 12*time.Millisecond, math.NaN(), 0)
		b.state(t, 24*time.Millisecond, 0.3, math.Inf(-1))
		b.state(t, 36*time.Millisecond, 0.3, 0)
		b.image(t, 12*time.Millisecond, 100, 100)
		require.InDelta(t, 0.3, (<-b.blobs.C()).HeadYaw, 1e-6)
	})
}

func TestRvizGetsBallsWhereTheirSizeSays(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		b.info(t)
		b.state(t, 0, math.Pi/2, 0)
		b.image(t, 0, 160, 120)
		markers, err := ros.Subscribe[visualizationmsgs.MarkerArray](b.tester, "ball_markers", ros.SensorData())
		require.NoError(t, err)
		b.image(t, 0, 160, 120)
		got := (<-markers.C()).Markers
		require.Len(t, got, 1)
		m := got[0]
		require.Equal(t, "base_link", m.Header.FrameId)
		require.True(t, m.FrameLocked)
		require.Equal(t, "red", m.Ns)
		require.Equal(t, stdmsgs.ColorRGBA{R: 1, A: 1}, m.Color)
		require.InDelta(t, 0.1, m.Scale.X, 0)
		// 400 pixels are a disc of radius 11.28; with a focal length of 300, 5 cm are 1.33 m away.
		require.InDelta(t, 0, m.Pose.Position.X, 0.01, "the head looks to the left")
		require.InDelta(t, 0.0587+1.33, m.Pose.Position.Y, 0.01)
	})
}

func TestTheOverlayIsDrawnWhileSomebodyLooks(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		b.info(t)
		b.image(t, 0, 100, 100)
		overlay, err := ros.Subscribe[sensormsgs.Image](b.tester, "camera/top/overlay", ros.SensorData())
		require.NoError(t, err)
		drawn := 0
		for i := range 30 { // one second at 30 Hz, drawn at 15 Hz
			b.image(t, time.Second+time.Duration(i)*time.Second/30, 100, 100)
			if len(overlay.C()) > 0 {
				drawn++
				m := <-overlay.C()
				require.Equal(t, "rgb8", m.Encoding)
				require.Equal(t, uint32(960), m.Step)
				require.Len(t, m.Data, 320*240*3)
			}
		}
		require.Equal(t, 15, drawn)
	})
}
