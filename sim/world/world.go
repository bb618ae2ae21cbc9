// Package world describes the surroundings of robots as data: field, goals, balls, light.
// It writes them as a MuJoCo model. The field itself, with its goals and landmarks, is a file of
// package robot/percepts/field, the same that the robot's localization reads.
//
// A [World] is a YAML file: one of ours by name (spl, hsl_small, field2010, empty; see worlds/)
// or anyone's by path. [World.MJCF] joins it with the robot's part, which package nao
// writes, into a [Scene] that mujoco.Load takes.
//
// Units are SI, degrees where a key ends in _deg. Frame W is ROS's: x forward, y left,
// z up, the ground at z = 0; the field's long axis is x, its centre the origin.
//
// Names in the model:
//
//	geom "floor"                     the ground
//	body, joint "<ball>"             a free ball (its joint is a free joint)
//	joint, actuator "<ball>/turn"    a carried ball's revolute joint, rad about the vertical
//	joint, actuator "<ball>/lift"    its prismatic joint, m above the ground
//	body "<ball>"                    a carried ball; its frame is the ball's centre
//	camera "view/<view>"             a place to take pictures from
package world

import "gonao/robot/percepts/field"

// World is everything but the robots' own bodies.
type World struct {
	Title       string    `yaml:"title"`
	TimestepSec float64   `yaml:"timestep_sec"`
	Floor       Floor     `yaml:"floor"`
	FieldName   string    `yaml:"field"`  // a field of package robot/percepts/field by name, or the path of a file; "": no field
	Carpet      Carpet    `yaml:"carpet"` // of the field
	Balls       []Ball    `yaml:"balls"`
	Carriers    []Carrier `yaml:"carriers"`
	Robot       Robot     `yaml:"robot"`
	Light       Light     `yaml:"light"`
	Hall        *Hall     `yaml:"hall"` // nil: a floor under the sky
	Puppets     []Puppet  `yaml:"puppets"`
	Views       []View    `yaml:"views"`

	// Derived from the field file.
	Field *Field `yaml:"-"` // nil: no field
	Goals []Goal `yaml:"-"`
	Poles []Pole `yaml:"-"`

	Map *field.Map `yaml:"-"` // of the field, nil: no field
}

// Floor is the ground, or the hall's floor around a field.
type Floor struct {
	SizeM    [2]float64 `yaml:"size_m"` // along x and y
	Color    Color      `yaml:"color"`
	CheckerM float64    `yaml:"checker_m"` // squares of this size, a shade lighter and darker; 0: plain
	Contrast float64    `yaml:"contrast"`  // of the squares: share by which they are lighter and darker, 0 to 1; 0: 0.06
}

// Carpet is how the carpet of a field looks.
type Carpet struct {
	Color Color   `yaml:"color"`
	Noise float64 `yaml:"noise"` // scatter of its brightness, 0 to 1
	Lines Color   `yaml:"lines"`
}

// Field is a soccer field; lengths go to the middle of the lines. An area of
// length 0 is not drawn. It follows from the field file and the carpet.
type Field struct {
	LengthM               float64
	WidthM                float64
	LineWidthM            float64
	BorderM               float64 // carpet beyond the lines
	PenaltyMarkSizeM      float64
	PenaltyMarkDistanceM  float64 // from the goal line
	GoalAreaLengthM       float64
	GoalAreaWidthM        float64
	PenaltyAreaLengthM    float64
	PenaltyAreaWidthM     float64
	CenterCircleDiameterM float64
	Carpet                Color
	CarpetNoise           float64
	Lines                 Color
}

// Goal is two posts, a crossbar, and a frame behind them that carries the net.
type Goal struct {
	XM            float64
	YM            float64
	FacingDeg     float64 // direction of its open side
	InnerWidthM   float64
	HeightM       float64
	DepthM        float64
	PostDiameterM float64
	Color         Color
	Net           bool
}

// Pole is a landmark of two colours beside the field: two cylinders, one upon the other.
type Pole struct {
	XM, YM       float64
	DiameterM    float64
	HeightM      float64
	Upper, Lower Color
}

// Ball is a ball that rolls freely.
type Ball struct {
	Name      string  `yaml:"name"`
	DiameterM float64 `yaml:"diameter_m"` // left out: that of the field's ball
	MassKg    float64 `yaml:"mass_kg"`
	Pattern   string  `yaml:"pattern"` // see Patterns
	Color     Color   `yaml:"color"`
	Accent    Color   `yaml:"accent"` // of the pattern; black when left out
	XM        float64 `yaml:"x_m"`
	YM        float64 `yaml:"y_m"`
}

// Carrier is a ball at the end of an arm that is invisible and touches nothing. The arm
// turns about the vertical axis through (x_m, y_m) and lifts, each driven by a stiff
// position actuator.
type Carrier struct {
	Name     string  `yaml:"name"`
	Color    Color   `yaml:"color"`
	RadiusM  float64 `yaml:"radius_m"`
	XM       float64 `yaml:"x_m"`
	YM       float64 `yaml:"y_m"`
	ReachM   float64 `yaml:"reach_m"`   // from the axis to the ball's centre
	AngleDeg float64 `yaml:"angle_deg"` // at the start, from straight ahead, left positive
	HeightM  float64 `yaml:"height_m"`  // at the start, of the ball's centre
}

// Robot is the start and the look of the world's robot.
type Robot struct {
	XM        float64 `yaml:"x_m"`
	YM        float64 `yaml:"y_m"`
	YawDeg    float64 `yaml:"yaw_deg"`
	Look      string  `yaml:"look"`      // skin, blocks
	Color     Color   `yaml:"color"`     // of its coloured parts
	Waistband string  `yaml:"waistband"` // none, or a colour's name
	Jersey    string  `yaml:"jersey"`    // none, or a colour's name
	Number    int     `yaml:"number"`    // on the jersey, 1 to 99; 0: none
}

// Light is the hall's lamps and the sky behind its walls.
type Light struct {
	Brightness float64 `yaml:"brightness"` // 1: a well-lit hall
	SkyTop     Color   `yaml:"sky_top"`
	SkyHorizon Color   `yaml:"sky_horizon"`
	Ambient    float64 `yaml:"ambient"` // light without direction; 0: 0.34
	Lamps      []Lamp  `yaml:"lamps"`   // up to 7; none: a hall's two
}

// View is a point of view for pictures.
type View struct {
	Name    string     `yaml:"name"`
	FromM   [3]float64 `yaml:"from_m"`
	ToM     [3]float64 `yaml:"to_m"`
	FovYDeg float64    `yaml:"fov_y_deg"`
}

// Patterns and looks a world file may name.
const (
	LookSkin      = "skin"
	LookBlocks    = "blocks"
	WaistbandNone = "none"
)
