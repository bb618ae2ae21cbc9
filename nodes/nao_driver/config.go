package naodriver

import (
	"fmt"

	"gonao/nao_driver/lola"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/sim3d"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"The driver of the robot's own protocol, LoLA, NAOqi or that of the 3-D simulation league."`

	ros.Lifecycle       `yaml:",inline"`
	Protocol            string      `yaml:"protocol" enum:"lola|naoqi|sim3d" readonly:"true" desc:"what the robot speaks: LoLA, with RoboCup's firmware; NAOqi, with the maker's own; SimSpark, in the 3-D simulation league"`
	LoLA                lola.Config `yaml:",inline"`
	bodytopics.Priority `yaml:",inline"`
	FramePrefix         ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names, nao2/ say, where several robots share one /tf"`
	NAOqi               NAOqi           `yaml:"naoqi" desc:"what matters with the protocol naoqi alone, see docs/naoqi.md"`
	Sim3D               sim3d.Config    `yaml:"sim3d" desc:"what matters with the protocol sim3d alone, see docs/sim3d.md"`
}

// NAOqi holds the parameters of a robot with the maker's own firmware.
type NAOqi struct {
	Robot naoqi.Config `yaml:",inline"`
	Walk  string       `yaml:"walk" enum:"motion|naoqi" readonly:"true" desc:"who walks: the node motion, by joint_command, which needs a state every 12 ms; NAOqi, by cmd_vel and set_posture here"`
}

// DefaultConfig is for the robot, and for a simulation that runs in real time.
func DefaultConfig() Config {
	c := Config{
		Lifecycle: ros.Lifecycle{Autostart: true}, Protocol: "lola", LoLA: lola.DefaultConfig(), Priority: bodytopics.Priority{RealtimePriority: 18},
		NAOqi: NAOqi{Robot: naoqi.DefaultConfig(), Walk: "motion"}, Sim3D: sim3d.DefaultConfig(),
	}
	c.NAOqi.Robot.Address = "nao.local"
	return c
}

// Validate returns an error that names the wrong parameter and what was expected.
func (c Config) Validate() error {
	if c.Protocol == "naoqi" {
		if err := c.naoqi().Check(); err != nil {
			return fmt.Errorf("naoqi.address: %w", err)
		}
	}
	if c.Protocol == "sim3d" {
		d := c.sim3d()
		if err := d.Check(); err != nil {
			return fmt.Errorf("sim3d: %w", err)
		}
	}
	return nil
}
