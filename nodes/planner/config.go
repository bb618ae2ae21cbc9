package planner

import (
	"fmt"

	"gonao/robot/percepts/field"
	"gonao/robot/planning"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"planner: world_model and a goal on the field -> way points for motion, round obstacles."`

	Field       string            `yaml:"field" readonly:"true" desc:"spl, hsl_small, field2010, or the path of a field file; its posts are obstacles"`
	FramePrefix ros.FramePrefix   `yaml:"frame_prefix" readonly:"true" desc:"before the names map, odom and base_footprint, nao2/ say, where several robots share one /tf"`
	Planner     planning.Config   `yaml:",inline"`
	Patience    planning.Patience `yaml:",inline"`
}

// DefaultConfig returns the parameters of [planning.DefaultConfig] on the SPL field.
func DefaultConfig() Config {
	return Config{Field: "spl", Planner: planning.DefaultConfig(), Patience: planning.DefaultPatience()}
}

// Validate checks the field.
func (c Config) Validate() error {
	_, err := c.guide(tangents)
	return err
}

// guide returns a guide for the parameters, with the planner that build returns.
func (c Config) guide(build Builder) (*planning.Guide, error) {
	f, err := field.Load(c.Field)
	if err != nil {
		return nil, fmt.Errorf("field: %w", err)
	}
	t, err := build(c.Planner)
	if err != nil {
		return nil, err
	}
	return planning.NewGuide(t, f.Map(), planning.DefaultClearance()), nil
}

// tangents builds our planner.
func tangents(c planning.Config) (planning.Planner, error) { return planning.NewTangents(c) }
