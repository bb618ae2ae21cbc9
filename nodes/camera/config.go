package camera

import (
	"errors"
	"fmt"
	"time"

	"gonao/nao"
	"gonao/nao/devices/camera/v4l2"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"camera: the robot's two cameras -> camera/top/… and camera/bottom/…."`

	ros.Lifecycle `yaml:",inline"`
	Cameras       string `yaml:"cameras" enum:"both|top|bottom|none" readonly:"true" desc:"which cameras run at the start; select_camera changes it"`
	v4l2.Images   `yaml:",inline"`
	Delay         time.Duration `yaml:"delay_sec" min:"0" max:"1" desc:"how late the time is that the driver reports; it is subtracted from the stamps of images"`
	RetryEvery    time.Duration `yaml:"retry_every_sec" min:"0.01" max:"60" desc:"between attempts to open a camera that is not there"`

	FramePrefix ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names, nao2/ say, where several robots share one /tf"`

	Top    Camera `yaml:"top" desc:"the camera in the forehead"`
	Bottom Camera `yaml:"bottom" desc:"the camera in the mouth"`
	Store  Store  `yaml:"store" desc:"images that are kept as files"`

	Compressed images.Compression `yaml:"compressed" desc:"camera/…/image_raw/compressed: JPEG images, for viewers; encoded once for all who subscribe"`
}

// Camera holds the parameters of one camera.
type Camera struct {
	Device      string `yaml:"device" readonly:"true" desc:"the video device; a recorded stream (*.y4m), played again and again; naoqi:HOST, a robot with NAOqi"`
	Calibration string `yaml:"calibration" readonly:"true" desc:"file of the lens, as ROS's camera_calibration writes it; empty: the V6's nominal lens"`
	v4l2.Flip   `yaml:",inline"`
	Controls    []string `yaml:"controls" readonly:"true" desc:"What is set of the camera whenever it is opened, \"name: value\" each, in this order. The names are those that v4l2-ctl --list-ctrls and the service get_controls show. Automatic ones come before those that they stand above: \"auto_exposure: 1\", \"exposure_time_absolute: 100\"."`
}

// Store holds the parameters of stored images.
type Store struct {
	images.Files `yaml:",inline"`
	OnColors     []string `yaml:"on_colors" desc:"Names of colours, as color_blobs has them: the image in which one is seen is stored. Empty: none."`
	EverySec     float64  `yaml:"every_sec" unit:"s" min:"0" max:"3600" desc:"least time between two images that are stored for what is seen"`
	MaxImages    int      `yaml:"max_images" min:"0" max:"1000000" desc:"so many are stored for what is seen until the node ends, so that the disk does not fill"`
}

// DefaultConfig returns the parameters for a NAO V6.
func DefaultConfig() Config {
	top, bottom := v4l2.Flip{FlipHorizontal: true, FlipVertical: true, FlipWith: v4l2.FlipAuto}, v4l2.Flip{FlipWith: v4l2.FlipAuto}
	return Config{
		Lifecycle: ros.Lifecycle{Autostart: true}, Cameras: "both", Images: v4l2.Images{Width: 640, Height: 480, RateHz: 30, Silent: 2 * time.Second}, RetryEvery: time.Second,
		Top: Camera{Device: "/dev/video-top", Flip: top}, Bottom: Camera{Device: "/dev/video-bottom", Flip: bottom},
		Compressed: images.DefaultCompression(), Store: Store{Files: images.DefaultFiles(), EverySec: 1, MaxImages: 1000},
	}
}

// Validate checks the controls. Files are checked when the node runs.
func (c Config) Validate() error {
	for name, cam := range map[string]Camera{"top": c.Top, "bottom": c.Bottom} {
		if cam.Device == "" {
			return fmt.Errorf("%s.device: empty; expected a video device such as /dev/video-%s, or a file *.y4m", name, name)
		}
		if _, err := cam.settings(); err != nil {
			return fmt.Errorf("%s.controls%w", name, err)
		}
	}
	if len(c.Store.OnColors) > 0 && c.Store.Directory == "" {
		return errors.New("store.directory: empty; expected where the images of store.on_colors go")
	}
	return nil
}

// of returns a camera's parameters.
func (c Config) of(which nao.Camera) Camera {
	if which == nao.BottomCamera {
		return c.Bottom
	}
	return c.Top
}
