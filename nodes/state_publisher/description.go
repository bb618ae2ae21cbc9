package statepublisher

import (
	"fmt"
	"os"
	"time"

	"gonao/nao"
)

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
		meshes := c.Meshes
		if c.Look == "blocks" {
			meshes = ""
		}
		text, from = nao.URDF(nao.URDFOptions{Meshes: meshes}), "look"
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
