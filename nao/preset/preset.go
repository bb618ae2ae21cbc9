// Package preset holds what a robot's body can do on a field, as figures in files: how it walks, kicks, falls and gets up, and
// how a ball rolls. The kinematic world moves robots by them, and players assume them of their own bodies. naoisis2010 holds the
// figures of NaOISIS (Valtazanos and Ramamoorthy 2011), nao those of a NAO on today's field, physics what gonao match calibrate
// has measured of simulated bodies.
package preset

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

//go:embed presets/*.yaml
var presets embed.FS

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
	Forward   float64    `yaml:"forward"`    // m/s
	Backward  float64    `yaml:"backward"`   // m/s
	Side      float64    `yaml:"side"`       // m/s
	Turn      float64    `yaml:"turn"`       // rad/s
	Accel     float64    `yaml:"accel"`      // m/s²
	TurnAccel float64    `yaml:"turn_accel"` // rad/s²
	Error     [3]float64 `yaml:"error"`      // share of the command
	Noise     [3]float64 `yaml:"noise"`      // m/√s, m/√s, rad/√s
	Odometry  [3]float64 `yaml:"odometry"`   // share of the motion
	Drift     float64    `yaml:"drift"`      // rad/s
}

// HeadRules holds limits of the neck.
type HeadRules struct {
	Yaw   float64 `yaml:"yaw"`   // rad to each side
	Speed float64 `yaml:"speed"` // rad/s
}

// KickRules holds how far kicks go. The rectangles in which a ball is hit are those of NaOISIS, table 2.
type KickRules struct {
	Straight  KickTime `yaml:"straight"`
	Side      KickTime `yaml:"side"`
	Error     float64  `yaml:"error"`     // of the length, share
	Direction float64  `yaml:"direction"` // rad
	ByFoot    bool     `yaml:"by_foot"`   // the direction is that from the tip of the foot to the ball
}

// KickTime holds the distance and the times of a kick.
type KickTime struct {
	Distance float64 `yaml:"distance"` // m, at full speed
	Contact  float64 `yaml:"contact"`  // s from the order to the contact
	Recover  float64 `yaml:"recover"`  // s from the contact to standing
}

// A Kick is one that a body has.
type Kick struct {
	Foot      int     // 1 left, 2 right; 0: the direction decides
	Direction float64 // rad, of the ball, from ahead
	LongestM  float64 // that the ball rolls
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
	Radius       float64 `yaml:"radius"`       // m
	Deceleration float64 `yaml:"deceleration"` // m/s²
	Bounce       float64 `yaml:"bounce"`
	Scatter      float64 `yaml:"scatter"` // rad
}

// BodyRules holds the rectangles of a robot: from, to along x, and half the width, m.
type BodyRules struct {
	Base  [3]float64 `yaml:"base"`
	Torso [3]float64 `yaml:"torso"`
	Lying float64    `yaml:"lying"` // m
}

// SonarRules holds what the two sonars hear: what lies in their trapezium.
type SonarRules struct {
	Min     float64 `yaml:"min"`     // m
	Max     float64 `yaml:"max"`     // m
	Azimuth float64 `yaml:"azimuth"` // rad, of the left one; the right one has the negative
	Opening float64 `yaml:"opening"` // rad to each side
	Noise   float64 `yaml:"noise"`   // m
	Miss    float64 `yaml:"miss"`    // share
}

// FallRules holds how often robots fall and get up.
type FallRules struct {
	Collision float64 `yaml:"collision"` // per second of contact and m/s
	Stumble   float64 `yaml:"stumble"`   // m/s at which who is run into stumbles; 0: never
	Walking   float64 `yaml:"walking"`   // per second
	Kick      float64 `yaml:"kick"`      // per kick
	GetUp     float64 `yaml:"get_up"`    // s
	GetsUp    float64 `yaml:"gets_up"`   // share
}

// SaveRules holds what a keeper's block and dive cover.
type SaveRules struct {
	Block     float64 `yaml:"block"`      // s
	BlockHalf float64 `yaml:"block_half"` // m
	Dive      float64 `yaml:"dive"`       // s
	DiveReach float64 `yaml:"dive_reach"` // m
}

// Read returns the text of a preset: naoisis2010, nao or physics by name, or a file when the name has a dot or a slash.
func Read(name string) ([]byte, error) {
	var text []byte
	var err error
	if strings.ContainsAny(name, "./") {
		text, err = os.ReadFile(name)
	} else if text, err = presets.ReadFile("presets/" + name + ".yaml"); err != nil {
		return nil, fmt.Errorf("preset: no preset %q; expected naoisis2010, nao, physics or a file", name)
	}
	if err != nil {
		return nil, fmt.Errorf("preset: %w", err)
	}
	return text, nil
}

