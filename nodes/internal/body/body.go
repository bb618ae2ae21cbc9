// Package body is what the nodes of all bodies share, whatever protocol a body speaks:
// the topics between its driver and everybody else.
//
//	subscribes  joint_command  gonao_msgs/JointCommand          a target for every joint, best effort
//	            lights         gonao_msgs/Lights                every LED, best effort; it stays until the next
//	publishes   robot_state    gonao_msgs/RobotState            every 12 ms, best effort
//	            cycle_stats    gonao_msgs/CycleStats            1 Hz
//	            button_events  gonao_msgs/ButtonEvent           what is done to buttons, bumpers and touch pads
//	            game_phase     gonao_msgs/GamePhase             where the chest button has led the game, at the start and on change
//	            joint_states   sensor_msgs/JointState           every 12 ms, while subscribed; position and velocity
//	            imu            sensor_msgs/Imu                  every 12 ms, while subscribed
//	            battery        sensor_msgs/BatteryState         1 Hz, while subscribed
//	            /diagnostics   diagnostic_msgs/DiagnosticArray  1 Hz, while subscribed
//
// Stamps are the node's clock when the body told its state; in simulation, where LoLA
// does not say what time it is, they are counted on from /clock, see
// [driver.Stamper].
package body

import (
	"context"

	"gonao/nao"
	driver "gonao/nao_driver"
	"gonao/ros"
)

// Driver is a body's driver: a *naodriver.Driver, or one that speaks another protocol.
// It applies the rules of nao/safety between the commander and the motors.
type Driver interface {
	// Run drives the body until ctx ends and the robot has been let down.
	Run(ctx context.Context, commander driver.Commander) error
	// Stats and State may be called from any goroutine.
	Stats() driver.Stats
	State() nao.State
}

// Options tell the bodies apart.
type Options struct {
	Protocol         string // as diagnostics and logs name it: "LoLA"
	RealtimePriority int    // SCHED_FIFO priority of the process, where it is granted; 0 does not ask
}

// Run connects a driver with the topics until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, d Driver, o Options) error {
	link, err := newLink(ctx, n)
	if err != nil {
		return err
	}
	report, err := newReporter(n, d, o.Protocol, link.errors)
	if err != nil {
		return err
	}
	if o.RealtimePriority > 0 {
		if err := ros.RealtimeProcess(o.RealtimePriority); err != nil {
			n.Log.Warn("no real-time priority: the cycle may be late under load", "reason", err)
		} else {
			report.realtime.Store(true)
		}
	}
	reporting, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		report.run(reporting, ros.NewSystemClock())
	}()
	err = d.Run(ctx, link)
	stop()
	<-done
	return err
}
