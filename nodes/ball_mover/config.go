package ballmover

import (
	"math"

	"gonao/internal/si"
	"gonao/sim/carrier"
)

// Config holds the node's parameters. All can be set while the node runs; the paths then start again.
type Config struct {
	_ struct{} `desc:"Leads the balls in front of the robot along their paths, position after position."`

	NearDeg     float64 `yaml:"near_deg" unit:"deg" min:"0.1" max:"90" desc:"a position counts as reached from so near; more than the way to brake keeps the ball moving"`
	NearHeightM float64 `yaml:"near_height_m" unit:"m" min:"0.001" max:"1" desc:"the same for the height"`
	Together    bool    `yaml:"together" desc:"the balls wait for each other, so that they keep apart and a head sees both"`
	First       Ball    `yaml:"first" desc:"the one ball; seen from the head, left of the other and above it"`
	Second      Ball    `yaml:"second" desc:"the other ball; an empty name: there is only one"`
}

// Ball holds the path of one ball: its positions are the pairs of the two lists.
type Ball struct {
	Name      string    `yaml:"name" desc:"a carrier of the simulator's world"`
	AnglesDeg []float64 `yaml:"angles_deg" unit:"deg" min:"-180" max:"180" desc:"from straight ahead, left positive"`
	HeightsM  []float64 `yaml:"heights_m" unit:"m" min:"0" max:"10" desc:"above the ground; the standing robot's eyes are at 0.51"`
}

// DefaultConfig returns the demo's paths: a green and a red ball that swing together within the head's range.
func DefaultConfig() Config {
	near, paths := carrier.DemoNear(), carrier.DemoPaths()
	return Config{
		NearDeg: inDegrees(near.Angle), NearHeightM: near.Height, Together: true,
		First: ballOf(paths[0]), Second: ballOf(paths[1]),
	}
}

func ballOf(p carrier.Path) Ball {
	b := Ball{Name: p.Name}
	for _, at := range p.Positions {
		b.AnglesDeg = append(b.AnglesDeg, inDegrees(at.Angle))
		b.HeightsM = append(b.HeightsM, at.Height)
	}
	return b
}

// inDegrees converts rad to degrees, rounded as in the parameter file.
func inDegrees(rad float64) float64 { return math.Round(rad/si.Degree*10) / 10 }

// Validate checks the paths.
func (c Config) Validate() error {
	_, err := c.mover()
	return err
}
