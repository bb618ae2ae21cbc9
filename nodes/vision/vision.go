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
	"gonao/vision"
)

// Config holds the node's parameters, see launch/params/vision.yaml.
type Config struct {
	Camera        string   `yaml:"camera"`
	Colors        []string `yaml:"colors"`
	MinPixels     int      `yaml:"min_pixels"`
	OverlayRateHz float64  `yaml:"overlay_rate_hz"`
	BallRadiusM   float64  `yaml:"ball_radius_m"`
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

// Validate names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	if c.Camera != "top" && c.Camera != "bottom" {
		return fmt.Errorf("camera %q: expected top or bottom", c.Camera)
	}
	if c.MinPixels < 1 {
		return fmt.Errorf("min_pixels %d: expected at least 1", c.MinPixels)
	}
	if !(c.OverlayRateHz > 0 && c.OverlayRateHz <= 120) {
		return fmt.Errorf("overlay_rate_hz %g: expected above 0, at most 120", c.OverlayRateHz)
	}
	if !(c.BallRadiusM > 0 && c.BallRadiusM <= 1) {
		return fmt.Errorf("ball_radius_m %g: expected above 0, at most 1", c.BallRadiusM)
	}
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
	if err := cfg.Validate(); err != nil {
		return err
	}
	s := &seer{n: n, cam: nao.TopCamera, period: time.Duration(float64(time.Second) / cfg.OverlayRateHz), ballRadius: cfg.BallRadiusM}
	if cfg.Camera == "bottom" {
		s.cam = nao.BottomCamera
	}
	var err error
	if s.filter, err = cfg.filter(); err != nil {
		return err
	}
	return s.run(ctx, "camera/"+cfg.Camera)
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
			if err == nil {
				err = s.see(&image)
			}
		}
		if err != nil {
			return err
		}
	}
}
