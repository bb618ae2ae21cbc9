package camera

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"gonao/internal/yamlread"
	"gonao/nao"
)

// Calibration is a camera's lens as sensor_msgs/CameraInfo has it. Pixels are counted
// from the centre of the first one.
type Calibration struct {
	Name            string
	Width, Height   int // px
	DistortionModel string
	Distortion      []float64
	Camera          [9]float64  // K, row by row
	Rectification   [9]float64  // R
	Projection      [12]float64 // P
}

// Nominal returns the lens of a V6 camera from its opening angle, without distortion. It is used when there is no
// calibration.
func Nominal(name string, width, height int) Calibration {
	k := nao.IntrinsicsOf(width, height, nao.CameraFOVX, nao.CameraFOVY)
	cx, cy := k.Cx-0.5, k.Cy-0.5
	return Calibration{
		Name: name, Width: width, Height: height,
		DistortionModel: "plumb_bob", Distortion: make([]float64, 5),
		Camera:        [9]float64{k.Fx, 0, cx, 0, k.Fy, cy, 0, 0, 1},
		Rectification: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1},
		Projection:    [12]float64{k.Fx, 0, cx, 0, 0, k.Fy, cy, 0, 0, 0, 1, 0},
	}
}

// distortions are the models of sensor_msgs/distortion_models.hpp, with how many
// coefficients each may have.
var distortions = map[string][]int{"plumb_bob": {4, 5}, "rational_polynomial": {8}, "equidistant": {4}}

// LoadCalibration reads a file in the format of ROS's camera_calibration, for images of width × height pixels.
func LoadCalibration(path string, width, height int) (Calibration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Calibration{}, fmt.Errorf("calibration: %w", err)
	}
	f, err := parseCalibration(path, text)
	if err != nil {
		return Calibration{}, fmt.Errorf("calibration: %w", err)
	}
	if f.Width != width || f.Height != height {
		return Calibration{}, fmt.Errorf("calibration %s: image_width, image_height: it is for %d×%d images, the camera delivers %d×%d; "+
			"calibrate at that size, or set width and height", path, f.Width, f.Height, width, height)
	}
	return Calibration{
		f.Name, f.Width, f.Height, f.Model, f.Distortion.Data,
		[9]float64(f.Camera.Data), [9]float64(f.Rectification.Data), [12]float64(f.Projection.Data),
	}, nil
}

func parseCalibration(path string, text []byte) (f calibrationFile, err error) {
	r := yamlread.New(path, text)
	r.Loose = true // camera_calibration may write more
	return f, r.Read(&f)
}

// calibrationFile holds the keys of a file that are read.
type calibrationFile struct {
	Name          string `yaml:"camera_name"`
	Width         int    `yaml:"image_width" unit:"px" min:"1" max:"8192" need:"what camera_calibration writes"`
	Height        int    `yaml:"image_height" unit:"px" min:"1" max:"8192" need:"what camera_calibration writes"`
	Model         string `yaml:"distortion_model" enum:"plumb_bob|rational_polynomial|equidistant" need:"a model, such as plumb_bob"`
	Distortion    matrix `yaml:"distortion_coefficients" need:"rows, cols and data"`
	Camera        matrix `yaml:"camera_matrix" need:"rows, cols and data"`
	Rectification matrix `yaml:"rectification_matrix" need:"rows, cols and data"`
	Projection    matrix `yaml:"projection_matrix" need:"rows, cols and data"`
}

type matrix struct {
	Rows int       `yaml:"rows"`
	Cols int       `yaml:"cols"`
	Data []float64 `yaml:"data" need:"a list of numbers"`
}

// check checks the size.
func (m *matrix) check(key string, rows, cols int) error {
	if m.Rows != rows || m.Cols != cols {
		return fmt.Errorf("%s: it has %d rows and %d cols, expected %d and %d", key, m.Rows, m.Cols, rows, cols)
	}
	if len(m.Data) != rows*cols {
		return fmt.Errorf("%s.data: expected %d numbers, got %d", key, rows*cols, len(m.Data))
	}
	return nil
}

// Validate checks that the keys are consistent.
func (f *calibrationFile) Validate() error {
	err := cmp.Or(
		f.Camera.check("camera_matrix", 3, 3), f.Rectification.check("rectification_matrix", 3, 3), f.Projection.check("projection_matrix", 3, 4),
		f.Distortion.check("distortion_coefficients", 1, f.Distortion.Cols),
	)
	counts := distortions[f.Model]
	switch k := f.Camera.Data; {
	case err != nil:
		return err
	case !slices.Contains(counts, len(f.Distortion.Data)):
		return fmt.Errorf("distortion_coefficients.data: expected %v numbers for %s, got %d", counts, f.Model, len(f.Distortion.Data))
	case k[0] <= 0 || k[4] <= 0:
		return fmt.Errorf("camera_matrix.data: the focal lengths are %g and %g, expected more than 0", k[0], k[4])
	case k[8] != 1 || f.Projection.Data[10] != 1:
		return errors.New("camera_matrix.data: expected 1 as the last number, and as the last but one of projection_matrix")
	}
	return nil
}
