// Package preset holds what a robot's body can do on a field, as figures in files: how it walks, kicks, falls and gets up, and
// how a ball rolls. The kinematic world moves robots by them, and players assume them of their own bodies. naoisis2010 holds the
// figures of NaOISIS (Valtazanos and Ramamoorthy 2011), nao those of a NAO on today's field, physics what gonao match calibrate
// has measured of simulated bodies.
package preset

import (
	"embed"
	"fmt"
	"math"

	"gonao/internal/yamlread"
)

//go:embed presets/*.yaml
var files embed.FS

var presets = yamlread.Named{Files: files, Dir: "presets", What: "preset"}

// Names returns the names of the presets that come with gonao.
func Names() []string { return presets.Names() }

// A Preset holds the figures of a world. It must not be changed while a world uses it.
type Preset struct {
	Name   string     `yaml:"name"`
	Walk   WalkRules  `yaml:"walk"`
	Head   HeadRules  `yaml:"head"`
	Kicks  KickRules  `yaml:"kicks"`
	Ball   BallRules  `yaml:"ball"`
	Body   BodyRules  `yaml:"body"`
	Sonar  SonarRules `yaml:"sonar"`
	Falls  FallRules  `yaml:"falls"`
	Keeper SaveRules  `yaml:"keeper"`
}

// WalkRules holds limits and errors of walking.
type WalkRules struct {
	Forward   float64    `yaml:"forward" min:"0.01" max:"2"`       // m/s
	Backward  float64    `yaml:"backward" min:"0" max:"2"`         // m/s
	Side      float64    `yaml:"side" min:"0" max:"2"`             // m/s
	Turn      float64    `yaml:"turn" min:"0.01" max:"10"`         // rad/s
	Accel     float64    `yaml:"accel" min:"0.01" max:"100"`       // m/s²
	TurnAccel float64    `yaml:"turn_accel" min:"0.01" max:"1000"` // rad/s²
	Error     [3]float64 `yaml:"error" min:"0" max:"0.5" desc:"share of the command that is lost or added"`
	Noise     [3]float64 `yaml:"noise" min:"0" max:"0.5"`    // m/√s, m/√s, rad/√s
	Odometry  [3]float64 `yaml:"odometry" min:"0" max:"0.5"` // share of the motion
	Drift     float64    `yaml:"drift" min:"0" max:"0.5"`    // rad/s
}

// HeadRules holds limits of the neck.
type HeadRules struct {
	Yaw   float64 `yaml:"yaw" min:"0" max:"3.1416"` // rad to each side
	Speed float64 `yaml:"speed" min:"0.1" max:"20"` // rad/s
}

// KickRules holds how far kicks go. The rectangles in which a ball is hit are those of NaOISIS, table 2.
type KickRules struct {
	Straight  KickTime `yaml:"straight"`
	Side      KickTime `yaml:"side"`
	Error     float64  `yaml:"error" min:"0" max:"0.5" desc:"share of the length"`
	Direction float64  `yaml:"direction" min:"0" max:"1"` // rad
	ByFoot    bool     `yaml:"by_foot"`                   // the direction is that from the tip of the foot to the ball
}

// KickTime holds the distance and the times of a kick.
type KickTime struct {
	Distance float64 `yaml:"distance" min:"0.1" max:"20"` // m, at full speed
	Contact  float64 `yaml:"contact" min:"0" max:"15"`    // s from the order to the contact
	Recover  float64 `yaml:"recover" min:"0" max:"5"`     // s from the contact to standing
}

// A Kick is a kick that a body can make.
type Kick struct {
	Foot      int     // 1 left, 2 right; 0: the direction decides
	Direction float64 // rad, of the ball, from ahead
	LongestM  float64 // longest distance that the ball rolls
	X, Y      float64 // m, the ball in front of the robot
}

// All returns the four kicks out of the stand, with the ball within their rectangles (NaOISIS, table 2) and, for straight ones,
// where package motion kicks it without a further step.
func (r *KickRules) All() []Kick {
	ahead, aside := r.Straight.Distance, r.Side.Distance
	return []Kick{
		{Foot: 1, LongestM: ahead, X: 0.168, Y: 0.065},
		{Foot: 2, LongestM: ahead, X: 0.168, Y: -0.065},
		{Direction: -math.Pi / 2, LongestM: aside, X: 0.165, Y: -0.06},
		{Direction: math.Pi / 2, LongestM: aside, X: 0.165, Y: 0.06},
	}
}

