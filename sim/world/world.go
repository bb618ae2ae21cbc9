// Package world describes the surroundings of robots as data: field, goals, balls, light.
// It writes them as a MuJoCo model.
//
// A [World] is a YAML file: one of ours by name (spl, field2010, empty; see worlds/)
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

// World is everything but the robots' own bodies.
type World struct {
	Title       string    `yaml:"title"`
	TimestepSec float64   `yaml:"timestep_sec"`
	Floor       Floor     `yaml:"floor"`
	Field       *Field    `yaml:"field"` // nil: no field
	Goals       []Goal    `yaml:"goals"`
	Balls       []Ball    `yaml:"balls"`
	Carriers    []Carrier `yaml:"carriers"`
	Robot       Robot     `yaml:"robot"`
	Light       Light     `yaml:"light"`
	Views       []View    `yaml:"views"`
}

// Floor is the ground, or the hall's floor around a field.
type Floor struct {
	SizeM    [2]float64 `yaml:"size_m"` // along x and y
	Color    Color      `yaml:"color"`
	CheckerM float64    `yaml:"checker_m"` // squares of this size, a shade lighter and darker; 0: plain
}

// Field is a soccer field; lengths go to the middle of the lines. An area of
// length 0 is not drawn.
type Field struct {
	LengthM               float64 `yaml:"length_m"`
	WidthM                float64 `yaml:"width_m"`
	LineWidthM            float64 `yaml:"line_width_m"`
	BorderM               float64 `yaml:"border_m"` // carpet beyond the lines
	PenaltyMarkSizeM      float64 `yaml:"penalty_mark_size_m"`
	PenaltyMarkDistanceM  float64 `yaml:"penalty_mark_distance_m"` // from the goal line
	GoalAreaLengthM       float64 `yaml:"goal_area_length_m"`
	GoalAreaWidthM        float64 `yaml:"goal_area_width_m"`
	PenaltyAreaLengthM    float64 `yaml:"penalty_area_length_m"`
	PenaltyAreaWidthM     float64 `yaml:"penalty_area_width_m"`
	CenterCircleDiameterM float64 `yaml:"center_circle_diameter_m"`
	Carpet                Color   `yaml:"carpet"`
	CarpetNoise           float64 `yaml:"carpet_noise"` // scatter of its brightness, 0 to 1
	Lines                 Color   `yaml:"lines"`
}

// Goal is two posts, a crossbar, and a frame behind them that carries the net.
type Goal struct {
	XM            float64 `yaml:"x_m"`
	YM            float64 `yaml:"y_m"`
	FacingDeg     float64 `yaml:"facing_deg"` // direction of its open side
	InnerWidthM   float64 `yaml:"inner_width_m"`
	HeightM       float64 `yaml:"height_m"`
	DepthM        float64 `yaml:"depth_m"`
	PostDiameterM float64 `yaml:"post_diameter_m"`
	Color         Color   `yaml:"color"`
	Net           bool    `yaml:"net"`
}

// Ball is a ball that rolls freely.
type Ball struct {
	Name      string  `yaml:"name"`
	DiameterM float64 `yaml:"diameter_m"`
	MassKg    float64 `yaml:"mass_kg"`
	Pattern   string  `yaml:"pattern"` // plain, patches
	Color     Color   `yaml:"color"`
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
}

// Light is the hall's lamps and the sky behind its walls.
type Light struct {
	Brightness float64 `yaml:"brightness"` // 1: a well-lit hall
	SkyTop     Color   `yaml:"sky_top"`
	SkyHorizon Color   `yaml:"sky_horizon"`
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
	PatternPlain   = "plain"
	PatternPatches = "patches"
	LookSkin       = "skin"
	LookBlocks     = "blocks"
	WaistbandNone  = "none"
)
