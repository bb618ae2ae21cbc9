package vision

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Color is a named region of a colour space. Low and High hold the bounds of the
// space's three channels, both included:
//
//	"rgb"  red, green, blue          0 to 255
//	"yuv"  luma, blue and red chroma 0 to 255, as in the image (full range, BT.601)
//	"hsv"  hue in degrees 0 to 360, saturation 0 to 1, value 0 to 1;
//	       a low hue above the high one goes through 0 (red: 340 to 20)
type Color struct {
	Name      string
	Space     string
	Low, High [3]float64
}

// ParseColor parses a colour in the form of the parameter files, its name, its space and its three ranges:
// "red: hsv 340..20 0.5..1 0.15..1".
func ParseColor(text string) (Color, error) {
	wrong := func(what string) (Color, error) {
		return Color{}, fmt.Errorf(`color %q: %s: expected "name: space low..high low..high low..high"`, text, what)
	}
	name, rest, ok := strings.Cut(text, ":")
	words := strings.Fields(rest)
	switch {
	case !ok:
		return wrong("no name and colon")
	case len(words) != 4:
		return wrong(fmt.Sprintf("%d words after the name", len(words)))
	}
	c := Color{Name: strings.TrimSpace(name), Space: words[0]}
	for i, word := range words[1:] {
		low, high, ok := strings.Cut(word, "..")
		lo, err1 := strconv.ParseFloat(low, 64)
		hi, err2 := strconv.ParseFloat(high, 64)
		if !ok || err1 != nil || err2 != nil {
			return wrong(fmt.Sprintf("range %q", word))
		}
		c.Low[i], c.High[i] = lo, hi
	}
	return c, c.Check()
}

// spaces are the colour spaces: their channels and the channels' upper bounds.
var spaces = map[string]struct {
	channels [3]string
	max      [3]float64
}{
	"rgb": {[3]string{"red", "green", "blue"}, [3]float64{255, 255, 255}},
	"yuv": {[3]string{"y", "u", "v"}, [3]float64{255, 255, 255}},
	"hsv": {[3]string{"hue", "saturation", "value"}, [3]float64{360, 1, 1}},
}

// Check returns an error that names the wrong field and what was expected.
func (c Color) Check() error {
	space, ok := spaces[c.Space]
	switch {
	case c.Name == "":
		return fmt.Errorf("color: name is empty")
	case !ok:
		return fmt.Errorf("color %q: space %q: expected rgb, yuv or hsv", c.Name, c.Space)
	}
	for i, channel := range space.channels {
		lo, hi := c.Low[i], c.High[i]
		// Written so that NaN is refused.
		if !(lo >= 0 && lo <= space.max[i]) {
			return fmt.Errorf("color %q: low %s %g: expected 0 to %g", c.Name, channel, lo, space.max[i])
		}
		if !(hi >= 0 && hi <= space.max[i]) {
			return fmt.Errorf("color %q: high %s %g: expected 0 to %g", c.Name, channel, hi, space.max[i])
		}
		if lo > hi && channel != "hue" {
			return fmt.Errorf("color %q: low %s %g is above high %s %g", c.Name, channel, lo, channel, hi)
		}
	}
	return nil
}

// contains reports whether a YUV triple (0 to 255 each) lies in the region.
func (c Color) contains(y, u, v float64) bool {
	var at [3]float64
	switch c.Space {
	case "yuv":
		at = [3]float64{y, u, v}
	case "rgb":
		at[0], at[1], at[2] = yuvToRGB(y, u, v)
	case "hsv":
		at[0], at[1], at[2] = rgbToHSV(yuvToRGB(y, u, v))
	}
	for i := range at {
		if c.Low[i] > c.High[i] { // a hue range through 0
			if at[i] < c.Low[i] && at[i] > c.High[i] {
				return false
			}
		} else if at[i] < c.Low[i] || at[i] > c.High[i] {
			return false
		}
	}
	return true
}

// yuvToRGB converts full-range BT.601 (JPEG), all channels 0 to 255.
func yuvToRGB(y, u, v float64) (r, g, b float64) {
	u, v = u-128, v-128
	clip := func(x float64) float64 { return min(max(x, 0), 255) }
	return clip(y + 1.402*v), clip(y - 0.344136*u - 0.714136*v), clip(y + 1.772*u)
}

// rgbToHSV converts channels of 0 to 255 to degrees, 0 to 1, 0 to 1. Grey has hue 0.
func rgbToHSV(r, g, b float64) (h, s, v float64) {
	hi, lo := max(r, g, b), min(r, g, b)
	d := hi - lo
	if hi == 0 {
		return 0, 0, 0
	}
	switch {
	case d == 0:
		h = 0
	case hi == r:
		h = math.Mod((g-b)/d+6, 6)
	case hi == g:
		h = (b-r)/d + 2
	default:
		h = (r-g)/d + 4
	}
	return 60 * h, d / hi, hi / 255
}