// BallRules holds how the ball rolls.
type BallRules struct {
	Radius       float64 `yaml:"radius" min:"0.01" max:"0.2"`     // m
	Deceleration float64 `yaml:"deceleration" min:"0.01" max:"5"` // m/s²
	Bounce       float64 `yaml:"bounce" min:"0" max:"1"`
	Scatter      float64 `yaml:"scatter" min:"0" max:"1"` // rad
}

// BodyRules holds the rectangles of a robot: from, to along x, and half the width, m.
type BodyRules struct {
	Base  [3]float64 `yaml:"base"`
	Torso [3]float64 `yaml:"torso"`
	Lying float64    `yaml:"lying" min:"0.05" max:"1"` // m
}

// SonarRules holds the area in which the two sonars detect objects: a trapezium.
type SonarRules struct {
	Min     float64 `yaml:"min" min:"0" max:"1"`          // m
	Max     float64 `yaml:"max" min:"0.1" max:"5"`        // m
	Azimuth float64 `yaml:"azimuth" min:"0" max:"2"`      // rad, of the left one; the right one has the negative
	Opening float64 `yaml:"opening" min:"0.01" max:"1.5"` // rad to each side
	Noise   float64 `yaml:"noise" min:"0" max:"1"`        // m
	Miss    float64 `yaml:"miss" min:"0" max:"1"`         // share
}

// FallRules holds how often robots fall and get up.
type FallRules struct {
	Collision float64 `yaml:"collision" min:"0" max:"100"` // per second of contact and m/s
	Stumble   float64 `yaml:"stumble" min:"0" max:"10"`    // m/s at which a robot that another one runs into stumbles; 0: never
	Walking   float64 `yaml:"walking" min:"0" max:"1"`     // per second
	Kick      float64 `yaml:"kick" min:"0" max:"1"`        // per kick
	GetUp     float64 `yaml:"get_up" min:"0.1" max:"60"`   // s
	GetsUp    float64 `yaml:"gets_up" min:"0.01" max:"1"`  // share
}

// SaveRules holds what a keeper's block and dive cover.
type SaveRules struct {
	Block     float64 `yaml:"block" min:"0.1" max:"10"`      // s
	BlockHalf float64 `yaml:"block_half" min:"0.05" max:"1"` // m
	Dive      float64 `yaml:"dive" min:"0.1" max:"5"`        // s
	DiveReach float64 `yaml:"dive_reach" min:"0.1" max:"2"`  // m
}

// Read returns the text of a preset: naoisis2010, nao or physics by name, or a file when the name has a dot or a slash.
func Read(name string) ([]byte, error) { return presets.Read(name) }

// Load reads a preset as [Read] names it, and checks it.
func Load(name string) (*Preset, error) {
	text, err := Read(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

// Parse reads a preset from its text and checks it; name is its name in errors.
func Parse(name string, text []byte) (*Preset, error) {
	p := &Preset{}
	if err := yamlread.Decode(name, text, p); err != nil {
		return nil, fmt.Errorf("preset: %w", err)
	}
	return p, nil
}

// Validate checks relations between figures; ranges of single figures are checked before.
func (p *Preset) Validate() error {
	for _, b := range []struct {
		key string
		r   [3]float64
	}{{"base", p.Body.Base}, {"torso", p.Body.Torso}} {
		if !(b.r[0] >= -0.5 && b.r[0] <= 0 && b.r[1] >= 0.01 && b.r[1] <= 0.5 && b.r[2] >= 0.01 && b.r[2] <= 0.5) {
			return fmt.Errorf("body.%s %v: expected from -0.5 to 0, to 0.01 to 0.5, half width 0.01 to 0.5", b.key, b.r)
		}
	}
	if p.Sonar.Min >= p.Sonar.Max {
		return fmt.Errorf("sonar.min %g: expected less than sonar.max %g", p.Sonar.Min, p.Sonar.Max)
	}
	return nil
}
