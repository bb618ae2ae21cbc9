package camera

import (
	"fmt"
	"strconv"
	"strings"

	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/nodes/internal/images"
)

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
