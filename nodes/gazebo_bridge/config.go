package gazebobridge

import (
	"fmt"

	bridge "gonao/gazebo_bridge"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"The driver of a NAO in Gazebo, and the bridge to its world."`

	ros.Lifecycle  `yaml:",inline"`
	Driver         bridge.Config   `yaml:",inline"`
	FramePrefix    ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names, nao2/ say, where several robots share one /tf"`
	Partition      string          `yaml:"partition" readonly:"true" desc:"whose servers are seen; empty: as GZ_PARTITION or IGN_PARTITION say, or host name and user"`
	Address        string          `yaml:"address" readonly:"true" desc:"IPv4 address of the network interface to Gazebo; empty: as GZ_IP or IGN_IP say, or all"`
	BridgeFile     string          `yaml:"bridge_file" readonly:"true" desc:"file in the form of ros_gz_bridge that lists other topics to bridge; empty: none"`
	images.Outputs `yaml:",inline"`
}

// DefaultConfig is for our own worlds.
func DefaultConfig() Config {
	c := Config{Lifecycle: ros.Lifecycle{Autostart: true}, Driver: bridge.DefaultConfig(), Outputs: images.DefaultOutputs()}
	c.Driver.Names.World = ""
	return c
}

// Validate returns an error if the model has no name.
func (c Config) Validate() error {
	if c.Driver.Names.Model == "" {
		return fmt.Errorf("model: expected the name of the robot's model")
	}
	return nil
}
