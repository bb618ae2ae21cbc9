package vision

import (
	"fmt"

	"gonao/vision"
)

// Config holds the node's parameters.
type Config struct {
	Camera        string   `yaml:"camera" enum:"top|bottom" readonly:"true" desc:"which head camera is looked through; topics: camera/<camera>/…"`
	Colors        []string `yaml:"colors" constraints:"at most 32"`
	MinPixels     int      `yaml:"min_pixels" unit:"px" min:"1" max:"307200" desc:"fewer are noise, not a ball; a 10 cm ball has 12 pixels at 15 m (640x480)"`
	OverlayRateHz float64  `yaml:"overlay_rate_hz" unit:"Hz" min:"0.01" max:"120" desc:"at most so often is the overlay drawn while somebody looks at it: it costs about 1 ms"`
	BallRadiusM   float64  `yaml:"ball_radius_m" unit:"m" min:"0.001" max:"1" desc:"radius of the balls: with the size of a ball in the image it gives the distance in color_blobs and the spheres in rviz"`
}

// Explain returns what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{
		"": "vision: coloured balls in the images of one head camera -> color_blobs.",
		"colors": `What is looked for: "name: space low..high low..high low..high", both ends included.
			Spaces: hsv (degrees 0..360, then 0..1, 0..1; a low hue above the high one goes through 0),
			rgb (0..255 each), yuv (0..255 each, as in the image). Luma is told apart in steps of 8,
			chroma in steps of 4: narrower ranges are refused.
			The green ball is told from a carpet by its saturation, the red one from orange by its hue.`,
	}
}

// DefaultConfig returns the parameters for the demo's two balls and the top camera.
func DefaultConfig() Config {
	return Config{
		Camera:        "top",
		Colors:        vision.DemoColors(),
		MinPixels:     12,
		OverlayRateHz: 15,
		BallRadiusM:   vision.DemoBallRadiusM,
	}
}

// Validate checks the colours.
func (c Config) Validate() error {
	_, err := c.filter()
	return err
}

// filter returns the filter of the colours.
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
