package gazebobridge

import (
	"fmt"
	"os"
	"os/user"
	"strings"

	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/mapping"
	"gonao/gazebo_bridge/transport"
	"gonao/internal/si"
	"gonao/nao"
	"gonao/nodes/gazebo_bridge/topics"
	"gonao/nodes/internal/images"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"The driver of a NAO in Gazebo, and the bridge to its world."`

	World     string `yaml:"world" readonly:"true" desc:"name of the world in its SDF; empty: the only one that is served"`
	Model     string `yaml:"model" readonly:"true" desc:"name of the robot's model in the world"`
	Partition string `yaml:"partition" readonly:"true" desc:"whose servers are seen; empty: as GZ_PARTITION or IGN_PARTITION say, or host name and user"`
	Address   string `yaml:"address" readonly:"true" desc:"IPv4 address of the network interface to Gazebo; empty: as GZ_IP or IGN_IP say, or all"`
	Lockstep  bool   `yaml:"lockstep" readonly:"true" desc:"the world is stepped by 12 ms and waits for each command; false: it runs by itself, and must be playing"`

	MostRealTime float64 `yaml:"most_real_time" min:"0" max:"1000" desc:"in lockstep: so many times as fast as real time at most; 0: as fast as it goes"`

	BridgeFile string `yaml:"bridge_file" readonly:"true" desc:"file in the form of ros_gz_bridge that lists other topics to bridge; empty: none"`

	Compressed images.Compression `yaml:"compressed" desc:"camera/…/image_raw/compressed: JPEG images, for viewers; encoded once for all who subscribe"`
	Store      images.Files       `yaml:"store" desc:"images that are kept as files"`

	AnswerWithinSec float64 `yaml:"answer_within_sec" unit:"s" min:"0" max:"10" desc:"wall time a joint_command may take to answer its state"`
	SilentForSec    float64 `yaml:"silent_for_sec" unit:"s" min:"0.1" max:"3600" desc:"wall time without joint states until the server is looked for again"`
	RetryEverySec   float64 `yaml:"retry_every_sec" unit:"s" min:"0.001" max:"60" desc:"between looks for the server"`

	HoldAfterSec    float64 `yaml:"hold_after_sec" unit:"s" min:"0.012" max:"10" heading:"What happens when nobody commands, in simulated time:" desc:"without a command until the posture is held"`
	LetDownAfterSec float64 `yaml:"let_down_after_sec" unit:"s" min:"0.012" max:"60" desc:"without a command until the robot crouches; limp it cannot go" constraints:"at least hold_after_sec"`
	FirstWithinSec  float64 `yaml:"first_command_within_sec" unit:"s" min:"0" max:"3600" desc:"so long the robot is held for its first commander; nodes take time to start"`
	EngageRadPerSec float64 `yaml:"engage_rad_per_sec" unit:"rad/s" min:"0.1" max:"5" heading:"How gently a commander takes over:" desc:"fastest move of a target right after taking over"`
	EngageInSec     float64 `yaml:"engage_in_sec" unit:"s" min:"0" max:"10" desc:"from taking over until a target may move at the joint's top speed"`
}

// DefaultConfig is for our own worlds.
func DefaultConfig() Config {
	d := bridge.DefaultConfig()
	return Config{
		Model:           d.Names.Model,
		Lockstep:        d.Lockstep,
		MostRealTime:    d.MostRealTime,
		Compressed:      images.DefaultCompression(),
		Store:           images.DefaultFiles(),
		AnswerWithinSec: d.AnswerWithin.Seconds(),
		SilentForSec:    d.SilentFor.Seconds(),
		RetryEverySec:   d.RetryEvery.Seconds(),
		HoldAfterSec:    d.Safety.HoldAfter.Seconds(),
		LetDownAfterSec: d.Safety.LetDownAfter.Seconds(),
		FirstWithinSec:  d.Safety.FirstWithin.Seconds(),
		EngageRadPerSec: d.Safety.EngageRadPerSec,
		EngageInSec:     d.Safety.EngageIn.Seconds(),
	}
}

// Validate returns an error that names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	if c.Model == "" {
		return fmt.Errorf("model: expected the name of the robot's model")
	}
	if c.LetDownAfterSec < c.HoldAfterSec {
		return fmt.Errorf("let_down_after_sec %g: expected at least hold_after_sec, %g", c.LetDownAfterSec, c.HoldAfterSec)
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
		case e.Direction.ToGz() && strings.HasPrefix(e.GzTopic, "/model/"+c.Model+"/joint"):
			return nil, fmt.Errorf("bridge file %s: line %d: gz_topic_name %s: the robot's joints are commanded by joint_command, "+
				"which keeps them safe: expected another topic, or GZ_TO_ROS", c.BridgeFile, e.Line, e.GzTopic)
		case e.Direction.ToROS() && e.ROSTopic == "/clock":
			return nil, fmt.Errorf("bridge file %s: line %d: ros_topic_name /clock: the node publishes the time itself: expected another topic", c.BridgeFile, e.Line)
		}
	}
	return entries, nil
}

// driver returns the configuration of the driver.
func (c Config) driver() bridge.Config {
	d := bridge.DefaultConfig()
	d.Names = nao.GazeboNames{World: c.World, Model: c.Model}
	d.Lockstep = c.Lockstep
	d.MostRealTime = c.MostRealTime
	d.AnswerWithin = si.Seconds(c.AnswerWithinSec)
	d.SilentFor = si.Seconds(c.SilentForSec)
	d.RetryEvery = si.Seconds(c.RetryEverySec)
	d.Safety.HoldAfter = si.Seconds(c.HoldAfterSec)
	d.Safety.LetDownAfter = si.Seconds(c.LetDownAfterSec)
	d.Safety.FirstWithin = si.Seconds(c.FirstWithinSec)
	d.Safety.EngageRadPerSec = c.EngageRadPerSec
	d.Safety.EngageIn = si.Seconds(c.EngageInSec)
	return d
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
