// Package vision is the node that finds coloured balls in the images of one camera.
//
//	subscribes  camera/top/image_raw    sensor_msgs/Image         yuv422_yuy2, sensor data
//	            camera/top/camera_info  sensor_msgs/CameraInfo    the lens, sensor data
//	            robot_state             gonao_msgs/RobotState     the neck, best effort
//	publishes   color_blobs             gonao_msgs/ColorBlobArray for every image, sensor data
//	            camera/top/overlay      sensor_msgs/Image         rgb8, while subscribed, sensor data
//	            ball_markers            visualization_msgs/MarkerArray balls for rviz, while subscribed, sensor data
//
// The bearings are computed with the neck's angles at the image's stamp. An image that comes before its
// camera_info or robot_state waits for them, at most until the next image; without them no message is
// published. The node logs once a second how many images that were, and how many could not be read.
package vision

import (
	"context"
	"time"

	"gonao/internal/throttle"
	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/vision"
)

// detector is the running node. It belongs to one goroutine.
type detector struct {
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

	unread, unplaced throttle.Counter // images
	why, lost        error            // of the last of each
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	d := &detector{n: n, cam: nao.TopCamera}
	if cfg.Camera == "bottom" {
		d.cam = nao.BottomCamera
	}
	err := d.applyParameters(cfg)
	if err != nil {
		return err
	}
	if d.changes, err = ros.WatchConfig[Config](n, nil); err != nil {
		return err
	}
	return d.run(ctx, "camera/"+cfg.Camera)
}

// applyParameters applies the parameters that may change between two images.
func (d *detector) applyParameters(cfg Config) (err error) {
	d.period = time.Duration(float64(time.Second) / cfg.OverlayRateHz)
	d.ballRadius = cfg.BallRadiusM
	d.filter, err = cfg.filter()
	return err
}

func (d *detector) run(ctx context.Context, camera string) (err error) {
	if d.blobs, err = ros.Advertise[msgs.ColorBlobArray](d.n, "color_blobs", ros.SensorData()); err != nil {
		return err
	}
	if d.overlay, err = ros.Advertise[sensormsgs.Image](d.n, camera+"/overlay", ros.SensorData()); err != nil {
		return err
	}
	if d.markers, err = ros.Advertise[visualizationmsgs.MarkerArray](d.n, "ball_markers", ros.SensorData()); err != nil {
		return err
	}
	// The queue is long enough to lose no state while an image is processed.
	states, err := ros.Subscribe[msgs.RobotState](d.n, "robot_state", ros.BestEffort(), ros.Depth(16))
	if err != nil {
		return err
	}
	infos, err := ros.Subscribe[sensormsgs.CameraInfo](d.n, camera+"/camera_info", ros.SensorData())
	if err != nil {
		return err
	}
	// Depth 1: of two waiting images the newer one counts.
	images, err := ros.Subscribe[sensormsgs.Image](d.n, camera+"/image_raw", ros.SensorData(), ros.Depth(1))
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case state := <-states.C():
			err = d.takeState(&state)
		case info := <-infos.C():
			err = d.takeInfo(&info)
		case image := <-images.C():
			for len(states.C()) > 0 && err == nil {
				state := <-states.C()
				err = d.takeState(&state)
			}
			if changed, ok := d.changes.Next(); ok && err == nil {
				err = d.applyParameters(changed)
			}
			if err == nil {
				err = d.see(&image)
			}
		}
		if err != nil {
			return err
		}
	}
}
