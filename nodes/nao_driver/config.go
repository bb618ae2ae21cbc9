package naodriver

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gonao/body"
	"gonao/internal/claim"
	"gonao/internal/si"
	codec "gonao/nao/lola"
	"gonao/nao_driver/lola"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"The driver of the robot's own protocol, LoLA, NAOqi or that of the 3-D simulation league."`

	Protocol         string  `yaml:"protocol" enum:"lola|naoqi|sim3d" readonly:"true" desc:"what the robot speaks: LoLA, with RoboCup's firmware; NAOqi, with the maker's own; SimSpark, in the 3-D simulation league"`
	Socket           string  `yaml:"socket" readonly:"true" desc:"LoLA's Unix socket, where the robot and the simulator both listen; or tcp://HOST:PORT of a simulator"`
	AnswerWithinSec  float64 `yaml:"answer_within_sec" unit:"s" min:"0" max:"10" desc:"time a joint_command may take to answer its frame; LoLA waits 0.012; more in lockstep"`
	SilentForSec     float64 `yaml:"silent_for_sec" unit:"s" min:"0.1" max:"3600" desc:"without a frame until the driver connects again, in a simulation of its time; LoLA drops who once did not read"`
	RetryEverySec    float64 `yaml:"retry_every_sec" unit:"s" min:"0.001" max:"60" desc:"between attempts to connect; the socket comes tens of seconds after the robot boots"`
	RealtimePriority int     `yaml:"realtime_priority" min:"0" max:"99" readonly:"true" desc:"SCHED_FIFO priority of the process, where it is granted; 0 does not ask"`

	HoldAfterSec    float64 `yaml:"hold_after_sec" unit:"s" min:"0.012" max:"10" heading:"What happens when nobody commands, in the body's time of 12 ms a cycle:" desc:"without a command until the posture is held; a lost message is no reason"`
	LetDownAfterSec float64 `yaml:"let_down_after_sec" unit:"s" min:"0.012" max:"60" desc:"without a command until the robot is let down: crouch in 2 s, limp in 1 s" constraints:"at least hold_after_sec"`
	FirstWithinSec  float64 `yaml:"first_command_within_sec" unit:"s" min:"0" max:"3600" desc:"so long a robot found stiff is held for its first commander; nodes take time to start"`
	StiffnessPerSec float64 `yaml:"stiffness_per_sec" unit:"1/s" min:"0.1" max:"10" heading:"How gently a commander takes over:" desc:"fastest stiffening; 0 to 1 at once would tear at the gears"`
	EngageRadPerSec float64 `yaml:"engage_rad_per_sec" unit:"rad/s" min:"0.1" max:"5" desc:"fastest move of a target right after taking over; the robot may lie anywhere"`
	EngageInSec     float64 `yaml:"engage_in_sec" unit:"s" min:"0" max:"10" desc:"from taking over until a target may move at the joint's top speed"`

	SoftenFalls bool    `yaml:"soften_falls" heading:"When the robot is let down or softened whoever commands; see docs/safety.md:" desc:"a robot that stood and tips over fast has at most 0.35 of its stiffness for a second"`
	TooHot      float64 `yaml:"too_hot_celsius" unit:"°C" min:"50" max:"100" desc:"a leg's motor this hot: the robot is let down until it is cool; the body cuts it off at 95"`
	EmptyCharge float64 `yaml:"empty_charge" min:"0" max:"0.5" desc:"charge of the battery at which the robot is let down before it dies; 0: never"`
	ChestRests  bool    `yaml:"chest_button_rests" desc:"three presses of the chest button let the robot down, one wakes it"`

	NAOqi NAOqi `yaml:"naoqi" desc:"what matters with the protocol naoqi alone, see docs/naoqi.md"`
	Sim3D Sim3D `yaml:"sim3d" desc:"what matters with the protocol sim3d alone, see docs/sim3d.md"`
}

// Sim3D holds the parameters of a player in the 3-D simulation league.
type Sim3D struct {
	Address string  `yaml:"address" readonly:"true" desc:"the server's host:port"`
	Team    string  `yaml:"team" readonly:"true" desc:"name of the team"`
	Number  int     `yaml:"number" min:"0" max:"20" readonly:"true" desc:"of the player; 0: the server chooses"`
	X       float64 `yaml:"x_m" unit:"m" min:"-20" max:"20" readonly:"true" desc:"where it is put before a kick-off, towards the opponents' goal"`
	Y       float64 `yaml:"y_m" unit:"m" min:"-15" max:"15" readonly:"true" desc:"the same, to the left"`
	YawDeg  float64 `yaml:"yaw_deg" unit:"°" min:"-180" max:"180" readonly:"true" desc:"where it looks then"`
}

// NAOqi holds the parameters of a robot with the maker's own firmware.
type NAOqi struct {
	Address        string  `yaml:"address" readonly:"true" desc:"the robot's name or IP address; tcps://HOST where NAOqi wants a password"`
	User           string  `yaml:"user" readonly:"true" desc:"mostly nao; empty where NAOqi asks for none"`
	Password       string  `yaml:"password" readonly:"true" desc:"that of the robot's web page; every node can read it"`
	Walk           string  `yaml:"walk" enum:"motion|naoqi" readonly:"true" desc:"who walks: the node motion, by joint_command, which needs a state every 12 ms; NAOqi, by cmd_vel and set_posture here"`
	RateHz         float64 `yaml:"rate_hz" unit:"Hz" min:"1" max:"83" desc:"states asked for; ALMotion has 50"`
	CallWithinSec  float64 `yaml:"call_within_sec" unit:"s" min:"0.05" max:"10" desc:"NAOqi's time to answer a call"`
	MaxSpeed       float64 `yaml:"max_speed" min:"0.05" max:"1" desc:"largest share of the joints' top speed"`
	PostureSpeed   float64 `yaml:"posture_speed" min:"0.05" max:"1" desc:"share of the top speed on the way to a posture"`
	StopAfterSec   float64 `yaml:"stop_after_sec" unit:"s" min:"0.1" max:"60" desc:"without a cmd_vel until ALMotion stops walking"`
	AutonomousLife bool    `yaml:"autonomous_life" readonly:"true" desc:"leave NAOqi's autonomous life running; it moves the robot too"`
}

// DefaultConfig is for the robot, and for a simulation that runs in real time.
func DefaultConfig() Config {
	d := lola.DefaultConfig()
	return Config{
		Protocol:         "lola",
		Socket:           d.Path,
		AnswerWithinSec:  d.AnswerWithin.Seconds(),
		SilentForSec:     d.SilentFor.Seconds(),
		RetryEverySec:    d.RetryEvery.Seconds(),
		RealtimePriority: 18,

		HoldAfterSec:    d.Safety.HoldAfter.Seconds(),
		LetDownAfterSec: d.Safety.LetDownAfter.Seconds(),
		FirstWithinSec:  d.Safety.FirstWithin.Seconds(),
		StiffnessPerSec: d.Safety.StiffnessPerSec,
		EngageRadPerSec: d.Safety.EngageRadPerSec,
		EngageInSec:     d.Safety.EngageIn.Seconds(),

		SoftenFalls: d.Safety.SoftFall,
		TooHot:      d.Safety.TooHotCelsius,
		EmptyCharge: d.Safety.EmptyCharge,
		ChestRests:  d.Safety.ChestRests,

		NAOqi: defaultNAOqi(),
		Sim3D: defaultSim3D(),
	}
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
	if c.LetDownAfterSec < c.HoldAfterSec {
		return fmt.Errorf("let_down_after_sec %g: expected at least hold_after_sec, %g", c.LetDownAfterSec, c.HoldAfterSec)
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
		return "the robot at naoqi://" + c.NAOqi.Address
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
func (c Config) lola() lola.Config {
	d := lola.DefaultConfig()
	d.Path = c.Socket
	c.cycle(&d.Config)
	return d
}

// cycle sets the figures of the cycle, which all protocols have.
func (c Config) cycle(b *body.Config) {
	b.AnswerWithin = si.Seconds(c.AnswerWithinSec)
	b.SilentFor = si.Seconds(c.SilentForSec)
	b.RetryEvery = si.Seconds(c.RetryEverySec)
	d := &b.Safety
	d.HoldAfter = si.Seconds(c.HoldAfterSec)
	d.LetDownAfter = si.Seconds(c.LetDownAfterSec)
	d.FirstWithin = si.Seconds(c.FirstWithinSec)
	d.StiffnessPerSec = c.StiffnessPerSec
	d.EngageRadPerSec = c.EngageRadPerSec
	d.EngageIn = si.Seconds(c.EngageInSec)
	d.SoftFall, d.ChestRests = c.SoftenFalls, c.ChestRests
	d.TooHotCelsius, d.EmptyCharge = c.TooHot, c.EmptyCharge
}
