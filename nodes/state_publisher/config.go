package statepublisher

import (
	"errors"
	"fmt"
	"strings"

	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"state_publisher: joint_states -> robot_description, /tf, /tf_static: what the robot looks like, where its links are."`

	Look                 string          `yaml:"look" enum:"skin|blocks" readonly:"true" desc:"the NAO in robot_description: a smooth mesh for each link, or plain blocks"`
	RobotDescription     string          `yaml:"robot_description" readonly:"true" desc:"a URDF document of another robot in place of the NAO; its joints count then"`
	RobotDescriptionFile string          `yaml:"robot_description_file" readonly:"true" desc:"or the path of one"`
	Meshes               string          `yaml:"meshes" readonly:"true" desc:"URL of the directory of those meshes: package:// where gonao_bringup is installed for the viewer too, or file://; empty: blocks"`
	FramePrefix          ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before every frame's name, nao2/ say, where several robots share one /tf"`
	PublishFrequency     float64         `yaml:"publish_frequency" unit:"Hz" min:"0.01" max:"1000" desc:"at most so often is a link's pose published; joint_states come at 83.3 Hz"`
}

// DefaultConfig returns the parameters for a NAO with smooth meshes and no prefix.
func DefaultConfig() Config {
	return Config{Look: "skin", Meshes: "package://gonao_bringup/meshes", PublishFrequency: 50}
}

// Validate returns an error that names the wrong parameter and what was expected.
func (c Config) Validate() error {
	if c.RobotDescription != "" && c.RobotDescriptionFile != "" {
		return errors.New("robot_description and robot_description_file: expected one of them")
	}
	if c.Meshes != "" && !strings.Contains(c.Meshes, "://") {
		return fmt.Errorf("meshes %q: expected a URL such as package://gonao_bringup/meshes or file:///home/me/meshes", c.Meshes)
	}
	return nil
}
