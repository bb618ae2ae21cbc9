// Package vision is the node that finds coloured balls in the images of one camera.
//
//	subscribes  camera/top/image_raw    sensor_msgs/Image         yuv422_yuy2, sensor data
//	            camera/top/camera_info  sensor_msgs/CameraInfo    the lens, sensor data
//	            robot_state             gonao_msgs/RobotState     the neck, best effort
//	publishes   color_blobs             gonao_msgs/ColorBlobArray for every image, sensor data
//	            camera/top/overlay      sensor_msgs/Image         rgb8, while subscribed, sensor data
//	            ball_markers            visualization_msgs/MarkerArray balls for rviz, while subscribed, sensor data
//
// The bearings are those of the head when the image was taken: the neck's angles
// at the image's stamp. An image that comes before its camera_info or robot_state
// waits for them, at most until the next image; one that has none of its size or
// time by then gives no message. Once a second it is said how many that were, and
// how many images could not be read.
package vision

import (
	"context"
	"fmt"
	"time"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/vision"
)

// Config holds the node's parameters.
type Config struct {
	Camera        string   `yaml:"camera" enum:"top|bottom" readonly:"true" desc:"which head camera is looked through; topics: camera/<camera>/…"`
	Colors        []string `yaml:"colors" constraints:"at most 32"`
	MinPixels     int      `yaml:"min_pixels" unit:"px" min:"1" max:"307200" desc:"fewer are noise, not a ball; a 10 cm ball has 12 pixels at 15 m (640x480)"`
	OverlayRateHz float64  `yaml:"overlay_rate_hz" unit:"Hz" min:"0.01" max:"120" desc:"at most so often is the overlay drawn while somebody looks at it: it costs about 1 ms"`
	BallRadiusM   float64  `yaml:"ball_radius_m" unit:"m" min:"0.001" max:"1" desc:"of the balls: how large one looks tells how far it is, for the spheres that rviz shows"`
}

// Explain says what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{
		"": "vision: coloured balls in the images of one head camera -> color_blobs.",
		"colors": `What is looked for: "name: space low..high low..high low..high", both ends included.
			Spaces: hsv (degrees 0..360, then 0..1, 0..1; a low hue above the high one goes through 0),
			rgb (0..255 each), yuv (0..255 each, as in the image). Luma is told apart in steps of 8,
			chroma in steps of 4: narrower ranges are refused.
			The green ball is told from a carpet by its saturation, the red one from orange by its hue.`,
	}
}

// DefaultConfig finds the demo's two balls with the top camera.
func DefaultConfig() Config {
	return Config{
		Camera:        "top",
		Colors:        vision.DemoColors(),
		MinPixels:     12,
		OverlayRateHz: 15,
		BallRadiusM:   0.05,
	}
}

// Validate tries the colours.
func (c Config) Validate() error {
	_, err := c.filter()
	return err
}

// filter makes the filter of the colours.
func (c Config) filter() (*vision.Filter, error) {
	var colors []vision.Color
	for i, text := range c.Colors {
		color, err := vision.ParseColor(text)
		if err != nil {
			return nil, fmt.Errorf("colors[%d]: %w", i, err)
		}
		colors = append(colors, color)
	}
	filter, err := vision.NewFilter(colors, c.MinPixels)
	if err != nil {
		return nil, fmt.Errorf("colors: %w", err)
	}
	return filter, nil
}

// seer is the running node.
type seer struct {
	n        *ros.Node
	cam      nao.Camera
	filter   *vision.Filter
	changes  *ros.ConfigWatcher[Config]
	neck     vision.Neck
	lens     nao.Intrinsics // of the last camera_info
	lensSize [2]uint32      // width and height of its images, pixels; zero when it is of no use
	out      msgs.ColorBlobArray
	waiting  bool // out is not published yet

	blobs      *ros.Publisher[msgs.ColorBlobArray]
	markers    *ros.Publisher[visualizationmsgs.MarkerArray]
	marks      visualizationmsgs.MarkerArray // reused
	ballRadius float64                       // m

	overlay *ros.Publisher[sensormsgs.Image]
	picture vision.Overlay
	period  time.Duration // of the overlay
	drawn   time.Time     // when the last one was

	unread, unplaced int   // images since the last report
	why, lost        error // of the last of each
	reported         time.Time
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	s := &seer{n: n, cam: nao.TopCamera}
	if cfg.Camera == "bottom" {
		s.cam = nao.BottomCamera
	}
	err := s.tune(cfg)
	if err != nil {
		return err
	}
	if s.changes, err = ros.WatchConfig[Config](n, nil); err != nil {
		return err
	}
	return s.run(ctx, "camera/"+cfg.Camera)
}

// tune takes the parameters that may change between two images.
func (s *seer) tune(cfg Config) (err error) {
	s.period = time.Duration(float64(time.Second) / cfg.OverlayRateHz)
	s.ballRadius = cfg.BallRadiusM
	s.filter, err = cfg.filter()
	return err
}

func (s *seer) run(ctx context.Context, camera string) (err error) {
	if s.blobs, err = ros.Advertise[msgs.ColorBlobArray](s.n, "color_blobs", ros.SensorData()); err != nil {
		return err
	}
	if s.overlay, err = ros.Advertise[sensormsgs.Image](s.n, camera+"/overlay", ros.SensorData()); err != nil {
		return err
	}
	if s.markers, err = ros.Advertise[visualizationmsgs.MarkerArray](s.n, "ball_markers", ros.SensorData()); err != nil {
		return err
	}
	// Enough states to miss none while an image is read.
	states, err := ros.Subscribe[msgs.RobotState](s.n, "robot_state", ros.BestEffort(), ros.Depth(16))
	if err != nil {
		return err
	}
	infos, err := ros.Subscribe[sensormsgs.CameraInfo](s.n, camera+"/camera_info", ros.SensorData())
	if err != nil {
		return err
	}
	// Of two waiting images, the newer one.
	images, err := ros.Subscribe[sensormsgs.Image](s.n, camera+"/image_raw", ros.SensorData(), ros.Depth(1))
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case state := <-states.C():
			err = s.takeState(&state)
		case info := <-infos.C():
			err = s.takeInfo(&info)
		case image := <-images.C():
			for len(states.C()) > 0 && err == nil {
				state := <-states.C()
				err = s.takeState(&state)
			}
			if changed, ok := s.changes.Next(); ok && err == nil {
				err = s.tune(changed)
			}
			if err == nil {
				err = s.see(&image)
			}
		}
		if err != nil {
			return err
		}
	}
}
