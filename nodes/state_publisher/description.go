package statepublisher

import (
	"fmt"
	"os"
	"time"

	"gonao/nao"
)

// smooth returns the NAO's URDF document with meshes in place of shapes; empty for another robot, for blocks and without meshes.
func (c Config) smooth() string {
	if c.Meshes == "" || c.Look == "blocks" || c.RobotDescription != "" || c.RobotDescriptionFile != "" {
		return ""
	}
	return nao.URDF(nao.URDFOptions{Meshes: c.Meshes})
}

// description returns the URDF document and its tree of joints.
func (c Config) description() (string, *urdfRobot, error) {
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
	robot, err := parseURDF(text)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", from, err)
	}
	return text, robot, nil
}

// period returns the shortest time between two poses of a link.
func (c Config) period() time.Duration {
	return time.Duration(float64(time.Second) / c.PublishFrequency)
}
