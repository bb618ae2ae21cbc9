package gazebobridge

import (
	"fmt"
	"os"
	"os/user"
	"strings"

	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/mapping"
	"gonao/gazebo_bridge/transport"
	"gonao/nodes/gazebo_bridge/topics"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"The driver of a NAO in Gazebo, and the bridge to its world."`

	Driver      bridge.Config      `yaml:",inline"`
	FramePrefix ros.FramePrefix    `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names, nao2/ say, where several robots share one /tf"`
	Partition   string             `yaml:"partition" readonly:"true" desc:"whose servers are seen; empty: as GZ_PARTITION or IGN_PARTITION say, or host name and user"`
	Address     string             `yaml:"address" readonly:"true" desc:"IPv4 address of the network interface to Gazebo; empty: as GZ_IP or IGN_IP say, or all"`
	BridgeFile  string             `yaml:"bridge_file" readonly:"true" desc:"file in the form of ros_gz_bridge that lists other topics to bridge; empty: none"`
	Compressed  images.Compression `yaml:"compressed" desc:"camera/…/image_raw/compressed: JPEG images, for viewers; encoded once for all who subscribe"`
	Store       images.Files       `yaml:"store" desc:"images that are kept as files"`
}

// DefaultConfig is for our own worlds.
func DefaultConfig() Config {
	c := Config{Driver: bridge.DefaultConfig(), Compressed: images.DefaultCompression(), Store: images.DefaultFiles()}
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

// entries reads the bridge file.
func (c Config) entries() ([]mapping.Entry, error) {
	if c.BridgeFile == "" {
		return nil, nil
	}
	entries, err := mapping.Load(c.BridgeFile, topics.Pairs())
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		switch {
		case e.Direction.ToGz() && strings.HasPrefix(e.GzTopic, "/model/"+c.Driver.Names.Model+"/joint"):
			return nil, fmt.Errorf("bridge file %s: line %d: gz_topic_name %s: the robot's joints are commanded by joint_command, "+
				"which keeps them safe: expected another topic, or GZ_TO_ROS", c.BridgeFile, e.Line, e.GzTopic)
		case e.Direction.ToROS() && e.ROSTopic == "/clock":
			return nil, fmt.Errorf("bridge file %s: line %d: ros_topic_name /clock: the node publishes the time itself: expected another topic", c.BridgeFile, e.Line)
		}
	}
	return entries, nil
}

// transport returns where to look for the server.
func (c Config) transport() transport.Options {
	host, _ := os.Hostname()
	name := ""
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	o := transport.Environment(os.Getenv, host, name)
	if c.Partition != "" {
		o.Partition = c.Partition
	}
	if c.Address != "" {
		o.IP = c.Address
	}
	return o
}
