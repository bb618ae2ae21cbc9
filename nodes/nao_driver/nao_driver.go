// Package naodriver is the node that drives a NAO, real or simulated, over LoLA, one
// with the maker's own firmware over NAOqi, or a player in the RoboCup 3-D simulation league. Its topics are those of every body, see
// nodes/internal/bodytopics; say and speech are there with NAOqi, cmd_vel and set_posture with the parameter naoqi.walk set to naoqi, and
// what is seen with the 3-D simulation league.
//
//	subscribes  cmd_vel         geometry_msgs/Twist       speed of ALMotion's walk; it stops after naoqi.stop_after_sec without one
//	            sim3d/say       std_msgs/String           said with the next cycle: 1 to 20 ASCII characters without blanks and brackets
//	publishes   seen_objects    gonao_msgs/SeenObjects    balls and robots that the server reports as seen, every third message
//	            field_features  gonao_msgs/FieldFeatures  posts and lines, likewise
//	            game_state      gonao_msgs/GameState      what the server says of the game, on change; home is the robot's team
//	            sim3d/heard     std_msgs/String           what other players have said, of both teams
//	serves      set_posture     gonao_msgs/SetPosture     stand, sit, rest, and NAOqi's own postures
//
// A robot has one driver: a second one for the same socket or address ends at once and names the first.
// The rules between joint_command and the motors are those of nao/body/safety. When
// the context ends, the node lets the robot down and returns within 4 s.
package naodriver

import (
	"context"
	"time"

	"gonao/nao_driver/lola"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// Run runs the node until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	return run(ctx, n, cfg, lola.DefaultConfig().EndWithin)
}

// run is Run with the wall time within which the robot must be let down at the end.
func run(ctx context.Context, n *ros.Node, cfg Config, endWithin time.Duration) error {
	release, err := cfg.take()
	if err != nil {
		return err
	}
	defer release()
	if cfg.Protocol == "naoqi" {
		return runNAOqi(ctx, n, cfg, endWithin)
	}
	if cfg.Protocol == "sim3d" {
		return runSim3D(ctx, n, cfg, endWithin)
	}
	configure := func(c Config) lola.Config {
		d := c.LoLA
		d.EndWithin = endWithin
		return d
	}
	robot := configure(cfg)
	robot.Simulated = func() (time.Duration, bool) {
		return ros.SinceEpoch(n.Clock.Now()), n.Clock.Simulated() && n.Clock.Started()
	}
	d := lola.New(robot, ros.NewSystemClock(), n.Log)
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(configure(c)); return nil }); err != nil {
		return err
	}
	return bodytopics.Run(ctx, n, d, bodytopics.Options{FramePrefix: cfg.FramePrefix, Protocol: "LoLA", Priority: cfg.Priority})
}
