package camera

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/nao/devices/camera/v4l2"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"camera: the robot's two cameras -> camera/top/… and camera/bottom/…."`

	Cameras       string  `yaml:"cameras" enum:"both|top|bottom|none" readonly:"true" desc:"which cameras run at the start; select_camera changes it"`
	Width         int     `yaml:"width" unit:"px" min:"2" max:"8192" step:"2" readonly:"true" desc:"of the images of both cameras"`
	Height        int     `yaml:"height" unit:"px" min:"1" max:"8192" readonly:"true" desc:"of the images of both cameras"`
	RateHz        float64 `yaml:"rate_hz" unit:"Hz" min:"0" max:"1000" readonly:"true" desc:"images a second; 0: as the camera likes"`
	DelaySec      float64 `yaml:"delay_sec" unit:"s" min:"0" max:"1" desc:"images are stamped so much before the time their driver tells, when that is late"`
	SilentForSec  float64 `yaml:"silent_for_sec" unit:"s" min:"0.1" max:"60" readonly:"true" desc:"without an image until a camera is closed and opened again"`
	RetryEverySec float64 `yaml:"retry_every_sec" unit:"s" min:"0.01" max:"60" desc:"between attempts to open a camera that is not there"`

	FramePrefix ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names, nao2/ say, where several robots share one /tf"`

	Top    Camera `yaml:"top" desc:"the camera in the forehead"`
	Bottom Camera `yaml:"bottom" desc:"the camera in the mouth"`
	Store  Store  `yaml:"store" desc:"images that are kept as files"`

	Compressed images.Compression `yaml:"compressed" desc:"camera/…/image_raw/compressed: JPEG images, for viewers; encoded once for all who subscribe"`
}

// Camera holds the parameters of one camera.
type Camera struct {
	Device         string   `yaml:"device" readonly:"true" desc:"the video device; a recorded stream (*.y4m), played again and again; naoqi:HOST, a robot with NAOqi"`
	Calibration    string   `yaml:"calibration" readonly:"true" desc:"file of the lens, as ROS's camera_calibration writes it; empty: the V6's nominal lens"`
	FlipHorizontal bool     `yaml:"flip_horizontal" readonly:"true" desc:"exchange left and right; both flips: the camera is mounted upside down"`
	FlipVertical   bool     `yaml:"flip_vertical" readonly:"true" desc:"exchange top and bottom"`
	FlipWith       string   `yaml:"flip_with" enum:"auto|controls|extension_unit|program" readonly:"true" desc:"who flips: the camera's controls, the extension unit of a V6's camera, this program; auto: controls where there are such, else the program"`
	Controls       []string `yaml:"controls" readonly:"true" desc:"What is set of the camera whenever it is opened, \"name: value\" each, in this order. The names are those that v4l2-ctl --list-ctrls and the service get_controls show. Automatic ones come before those that they stand above: \"auto_exposure: 1\", \"exposure_time_absolute: 100\"."`
}

// Store holds the parameters of stored images.
type Store struct {
	Directory string   `yaml:"directory" desc:"of the files; it is made when the first is written"`
	Format    string   `yaml:"format" enum:"png|jpeg|y4m" desc:"y4m keeps the image as it came, and can be played as a device"`
	OnColors  []string `yaml:"on_colors" desc:"Names of colours, as color_blobs has them: the image in which one is seen is stored. Empty: none."`
	EverySec  float64  `yaml:"every_sec" unit:"s" min:"0" max:"3600" desc:"least time between two images that are stored for what is seen"`
	MaxImages int      `yaml:"max_images" min:"0" max:"1000000" desc:"so many are stored for what is seen until the node ends, so that the disk does not fill"`
}

// DefaultConfig returns the parameters for a NAO V6.
func DefaultConfig() Config {
	return Config{
		Cameras: "both", Width: 640, Height: 480, RateHz: 30,
		SilentForSec: 2, RetryEverySec: 1,
		Top:        Camera{Device: "/dev/video-top", FlipHorizontal: true, FlipVertical: true, FlipWith: "auto", Controls: []string{}},
		Bottom:     Camera{Device: "/dev/video-bottom", FlipWith: "auto", Controls: []string{}},
		Compressed: images.DefaultCompression(),
		Store:      Store{Directory: "images", Format: "png", OnColors: []string{}, EverySec: 1, MaxImages: 1000},
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

// files returns where images are stored.
func (s Store) files() images.Files { return images.Files{Directory: s.Directory, Format: s.Format} }

// setting is a control and its value.
type setting struct {
	name  string
	value int64
}

// settings parses the controls.
func (c Camera) settings() ([]setting, error) {
	var out []setting
	for i, text := range c.Controls {
		name, number, ok := strings.Cut(text, ":")
		value, err := strconv.ParseInt(strings.TrimSpace(number), 0, 64)
		if name = strings.TrimSpace(name); !ok || err != nil || name == "" {
			return nil, fmt.Errorf(`[%d]: %q: expected "name: value", such as "auto_exposure: 1"`, i, text)
		}
		out = append(out, setting{name, value})
	}
	return out, nil
}

// calibration reads a camera's calibration file, or returns the nominal lens.
func (c Config) calibration(which nao.Camera) (camera.Calibration, error) {
	cam := c.of(which)
	if cam.Calibration == "" {
		return camera.Nominal(which.String(), c.Width, c.Height), nil
	}
	lens, err := camera.LoadCalibration(cam.Calibration, c.Width, c.Height)
	if err != nil {
		return lens, fmt.Errorf("%s.calibration: %w", images.Names[which], err)
	}
	return lens, nil
}

// options returns the options of a camera's device.
func (c Config) options(which nao.Camera) v4l2.Options {
	cam := c.of(which)
	return v4l2.Options{
		Width: c.Width, Height: c.Height, RateHz: c.RateHz, Silent: si.Seconds(c.SilentForSec),
		FlipHorizontal: cam.FlipHorizontal, FlipVertical: cam.FlipVertical, FlipWith: v4l2.FlipWith(cam.FlipWith),
	}
}
