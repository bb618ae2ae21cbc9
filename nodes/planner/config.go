package planner

import (
	"fmt"
	"strings"

	"gonao/internal/si"
	"gonao/percepts/field"
	"gonao/planning"
)

// Config holds the node's parameters.
type Config struct {
	Field       string  `yaml:"field" readonly:"true" desc:"spl, hsl_small, field2010, or the path of a field file; its posts are obstacles"`
	FramePrefix string  `yaml:"frame_prefix" readonly:"true" desc:"before the names map, odom and base_footprint, nao2/ say, where several robots share one /tf"`
	TurnCost    float64 `yaml:"turn_cost" unit:"m/rad" min:"0" max:"5" desc:"metres of way that a radian of turning at the start is worth"`
	SideCost    float64 `yaml:"side_cost" unit:"m" min:"0" max:"5" desc:"metres of way that are saved at least before it passes the first obstacle on its other side"`
	Speed       float64 `yaml:"speed" unit:"m/s" min:"0.01" max:"5" desc:"of the robot; by it obstacles that move are advanced"`
	HorizonSec  float64 `yaml:"horizon_sec" unit:"s" min:"0" max:"60" desc:"how far obstacles are advanced at the most"`
	Near        float64 `yaml:"near" unit:"m" min:"0" max:"5" desc:"a moving obstacle this near counts where it is, too"`
	Clearance   float64 `yaml:"clearance" unit:"m" min:"0" max:"1" desc:"added to the radius of moving obstacles"`
	ArriveM     float64 `yaml:"arrive" unit:"m" min:"0.01" max:"1" desc:"a goal counts as reached within this distance"`
	ArriveRad   float64 `yaml:"arrive_heading" unit:"rad" min:"0.02" max:"3.2" desc:"and this difference of headings"`
	PatienceSec float64 `yaml:"patience_sec" unit:"s" min:"1" max:"600" desc:"a goal ends as blocked when the robot came no nearer for so long"`
}

// Explain returns what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{"": "planner: world_model and a goal on the field -> way points for motion, round obstacles."}
}

// DefaultConfig returns the parameters of [planning.DefaultConfig] on the SPL field.
func DefaultConfig() Config {
	p, patience := planning.DefaultConfig(), planning.DefaultPatience()
	return Config{
		Field: "spl", TurnCost: p.TurnCost, SideCost: p.SideCost, Speed: p.SpeedMPS, HorizonSec: p.HorizonSec, Near: p.NearM, Clearance: p.Clearance,
		ArriveM: patience.ArriveM, ArriveRad: patience.ArriveRad, PatienceSec: patience.Nearer.Seconds(),
	}
}

// patience returns how near a goal counts as reached, and how long it is tried.
func (c Config) patience() planning.Patience {
	p := planning.DefaultPatience()
	p.ArriveM, p.ArriveRad, p.Nearer = c.ArriveM, c.ArriveRad, si.Seconds(c.PatienceSec)
	return p
}

// Validate checks the field and the prefix.
func (c Config) Validate() error {
	if strings.HasPrefix(c.FramePrefix, "/") {
		return fmt.Errorf("frame_prefix %q: expected no slash at the beginning, frames are not topics", c.FramePrefix)
	}
	_, err := c.guide(tangents)
	return err
}

// guide returns a guide for the parameters, with the planner that build returns.
func (c Config) guide(build Builder) (*planning.Guide, error) {
	f, err := field.Load(c.Field)
	if err != nil {
		return nil, fmt.Errorf("field: %w", err)
	}
	p := planning.DefaultConfig()
	p.TurnCost, p.SideCost, p.SpeedMPS, p.HorizonSec, p.NearM, p.Clearance = c.TurnCost, c.SideCost, c.Speed, c.HorizonSec, c.Near, c.Clearance
	t, err := build(p)
	if err != nil {
		return nil, err
	}
	return planning.NewGuide(t, f.Map(), planning.DefaultClearance()), nil
}

// tangents builds our planner.
func tangents(c planning.Config) (planning.Planner, error) { return planning.NewTangents(c) }
