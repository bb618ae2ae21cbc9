package worldmodel

import (
	"gonao/robot/worldmodel"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"world_model: what images show, odometry and the pose -> ball and robots, as the robot believes them to be."`

	FramePrefix ros.FramePrefix   `yaml:"frame_prefix" readonly:"true" desc:"before the names map and base_footprint, nao2/ say, where several robots share one /tf"`
	Model       worldmodel.Config `yaml:",inline"`
	Sonar       bool              `yaml:"sonar" desc:"echoes of the sonars are robots"`
}

// DefaultConfig returns the parameters of [worldmodel.DefaultConfig].
func DefaultConfig() Config { return Config{Model: worldmodel.DefaultConfig(), Sonar: true} }
