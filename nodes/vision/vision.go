// Package vision is the node that finds coloured balls and the field's features in the images of the head's cameras.
//
//	subscribes  robot_state                                        gonao_msgs/RobotState                joints and inertial unit; of one publisher, silent after 300ms
//	            camera/top/image_raw, camera/bottom/image_raw      sensor_msgs/Image                    yuv422_yuy2; of two waiting images the newer one counts
//	            camera/top/camera_info, camera/bottom/camera_info  sensor_msgs/CameraInfo               the lens
//	publishes   feature_markers                                    visualization_msgs/MarkerArray       lines and points for rviz, per image, while subscribed
//	            field_features                                     gonao_msgs/FieldFeatures             for every image, when the parameter field names a field
//	            soccer_vision_2d/field_boundary                    soccer_vision_2d_msgs/FieldBoundary  per image, while subscribed
//	            soccer_vision_2d/markings                          soccer_vision_2d_msgs/MarkingArray   per image, while subscribed
//	            soccer_vision_2d/goalposts                         soccer_vision_2d_msgs/GoalpostArray  per image, while subscribed
//	            soccer_vision_3d/field_boundary                    soccer_vision_3d_msgs/FieldBoundary  in base_footprint, per image, while subscribed
//	            soccer_vision_3d/markings                          soccer_vision_3d_msgs/MarkingArray   in base_footprint, per image, while subscribed
//	            soccer_vision_3d/goalposts                         soccer_vision_3d_msgs/GoalpostArray  in base_footprint, per image, while subscribed
//	            /diagnostics                                       diagnostic_msgs/DiagnosticArray      images that were used and that were not, 1 Hz
//	            seen_objects                                       gonao_msgs/SeenObjects               balls and robots, as field_features
//	            soccer_vision_2d/balls                             soccer_vision_2d_msgs/BallArray      per image, while subscribed
//	            soccer_vision_3d/balls                             soccer_vision_3d_msgs/BallArray      in base_footprint, per image, while subscribed
//	            soccer_vision_2d/robots                            soccer_vision_2d_msgs/RobotArray     per image, while subscribed
//	            soccer_vision_3d/robots                            soccer_vision_3d_msgs/RobotArray     in base_footprint, per image, while subscribed
//	            color_blobs                                        gonao_msgs/ColorBlobArray            for every image
//	            ball_markers                                       visualization_msgs/MarkerArray       balls for rviz, per image, while subscribed
//	            camera/top/overlay, camera/bottom/overlay          sensor_msgs/Image                    the image with what was found in it, rgb8, per image, while subscribed
//	serves      learn_colors                                       gonao_msgs/LearnColors               a colour table from pixels that a person marked
//
// Bearings and places are computed with the posture at the image's stamp. An image that comes before its camera_info or
// robot_state waits for them, at most until the next image of its camera; without them no message is published. The node
// logs once a second how many images that were, and how many could not be read.
package vision

import (
	"context"
	"fmt"
	"time"

	"gonao/internal/throttle"
	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/ros"
	"gonao/vision"
	"gonao/vision/view"
)

// detector is the running node. It belongs to one goroutine.
type detector struct {
	n       *ros.Node
	eyes    [nao.NumCameras]*eye // nil: unused camera
	filter  *vision.Filter
	changes *ros.ConfigWatcher[Config]
	history view.History

	Blobs      *ros.Publisher[msgs.ColorBlobArray]                            `topic:"color_blobs" qos:"sensor data" doc:"for every image"`
	Learn      ros.Service[msgs.LearnColorsRequest, msgs.LearnColorsResponse] `service:"learn_colors" doc:"a colour table from pixels that a person marked"`
	Markers    *ros.Publisher[visualizationmsgs.MarkerArray]                  `topic:"ball_markers" qos:"sensor data" doc:"balls for rviz, per image, while subscribed"`
	marks      visualizationmsgs.MarkerArray                                  // reused
	out        msgs.ColorBlobArray                                            // reused
	ballRadius float64                                                        // m
	prefix     ros.FramePrefix
	features   *features      // nil: no field
	objects    *objectFinder  // nil: no field
	robots     *robotTopics   // nil: no field
	shown      featureMarkers // with a field
	keeper     *keeper        // nil: images are not stored
	period     time.Duration  // of the overlay

	health           health
	unread, unplaced throttle.Counter // images
	why, lost        error            // of the last of each
	unplacedSince    time.Time        // the first report of an image without a place
	placed           bool             // an image has had one
}

// inputs are the node's inputs besides its cameras. The queue is long enough to lose no state while two images are
// processed.
type inputs struct {
	States *ros.Subscription[msgs.RobotState] `topic:"robot_state" qos:"best effort, depth 16" from:"one publisher, silent after 300ms" doc:"joints and inertial unit"`
}

