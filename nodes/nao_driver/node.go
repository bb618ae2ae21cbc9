// Package naodriver is the node that drives a NAO, real or simulated, over LoLA, or one
// with the maker's own firmware over NAOqi. Its topics are those of every body, see
// nodes/internal/bodytopics. A robot with NAOqi speaks besides:
//
//	serves      say          gonao_msgs/Say          its own voice speaks a text
//	subscribes  speech       std_msgs/String         texts without an answer
//
// With the parameter naoqi.walk set to naoqi there are
//
//	subscribes  cmd_vel      geometry_msgs/Twist     ALMotion walks so; without one for naoqi.stop_after_sec it stops
//	serves      set_posture  gonao_msgs/SetPosture   stand, sit, rest, and NAOqi's own postures
//
// The rules between joint_command and the motors are those of body/safety. When
// the context ends, the node lets the robot down and returns within 4 s.
package naodriver

import (
	"context"
	"fmt"

	"gonao/nao_driver/lola"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// Run runs the node until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	if cfg.Protocol == "naoqi" {
		return runNAOqi(ctx, n, cfg)
	}
	d := lola.New(cfg.lola(), ros.NewSystemClock(), n.Log)
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(c.lola()); return nil }); err != nil {
		return fmt.Errorf("nao driver: %w", err)
	}
	if err := bodytopics.Run(ctx, n, d, bodytopics.Options{Protocol: "LoLA", RealtimePriority: cfg.RealtimePriority}); err != nil {
		return fmt.Errorf("nao driver: %w", err)
	}
	return nil
}
