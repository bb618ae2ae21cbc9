package naodriver

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gonao/internal/claim"
	"gonao/nao/body"
	codec "gonao/nao/lola"
	"gonao/nao_driver/lola"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/sim3d"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"The driver of the robot's own protocol, LoLA, NAOqi or that of the 3-D simulation league."`

	Protocol         string          `yaml:"protocol" enum:"lola|naoqi|sim3d" readonly:"true" desc:"what the robot speaks: LoLA, with RoboCup's firmware; NAOqi, with the maker's own; SimSpark, in the 3-D simulation league"`
	Socket           string          `yaml:"socket" readonly:"true" desc:"LoLA's Unix socket, where the robot and the simulator both listen; or tcp://HOST:PORT of a simulator"`
	RealtimePriority int             `yaml:"realtime_priority" min:"0" max:"99" readonly:"true" desc:"SCHED_FIFO priority of the process, where it is granted; 0 does not ask"`
	FramePrefix      ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names, nao2/ say, where several robots share one /tf"`
	Body             body.Config     `yaml:",inline"`
	NAOqi            NAOqi           `yaml:"naoqi" desc:"what matters with the protocol naoqi alone, see docs/naoqi.md"`
	Sim3D            sim3d.Config    `yaml:"sim3d" desc:"what matters with the protocol sim3d alone, see docs/sim3d.md"`
}

// NAOqi holds the parameters of a robot with the maker's own firmware.
type NAOqi struct {
	Robot naoqi.Config `yaml:",inline"`
	Walk  string       `yaml:"walk" enum:"motion|naoqi" readonly:"true" desc:"who walks: the node motion, by joint_command, which needs a state every 12 ms; NAOqi, by cmd_vel and set_posture here"`
}

// DefaultConfig is for the robot, and for a simulation that runs in real time.
func DefaultConfig() Config {
	c := Config{
		Protocol: "lola", Socket: codec.SocketPath, RealtimePriority: 18, Body: body.DefaultConfig(),
		NAOqi: NAOqi{Robot: naoqi.DefaultConfig(), Walk: "motion"}, Sim3D: sim3d.DefaultConfig(),
	}
	c.NAOqi.Robot.Address = "nao.local"
	return c
}

// Validate returns an error that names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	if _, _, err := codec.Address(c.Socket); err != nil {
		return fmt.Errorf("socket: %w", err)
	}
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

// CheckFiles returns an error when another process drives the robot.
func (c Config) CheckFiles() error {
	name := c.robot()
	if name == "" || claim.Forced() {
		return nil
	}
	return inUse(claim.Check(name))
}

// robot returns the name of the robot that one driver may have, "" where a server decides.
func (c Config) robot() string {
	switch c.Protocol {
	case "lola":
		return "the robot at " + absolute(c.Socket)
	case "naoqi":
		return "the robot at naoqi://" + c.NAOqi.Robot.Address
	}
	return ""
}

// absolute returns the absolute path of a socket; addresses of TCP stay as they are.
func absolute(socket string) string {
	if path, err := filepath.Abs(socket); err == nil && !strings.Contains(socket, "://") {
		return path
	}
	return socket
}

// inUse adds what to do to an error of a claim.
func inUse(err error) error {
	taken, ok := errors.AsType[*claim.TakenError](err)
	if !ok {
		return err
	}
	return fmt.Errorf("%s has a driver already, %v: end that one first, or set %s=1 to go on all the same", taken.Name, taken.Holder, claim.Force)
}

// take claims the robot for this driver; release ends that.
func (c Config) take() (release func(), err error) {
	name := c.robot()
	if name == "" {
		return func() {}, nil
	}
	held, err := claim.Take(name)
	if err != nil && claim.Forced() {
		return func() {}, nil
	}
	return held.Release, inUse(err)
}

// lola returns the configuration of the LoLA driver.
func (c Config) lola() lola.Config { return lola.Config{Path: c.Socket, Config: c.Body} }

// naoqi returns the configuration of the NAOqi driver, whose states are farther apart.
func (c Config) naoqi() naoqi.Config {
	d := c.NAOqi.Robot
	step := d.Safety.LongestStep
	d.Config = c.Body
	d.Safety.LongestStep = step
	return d
}

// sim3d returns the configuration of the driver of the 3-D simulation league.
func (c Config) sim3d() sim3d.Config {
	d := c.Sim3D
	d.Config = c.Body
	return d
}
