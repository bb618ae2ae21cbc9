package localization

import (
	"fmt"

	"gonao/robot/localization"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"localization: odometry and what images show of the field -> where the robot is."`

	ros.Lifecycle `yaml:",inline"`
	Field         string              `yaml:"field" desc:"spl, hsl_small, field2010, or the path of a field file; docs/localization.md has its keys"`
	Attack        string              `yaml:"attack" enum:"positive|negative" desc:"the end of the frame world that the robot attacks, at +x or at -x; it changes at half-time"`
	Start         string              `yaml:"start" enum:"anywhere|kick_off" readonly:"true" desc:"where the robot is at first: anywhere, or where robots enter the field"`
	Game          bool                `yaml:"game" desc:"game_state sets attack, also at half-time, and game_phase that the robot comes from a penalty or enters the field"`
	Look          bool                `yaml:"look" desc:"the head looks where it helps, by idle_head_command: motion follows while nothing else moves the head"`
	FramePrefix   ros.FramePrefix     `yaml:"frame_prefix" readonly:"true" desc:"before the names map and odom, nao2/ say, where several robots share one /tf"`
	Filter        localization.Config `yaml:"filter" desc:"how far measurements are trusted; docs/localization.md"`
}

// attackNegative is the value of Attack of a robot that plays towards −x of world.
const attackNegative = "negative"

// DefaultConfig returns the parameters of [localization.DefaultConfig] on the SPL field.
func DefaultConfig() Config {
	return Config{Lifecycle: ros.Lifecycle{Autostart: true}, Field: "spl", Attack: "positive", Start: "anywhere", Game: true, Look: true, Filter: localization.DefaultConfig()}
}

// Validate checks the field, which must have landmarks.
func (c Config) Validate() error {
	f, err := field.Load(c.Field)
	if err == nil {
		_, err = localization.New(f.Map(), c.Filter)
	}
	if err != nil {
		return fmt.Errorf("field: %w", err)
	}
	return nil
}

// attack returns the end of the world that the robot attacks.
func (c Config) attack() plane.Attack {
	if c.Attack == attackNegative {
		return plane.NegativeX
	}
	return plane.PositiveX
}
