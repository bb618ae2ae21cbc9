package vision

import (
	"fmt"

	"gonao/robot/percepts/field"
	"gonao/ros"
	"gonao/vision"
	"gonao/vision/objects"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"vision: coloured balls and the field's features in the images of the head's cameras -> color_blobs, field_features."`

	Camera        string          `yaml:"camera" enum:"top|bottom|both" readonly:"true" desc:"which head camera is looked through; topics: camera/<camera>/…"`
	Field         string          `yaml:"field" readonly:"true" desc:"the field whose lines, corners, marks and posts are looked for: spl, hsl_small, field2010 or the path of a .yaml file; empty: no field_features"`
	BallNet       string          `yaml:"ball_net" readonly:"true" desc:"file of weights of one's own for balls with a pattern, as gonao vision train ball writes it; empty: ours"`
	Balls         string          `yaml:"balls" enum:"field|pattern|plain|any" readonly:"true" desc:"which balls are looked for with the field: the field's own, those with a pattern, such as the black-and-white one, those of one colour, such as the orange one, or both"`
	RobotNet      string          `yaml:"robot_net" readonly:"true" desc:"file of weights of one's own for robots, as gonao vision train robot writes it; empty: ours"`
	OwnColor      string          `yaml:"own_color" readonly:"true" desc:"colour of the own team's jerseys or waistbands: black, blue, brown, green, grey, orange, pink, purple, red, white or yellow; empty: own robots are not recognized"`
	OpponentColor string          `yaml:"opponent_color" readonly:"true" desc:"the same of the opponents"`
	Store         Store           `yaml:"store" desc:"images that are kept as files"`
	Colors        []string        `yaml:"colors" constraints:"at most 32" desc:"What is looked for: \"name: space low..high low..high low..high\", both ends included. Spaces: hsv (degrees 0..360, then 0..1, 0..1; a low hue above the high one goes through 0), rgb (0..255 each), yuv (0..255 each, as in the image). Luma is told apart in steps of 8, chroma in steps of 4: narrower ranges are refused. The green ball is told from a carpet by its saturation, the red one from orange by its hue."`
	ColorTable    string          `yaml:"color_table" desc:"file of a colour table of 256 KB, as gonao vision colors and the service learn_colors write it: its classes are looked for beside colors, and replace those of the same name; empty: none"`
	ColorTables   string          `yaml:"color_tables" readonly:"true" desc:"directory into which the service learn_colors writes tables; it is made when the first is written"`
	FramePrefix   ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names base_link and base_footprint, nao2/ say, where several robots share one /tf; images have theirs already"`
	MinPixels     int             `yaml:"min_pixels" unit:"px" min:"1" max:"307200" desc:"fewer are noise, not a ball; a 10 cm ball has 12 pixels at 15 m (640x480)"`
	OverlayRateHz float64         `yaml:"overlay_rate_hz" unit:"Hz" min:"0.01" max:"120" desc:"at most so often is the overlay drawn while somebody looks at it: it costs about 1 ms"`
	BallRadiusM   float64         `yaml:"ball_radius_m" unit:"m" min:"0.001" max:"1" desc:"radius of the balls: with the size of a ball in the image it gives the distance in color_blobs and the spheres in rviz"`
}

// DefaultConfig returns the parameters for the demo's two balls and the top camera.
func DefaultConfig() Config {
	return Config{
		Camera:        "top",
		Balls:         "field",
		Colors:        vision.DemoColors(),
		ColorTables:   "color_tables",
		MinPixels:     12,
		OverlayRateHz: 15,
		BallRadiusM:   vision.DemoBallRadiusM,
		Store:         Store{Events: []string{}, Directory: "images", Format: "png", LimitMB: 200},
	}
}

// Validate checks the colours and the field.
func (c Config) Validate() error {
	if _, err := c.filter(nil); err != nil {
		return err
	}
	if _, err := c.Store.things(); err != nil {
		return err
	}
	if _, err := objects.NewShirts(c.OwnColor, c.OpponentColor); err != nil {
		return fmt.Errorf("own_color, opponent_color: %w", err)
	}
	if c.Field == "" {
		if len(c.Store.Events) > 0 {
			return fmt.Errorf("store.events: expected none without a field: balls, goals, lines and robots are looked for on one")
		}
		return nil
	}
	_, err := field.Load(c.Field)
	return err
}

// CheckFiles returns an error for a wrong net or colour table of the user.
func (c Config) CheckFiles() error {
	if _, err := c.tableFilter(); err != nil {
		return err
	}
	if _, err := objects.OpenBalls(c.BallNet, vision.DemoBallRadiusM); err != nil {
		return fmt.Errorf("ball_net: %w", err)
	}
	if _, err := objects.OpenRobots(c.RobotNet); err != nil {
		return fmt.Errorf("robot_net: %w", err)
	}
	return nil
}
