package statepublisher

import (
	"errors"
	"fmt"
	"os"

	"gonao/internal/urdf"
	"gonao/nao"
)

// Config holds the node's parameters. launch/params/state_publisher.yaml explains each.
type Config struct {
	Look                 string  `yaml:"look"`
	RobotDescription     string  `yaml:"robot_description"`
	RobotDescriptionFile string  `yaml:"robot_description_file"`
	FramePrefix          string  `yaml:"frame_prefix"`
	PublishFrequency     float64 `yaml:"publish_frequency"`
}

// DefaultConfig describes the NAO, rounded, without a prefix.
func DefaultConfig() Config { return Config{Look: "skin", PublishFrequency: 50} }

// Validate names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	if c.Look != "skin" && c.Look != "blocks" {
		return fmt.Errorf("look %q: expected skin or blocks", c.Look)
	}
	if c.RobotDescription != "" && c.RobotDescriptionFile != "" {
		return errors.New("robot_description and robot_description_file: expected one of them")
	}
	if c.FramePrefix != "" && c.FramePrefix[0] == '/' {
		return fmt.Errorf("frame_prefix %q: expected no slash at the beginning, frames are not topics", c.FramePrefix)
	}
	if !(c.PublishFrequency > 0 && c.PublishFrequency <= 1000) {
		return fmt.Errorf("publish_frequency %v: expected above 0 to 1000 Hz", c.PublishFrequency)
	}
	return nil
}

// description gives the URDF document and the tree of joints in it.
func (c Config) description() (string, *urdf.Robot, error) {
	text, from := c.RobotDescription, "robot_description"
	switch {
	case c.RobotDescriptionFile != "":
		data, err := os.ReadFile(c.RobotDescriptionFile)
		if err != nil {
			return "", nil, fmt.Errorf("robot_description_file: %w", err)
		}
		text, from = string(data), "robot_description_file "+c.RobotDescriptionFile
	case text == "":
		look := nao.Rounded
		if c.Look == "blocks" {
			look = nao.Blocks
		}
		text, from = nao.URDF(nao.URDFOptions{Look: look}), "look"
	}
	robot, err := urdf.Parse(text)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", from, err)
	}
	return text, robot, nil
}