// Load reads a preset as [Read] names it, and checks it.
func Load(name string) (*Preset, error) {
	text, err := Read(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

// Parse checks the text of a preset. Errors begin with its name.
func Parse(name string, text []byte) (*Preset, error) {
	p := &Preset{}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("preset %s: %w", name, yamlfault.Error(text, err))
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("preset %s: %w", name, err)
	}
	return p, nil
}

// Validate names the figure that is wrong, and what was expected.
func (p *Preset) Validate() error {
	type bound struct {
		key      string
		v        float64
		min, max float64
	}
	all := []bound{
		{"walk.forward", p.Walk.Forward, 0.01, 2},
		{"walk.backward", p.Walk.Backward, 0, 2},
		{"walk.side", p.Walk.Side, 0, 2},
		{"walk.turn", p.Walk.Turn, 0.01, 10},
		{"walk.accel", p.Walk.Accel, 0.01, 100},
		{"walk.turn_accel", p.Walk.TurnAccel, 0.01, 1000},
		{"walk.drift", p.Walk.Drift, 0, 0.5},
		{"head.yaw", p.Head.Yaw, 0, math.Pi},
		{"head.speed", p.Head.Speed, 0.1, 20},
		{"kicks.straight.distance", p.Kicks.Straight.Distance, 0.1, 20},
		{"kicks.side.distance", p.Kicks.Side.Distance, 0.1, 20},
		{"kicks.straight.contact", p.Kicks.Straight.Contact, 0, 15},
		{"kicks.side.contact", p.Kicks.Side.Contact, 0, 15},
		{"kicks.straight.recover", p.Kicks.Straight.Recover, 0, 5},
		{"kicks.side.recover", p.Kicks.Side.Recover, 0, 5},
		{"kicks.error", p.Kicks.Error, 0, 0.5},
		{"kicks.direction", p.Kicks.Direction, 0, 1},
		{"ball.radius", p.Ball.Radius, 0.01, 0.2},
		{"ball.deceleration", p.Ball.Deceleration, 0.01, 5},
		{"ball.bounce", p.Ball.Bounce, 0, 1},
		{"ball.scatter", p.Ball.Scatter, 0, 1},
		{"body.lying", p.Body.Lying, 0.05, 1},
		{"sonar.min", p.Sonar.Min, 0, 1},
		{"sonar.max", p.Sonar.Max, 0.1, 5},
		{"sonar.azimuth", p.Sonar.Azimuth, 0, 2},
		{"sonar.opening", p.Sonar.Opening, 0.01, 1.5},
		{"sonar.noise", p.Sonar.Noise, 0, 1},
		{"sonar.miss", p.Sonar.Miss, 0, 1},
		{"falls.collision", p.Falls.Collision, 0, 100},
		{"falls.stumble", p.Falls.Stumble, 0, 10},
		{"falls.walking", p.Falls.Walking, 0, 1},
		{"falls.kick", p.Falls.Kick, 0, 1},
		{"falls.get_up", p.Falls.GetUp, 0.1, 60},
		{"falls.gets_up", p.Falls.GetsUp, 0.01, 1},
		{"keeper.block", p.Keeper.Block, 0.1, 10},
		{"keeper.block_half", p.Keeper.BlockHalf, 0.05, 1},
		{"keeper.dive", p.Keeper.Dive, 0.1, 5},
		{"keeper.dive_reach", p.Keeper.DiveReach, 0.1, 2},
	}
	for i, axis := range []string{"x", "y", "theta"} {
		all = append(all, bound{"walk.error " + axis, p.Walk.Error[i], 0, 0.5}, bound{"walk.noise " + axis, p.Walk.Noise[i], 0, 0.5},
			bound{"walk.odometry " + axis, p.Walk.Odometry[i], 0, 0.5})
	}
	for _, b := range []struct {
		key string
		r   [3]float64
	}{{"body.base", p.Body.Base}, {"body.torso", p.Body.Torso}} {
		all = append(all, bound{b.key + " from", b.r[0], -0.5, 0}, bound{b.key + " to", b.r[1], 0.01, 0.5}, bound{b.key + " half width", b.r[2], 0.01, 0.5})
	}
	for _, b := range all {
		if !(b.v >= b.min && b.v <= b.max) {
			return fmt.Errorf("%s %g: expected %g to %g", b.key, b.v, b.min, b.max)
		}
	}
	if p.Sonar.Min >= p.Sonar.Max {
		return fmt.Errorf("sonar.min %g: expected less than sonar.max %g", p.Sonar.Min, p.Sonar.Max)
	}
	return nil
}
