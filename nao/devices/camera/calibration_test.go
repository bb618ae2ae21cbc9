package camera

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
)

// lens is a file as camera_calibration writes it.
const lens = `image_width: 640
image_height: 480
camera_name: CameraTop
camera_matrix:
  rows: 3
  cols: 3
  data: [618.1, 0., 321.5, 0., 617.2, 238.4, 0., 0., 1.]
distortion_model: plumb_bob
distortion_coefficients:
  rows: 1
  cols: 5
  data: [-0.066, 0.078, 0.0001, -0.0002, 0.]
rectification_matrix:
  rows: 3
  cols: 3
  data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
projection_matrix:
  rows: 3
  cols: 4
  data: [610.0, 0, 320.9, 0, 0, 612.5, 238.1, 0, 0, 0, 1, 0]
`

func load(t *testing.T, text string) (Calibration, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "top.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return LoadCalibration(path, 640, 480)
}

func TestACalibrationIsReadAsCameraCalibrationWritesIt(t *testing.T) {
	c, err := load(t, lens)
	require.NoError(t, err)
	require.Equal(t, Calibration{
		Name: "CameraTop", Width: 640, Height: 480, DistortionModel: "plumb_bob",
		Distortion:    []float64{-0.066, 0.078, 0.0001, -0.0002, 0},
		Camera:        [9]float64{618.1, 0, 321.5, 0, 617.2, 238.4, 0, 0, 1},
		Rectification: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1},
		Projection:    [12]float64{610, 0, 320.9, 0, 0, 612.5, 238.1, 0, 0, 0, 1, 0},
	}, c)
}

func TestAWrongCalibrationIsRefusedWithItsKey(t *testing.T) {
	for _, row := range []struct{ what, old, changed, err string }{
		{"no YAML", lens, "a: [1", "top.yaml:1: not YAML: did not find expected ',' or ']'"},
		{"a list", lens, "- 1", "top.yaml:1: a list: expected the keys camera_name, image_width"},
		{"empty", lens, "", "the file is empty; expected camera_name, image_width"},
		{"missing key", "distortion_model: plumb_bob\n", "", ":1: distortion_model: missing"},
		{"another size", "width: 640", "width: 1280", "image_width, image_height: it is for 1280×480 images, the camera delivers 640×480"},
		{"no size", "width: 640", "width: wide", `:1: image_width: "wide": expected a whole number`},
		{"short data", "data: [618.1, 0.,", "data: [618.1,", ":7: camera_matrix.data: expected 9 numbers, got 8"},
		{"no data", "  data: [618.1, 0., 321.5, 0., 617.2, 238.4, 0., 0., 1.]\n", "", ":5: camera_matrix.data: missing"},
		{"words", "data: [618.1", "data: [wide", `:7: camera_matrix.data[0]: "wide": expected a number`},
		{"no focal length", "data: [618.1", "data: [0", ":7: camera_matrix.data: the focal lengths are 0 and 617.2"},
		{"NaN", "data: [618.1", "data: [.nan", ":7: camera_matrix.data[0]: NaN: expected a number"},
		{"rows", "rows: 3\n  cols: 4", "rows: 4\n  cols: 3", "projection_matrix: it has 4 rows and 3 cols, expected 3 and 4"},
		{"model", "plumb_bob", "fisheye", `:8: distortion_model: "fisheye": expected "plumb_bob", "rational_polynomial" or "equidistant"`},
		{"coefficients", "plumb_bob", "equidistant", "distortion_coefficients.data: expected [4] numbers for equidistant, got 5"},
		{"a name that is none", "camera_name: CameraTop", "camera_name: [1]", ":3: camera_name: a list: expected a text"},
	} {
		require.Contains(t, lens, row.old)
		_, err := load(t, strings.Replace(lens, row.old, row.changed, 1))
		require.ErrorContains(t, err, row.err, row.what)
		require.ErrorContains(t, err, "top.yaml", row.what)
	}
	_, err := LoadCalibration(filepath.Join(t.TempDir(), "none.yaml"), 640, 480)
	require.ErrorContains(t, err, "none.yaml: no such file")
}

func TestTheNominalLensOpensAsWideAsTheRobots(t *testing.T) {
	c := Nominal("CameraTop", 640, 480)
	left := math.Atan((c.Camera[2] + 0.5) / c.Camera[0]) // from the left edge of the first pixel
	require.InDelta(t, nao.CameraFOVX/2, left, 1e-9)
	require.InDelta(t, 618.6, c.Camera[0], 0.1)
	require.InDelta(t, 319.5, c.Camera[2], 1e-9)
	require.Equal(t, c.Camera[:3], c.Projection[:3])
}

func TestRandomCalibrationsAreReadOrRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range fuzzn.N(t) / 10 {
		text := []byte(lens)
		for range 1 + rng.IntN(5) {
			text[rng.IntN(len(text))] = " \n:[]{},.-0123456789abe\"#&*!\x00\xff"[rng.IntN(30)]
		}
		if c, err := parseCalibration("", text); err == nil {
			require.Positive(t, c.Width)
			require.Positive(t, c.Camera.Data[0])
		}
	}
}