// eye is one camera of the node.
type eye struct {
	cam      nao.Camera
	lens     nao.Intrinsics // of the last camera_info
	k1       float64        // distortion of the lens
	lensSize [2]int         // width and height of its images, pixels; zero when unusable
	header   stdmsgs.Header // of the last image
	image    vision.Image   // the last one
	blobs    []vision.Blob  // in it
	waiting  bool           // its results are not published yet

	Images  *ros.Subscription[sensormsgs.Image]      `topic:"camera/{top|bottom}/image_raw" qos:"sensor data, depth 1" doc:"yuv422_yuy2; of two waiting images the newer one counts"`
	Infos   *ros.Subscription[sensormsgs.CameraInfo] `topic:"camera/{top|bottom}/camera_info" qos:"sensor data" doc:"the lens"`
	Overlay *ros.Publisher[sensormsgs.Image]         `topic:"camera/{top|bottom}/overlay" qos:"sensor data" doc:"the image with what was found in it, rgb8, per image, while subscribed"`
	picture vision.Overlay
	drawn   time.Time // time of the last overlay
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	d := &detector{n: n, prefix: cfg.FramePrefix}
	err := d.applyParameters(cfg)
	if err != nil {
		return err
	}
	if d.changes, err = ros.WatchConfig(n, Config.CheckFiles); err != nil {
		return err
	}
	d.Learn.Handle(ros.Outcome(func(_ context.Context, q msgs.LearnColorsRequest) (a msgs.LearnColorsResponse, err error) {
		err = learnColors(&q, cfg.ColorTables, &a)
		return a, err
	}))
	if err := ros.Open(n, d); err != nil {
		return err
	}
	if cfg.Field != "" {
		f, err := field.Load(cfg.Field)
		if err != nil {
			return fmt.Errorf("field: %w", err)
		}
		if d.features, err = newFeatures(n, f, cfg.FramePrefix); err != nil {
			return err
		}
		if d.objects, err = newObjects(n, f, cfg); err != nil {
			return err
		}
		if d.shown, err = newFeatureMarkers(n, cfg.FramePrefix); err != nil {
			return err
		}
		if d.robots, err = newRobotTopics(n, cfg.FramePrefix); err != nil {
			return err
		}
		if d.keeper, err = newKeeper(n, cfg.Store); err != nil {
			return err
		}
		defer d.keeper.close()
	}
	if err := d.health.start(n); err != nil {
		return err
	}
	for _, cam := range cfg.cameras() {
		if d.eyes[cam], err = openEye(n, cam); err != nil {
			return err
		}
	}
	return d.run(ctx)
}

// openEye subscribes to a camera.
func openEye(n *ros.Node, cam nao.Camera) (*eye, error) {
	e := &eye{cam: cam}
	return e, ros.Open(n, e, "{top|bottom}", [nao.NumCameras]string{"top", "bottom"}[cam])
}

// queues returns the channels of a camera, nil for an unused one.
func (e *eye) queues() (<-chan sensormsgs.CameraInfo, <-chan sensormsgs.Image) {
	if e == nil {
		return nil, nil
	}
	return e.Infos.C(), e.Images.C()
}

// applyParameters applies the parameters that may change between two images.
func (d *detector) applyParameters(cfg Config) error {
	filter, err := cfg.tableFilter()
	if err != nil {
		return err
	}
	d.period = time.Duration(float64(time.Second) / cfg.OverlayRateHz)
	d.ballRadius, d.filter = cfg.BallRadiusM, filter
	return nil
}

func (d *detector) run(ctx context.Context) error {
	var in inputs
	if err := ros.Open(d.n, &in); err != nil {
		return err
	}
	top, bottom := d.eyes[nao.TopCamera], d.eyes[nao.BottomCamera]
	topInfos, topImages := top.queues()
	bottomInfos, bottomImages := bottom.queues()
	for {
		var err error
		var e *eye
		var image sensormsgs.Image
		select {
		case <-ctx.Done():
			return nil
		case state := <-in.States.C():
			err = d.takeState(&state)
		case info := <-topInfos:
			err = d.takeInfo(top, &info)
		case info := <-bottomInfos:
			err = d.takeInfo(bottom, &info)
		case image = <-topImages:
			e = top
		case image = <-bottomImages:
			e = bottom
		}
		if e != nil {
			err = d.takeImage(e, &image, in.States)
		}
		if err != nil {
			return err
		}
	}
}

// takeImage processes the states and parameters that have come before an image, and then the image.
func (d *detector) takeImage(e *eye, image *sensormsgs.Image, states *ros.Subscription[msgs.RobotState]) error {
	for len(states.C()) > 0 {
		state := <-states.C()
		if err := d.takeState(&state); err != nil {
			return err
		}
	}
	if changed, ok := d.changes.Next(); ok {
		if err := d.applyParameters(changed); err != nil {
			d.n.Log.Warn("parameters not used", "error", err) // the table's file has changed since it was checked
		}
	}
	return d.see(e, image)
}
