package camera

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
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
	c, err := parseCalibration(text)
	if err != nil {
		return Calibration{}, fmt.Errorf("calibration %s: %w", path, err)
	}
	if c.Width != width || c.Height != height {
		return Calibration{}, fmt.Errorf("calibration %s: image_width, image_height: it is of %d×%d images, the camera gives %d×%d; "+
			"calibrate at that size, or set width and height", path, c.Width, c.Height, width, height)
	}
	return c, nil
}

// parseCalibration reads a calibration's YAML.
func parseCalibration(text []byte) (Calibration, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return Calibration{}, yamlfault.Error(text, err)
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return Calibration{}, errors.New("expected keys such as image_width and camera_matrix, as camera_calibration writes them")
	}
	p := calibrationParser{doc.Content[0], nil}
	c := Calibration{Width: p.size("image_width"), Height: p.size("image_height")}
	p.text("camera_name", &c.Name, false)
	copy(c.Camera[:], p.matrix("camera_matrix", 3, 3))
	p.text("distortion_model", &c.DistortionModel, true)
	c.Distortion = p.matrix("distortion_coefficients", 1, 0)
	copy(c.Rectification[:], p.matrix("rectification_matrix", 3, 3))
	copy(c.Projection[:], p.matrix("projection_matrix", 3, 4))
	if p.err == nil {
		p.check(&c)
	}
	return c, p.err
}

// check checks that the keys are consistent.
func (p *calibrationParser) check(c *Calibration) {
	counts, ok := distortions[c.DistortionModel]
	switch {
	case !ok:
		p.failKey("distortion_model", "%q: expected plumb_bob, rational_polynomial or equidistant", c.DistortionModel)
	case !slices.Contains(counts, len(c.Distortion)):
		p.failKey("distortion_coefficients", "data: expected %v numbers for %s, got %d", counts, c.DistortionModel, len(c.Distortion))
	case c.Camera[0] <= 0 || c.Camera[4] <= 0:
		p.failKey("camera_matrix", "data: the focal lengths are %g and %g, expected more than 0", c.Camera[0], c.Camera[4])
	case c.Camera[8] != 1 || c.Projection[10] != 1:
		p.failKey("camera_matrix", "data: expected 1 as the last number, and as the last but one of projection_matrix")
	}
}

// calibrationParser reads a file's keys one by one and keeps the first error.
type calibrationParser struct {
	root *yaml.Node
	err  error
}

func (p *calibrationParser) fail(at *yaml.Node, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("line %d: %s", at.Line, fmt.Sprintf(format, args...))
	}
}

func (p *calibrationParser) failKey(key, format string, args ...any) {
	at := child(p.root, key)
	if at == nil {
		at = p.root
	}
	p.fail(at, "%s: %s", key, fmt.Sprintf(format, args...))
}

func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// need returns the value of a required key.
func (p *calibrationParser) need(key string) *yaml.Node {
	at := child(p.root, key)
	if at == nil {
		p.fail(p.root, "%s: missing", key)
	}
	return at
}

func (p *calibrationParser) size(key string) (n int) {
	if at := p.need(key); at != nil {
		if err := at.Decode(&n); err != nil || n < 1 || n > maxSide {
			p.fail(at, "%s: %q: expected 1 to %d", key, at.Value, maxSide)
		}
	}
	return n
}

func (p *calibrationParser) text(key string, to *string, must bool) {
	at := child(p.root, key)
	if at == nil && !must {
		return
	}
	if at = p.need(key); at != nil {
		if at.Kind != yaml.ScalarNode {
			p.fail(at, "%s: expected a word", key)
			return
		}
		*to = at.Value
	}
}

// matrix reads rows, cols and data. With cols 0 it accepts 4 to 8 columns.
func (p *calibrationParser) matrix(key string, rows, cols int) []float64 {
	at := p.need(key)
	if at == nil {
		return nil
	}
	var m struct {
		Rows, Cols int
		Data       []float64
	}
	if data := child(at, "data"); data == nil {
		p.fail(at, "%s.data: missing", key)
		return nil
	}
	if err := at.Decode(&m); err != nil {
		p.fail(at, "%s: expected rows, cols and data, a list of numbers", key)
		return nil
	}
	if cols == 0 {
		cols = min(max(m.Cols, 4), 8)
	}
	if m.Rows != rows || m.Cols != cols {
		p.fail(at, "%s: it has %d rows and %d cols, expected %d and %d", key, m.Rows, m.Cols, rows, cols)
		return nil
	}
	if len(m.Data) != rows*cols {
		p.fail(child(at, "data"), "%s.data: expected %d numbers, got %d", key, rows*cols, len(m.Data))
		return nil
	}
	for i, v := range m.Data {
		if math.IsNaN(v - v) {
			p.fail(child(at, "data"), "%s.data: number %d is %g", key, i+1, v)
		}
	}
	return m.Data
}
