package ballmover

import (
	"fmt"
	"math"

	"gonao/sim/carrier"
)

// Config holds the node's parameters. launch/params/ball_mover.yaml explains each.
type Config struct {
	NearDeg     float64 `yaml:"near_deg"`
	NearHeightM float64 `yaml:"near_height_m"`
	Together    bool    `yaml:"together"`
	First       Ball    `yaml:"first"`
	Second      Ball    `yaml:"second"`
}

// Ball holds the path of one ball: its positions are the pairs of the two lists.
type Ball struct {
	Name      string    `yaml:"name"`
	AnglesDeg []float64 `yaml:"angles_deg"`
	HeightsM  []float64 `yaml:"heights_m"`
}

const degree = math.Pi / 180

// DefaultConfig is the demo's: a green and a red ball that swing through the reach
// of the head together.
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

// inDegrees rounds to what the parameter file writes.
func inDegrees(rad float64) float64 { return math.Round(rad/degree*10) / 10 }

// Validate checks the paths.
func (c Config) Validate() error {
	_, err := c.mover()
	return err
}

// mover gives the program that leads the balls; a second ball without a name is none.
func (c Config) mover() (*carrier.Mover, error) {
	balls := []Ball{c.First}
	if c.Second.Name != "" {
		balls = append(balls, c.Second)
	}
	var paths []carrier.Path
	for _, b := range balls {
		if len(b.AnglesDeg) != len(b.HeightsM) {
			return nil, fmt.Errorf("path of %q: %d angles_deg and %d heights_m: expected equally many", b.Name, len(b.AnglesDeg), len(b.HeightsM))
		}
		p := carrier.Path{Name: b.Name}
		for i := range b.AnglesDeg {
			p.Positions = append(p.Positions, carrier.Position{Angle: b.AnglesDeg[i] * degree, Height: b.HeightsM[i]})
		}
		paths = append(paths, p)
	}
	return carrier.NewMover(paths, carrier.Position{Angle: c.NearDeg * degree, Height: c.NearHeightM}, c.Together)
}
