package localization

import (
	"fmt"
	"strings"

	"gonao/localization"
	"gonao/percepts/field"
	"gonao/percepts/plane"
)

// attackNegative is the value of Attack of a robot that plays towards −x of world.
const attackNegative = "negative"

// Config holds the node's parameters.
type Config struct {
	Field       string `yaml:"field" desc:"spl, hsl_small, field2010, or the path of a field file; docs/localization.md has its keys"`
	Attack      string `yaml:"attack" enum:"positive|negative" desc:"the end of the frame world that the robot attacks, at +x or at -x; it changes at half-time"`
	Start       string `yaml:"start" enum:"anywhere|kick_off" readonly:"true" desc:"where the robot is at first: anywhere, or where robots enter the field"`
	Game        bool   `yaml:"game" desc:"game_state sets attack, also at half-time, and game_phase that the robot comes from a penalty or enters the field"`
	Look        bool   `yaml:"look" desc:"the head looks where it helps, by idle_head_command: motion follows while nothing else moves the head"`
	FramePrefix string `yaml:"frame_prefix" readonly:"true" desc:"before the names map and odom, nao2/ say, where several robots share one /tf"`
	Filter      Filter `yaml:"filter" desc:"how far measurements are trusted; docs/localization.md"`
}

// Filter holds the figures of the filter.
type Filter struct {
	Interval          float64 `yaml:"interval_sec" unit:"s" min:"0" max:"1" desc:"between two images that are used: those between are too much alike"`
	WalkDevPerSqrtM   float64 `yaml:"walk_dev" unit:"m" min:"0.001" max:"1" desc:"error of odometry after a metre walked"`
	TurnDevPerSqrtRad float64 `yaml:"turn_dev" unit:"rad" min:"0.001" max:"1" desc:"error of the heading after a radian turned"`
	TurnDevPerSqrtM   float64 `yaml:"turn_dev_walked" unit:"rad" min:"0.0001" max:"1" desc:"error of the heading after a metre walked"`
	IdleDevPerSqrtSec float64 `yaml:"idle_dev" min:"0" max:"1" desc:"error after a second of standing, m and rad"`
	TiltTimeSec       float64 `yaml:"tilt_time_sec" unit:"s" min:"0.01" max:"100" desc:"how long an error of the camera's tilt lasts"`
	Gate2             float64 `yaml:"gate2" min:"1" max:"100" desc:"squared deviations of a feature from its landmark, at the most"`
	WeightPower       float64 `yaml:"weight_power" min:"0.01" max:"1" desc:"of an image's likelihood, below 1 because images are alike"`
	MemorySec         float64 `yaml:"memory_sec" unit:"s" min:"0.2" max:"20" desc:"how long features are remembered, by which a lost robot finds itself"`
}

// Explain returns what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{"": "localization: odometry and what images show of the field -> where the robot is."}
}

// DefaultConfig returns the parameters of [localization.DefaultConfig] on the SPL field.
func DefaultConfig() Config {
	room := localization.DefaultConfig()
	return Config{
		Field: "spl", Attack: "positive", Start: "anywhere", Game: true, Look: true,
		Filter: Filter{
			Interval: room.Interval.Seconds(), WalkDevPerSqrtM: room.WalkDevPerSqrtM, TurnDevPerSqrtRad: room.TurnDevPerSqrtRad,
			TurnDevPerSqrtM: room.TurnDevPerSqrtM, IdleDevPerSqrtSec: room.IdleDevPerSqrtSec, TiltTimeSec: room.TiltTimeSec,
			Gate2: room.Gate2, WeightPower: room.WeightPower, MemorySec: room.MemorySec,
		},
	}
}

// Validate checks the field and the prefix.
func (c Config) Validate() error {
	if strings.HasPrefix(c.FramePrefix, "/") {
		return fmt.Errorf("frame_prefix %q: expected no slash at the beginning, frames are not topics", c.FramePrefix)
	}
	f, err := field.Load(c.Field)
	if err != nil {
		return fmt.Errorf("field: %w", err)
	}
	_, err = localization.New(f.Map(), c.room())
	return err
}

// attack returns the end of the world that the robot attacks.
func (c Config) attack() plane.Attack {
	if c.Attack == attackNegative {
		return plane.NegativeX
	}
	return plane.PositiveX
}

// room returns the parameters as the room's configuration.
func (c Config) room() localization.Config {
	f, room := c.Filter, localization.DefaultConfig()
	room.Interval = seconds(f.Interval)
	room.WalkDevPerSqrtM, room.TurnDevPerSqrtRad, room.TurnDevPerSqrtM = f.WalkDevPerSqrtM, f.TurnDevPerSqrtRad, f.TurnDevPerSqrtM
	room.IdleDevPerSqrtSec, room.TiltTimeSec, room.Gate2 = f.IdleDevPerSqrtSec, f.TiltTimeSec, f.Gate2
	room.WeightPower, room.MemorySec = f.WeightPower, f.MemorySec
	return room
}
