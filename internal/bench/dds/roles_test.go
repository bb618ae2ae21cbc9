package dds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nodes/motion"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/world"
)

// patience is the time that an expected event may take.
const patience = 2 * time.Minute

// warmUp is the number of trips that are not counted, as in the C peer.
const warmUp = 20

// ping sends 64 bytes to pong and waits for them to come back, args[0] times, args[1] ms after the previous trip (0: at
// once). It prints median and 99th percentile in ns.
func ping(n *ros.Node, args []string) error {
	back := make(chan struct{}, 1)
	sub, err := ros.SubscribeRaw(n, "/pong", "std_msgs/msg/String", "", func([]byte, time.Time) { back <- struct{}{} })
	if err != nil {
		return err
	}
	pub, err := ros.AdvertiseRaw(n, "/ping", "std_msgs/msg/String", "")
	if err != nil {
		return err
	}
	if err := matched(pub.Subscribers, sub.Publishers); err != nil {
		return err
	}
	data := cdr.Marshal(&stdmsgs.String{Data: strings.Repeat("x", 59)})
	return measure(args, func() (bool, error) {
		if err := pub.Publish(data); err != nil {
			return false, err
		}
		<-back
		return true, nil
	})
}

// pong sends back what it receives.
func pong(ctx context.Context, n *ros.Node) error {
	pub, err := ros.AdvertiseRaw(n, "/pong", "std_msgs/msg/String", "")
	if err != nil {
		return err
	}
	_, err = ros.SubscribeRaw(n, "/ping", "std_msgs/msg/String", "", func(data []byte, _ time.Time) { _ = pub.Publish(data) })
	if err != nil {
		return err
	}
	fmt.Println("ready")
	<-ctx.Done()
	return nil
}

// body is the driver of a robot that reaches its targets at once. It publishes robot_state and measures the time until
// the joint_command that answers it. args[2] is its real-time priority, or 0.
func body(n *ros.Node, args []string) error {
	if args[2] != "0" {
		priority, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		if err := ros.RealtimeProcess(priority); err != nil {
			return err
		}
	}
	states, err := ros.Advertise[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	commands, err := ros.Subscribe[msgs.JointCommand](n, "joint_command", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	if err := matched(states.Subscribers, commands.Publishers); err != nil {
		return err
	}
	var state msgs.RobotState
	for j, angle := range nao.StandPosture() {
		state.Position[j] = float32(angle)
	}
	return measure(args, func() (bool, error) {
		state.Cycle++
		state.Stamp = ros.Stamp(n.Clock.Now())
		if err := states.Publish(state); err != nil {
			return false, err
		}
		for {
			select {
			case c := <-commands.C():
				if c.Cycle != state.Cycle {
					continue // command of a cycle that counts as lost
				}
				state.Position, state.Stiffness = c.Position, c.Stiffness
				return true, nil
			case <-time.After(time.Second):
				return false, nil
			}
		}
	})
}

// move runs the motion node; args[0] is its real-time priority.
func move(ctx context.Context, n *ros.Node, args []string) (err error) {
	cfg := motion.DefaultConfig()
	if cfg.RealtimePriority, err = strconv.Atoi(args[0]); err != nil {
		return err
	}
	return motion.Run(ctx, n, cfg)
}

// measure makes the number of trips that args names, and prints median, 99th percentile and the number of lost
// messages.
func measure(args []string, trip func() (came bool, err error)) error {
	count, err1 := strconv.Atoi(args[0])
	periodMs, err2 := strconv.Atoi(args[1])
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	next := func() {}
	if periodMs > 0 {
		tick := time.NewTicker(time.Duration(periodMs) * time.Millisecond)
		defer tick.Stop()
		next = func() { <-tick.C }
	}
	took, lost := make([]time.Duration, 0, count), 0
	for i := range warmUp + count {
		next()
		start := time.Now()
		came, err := trip()
		if err != nil {
			return err
		}
		switch {
		case i < warmUp:
		case came:
			took = append(took, time.Since(start))
		default:
			lost++
		}
	}
	if len(took) == 0 {
		return fmt.Errorf("none of %d came back", count)
	}
	slices.Sort(took)
	fmt.Println(took[len(took)/2].Nanoseconds(), took[len(took)*99/100].Nanoseconds(), lost)
	return nil
}

func matched(sides ...func() int) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if !slices.ContainsFunc(sides, func(count func() int) bool { return count() == 0 }) {
			return nil
		}
	}
	return fmt.Errorf("nobody there within %v", patience)
}

// render simulates a standing robot on the SPL field in real time and draws both cameras as the simulator does: 640×480
// at 30 Hz each. When it ends, it prints the number of images drawn per second.
func render(ctx context.Context) error {
	w, err := world.Load("spl")
	if err != nil {
		return err
	}
	s, err := sim.New(sim.DefaultConfig(w))
	if err != nil {
		return err
	}
	defer s.Close()
	failed := make(chan error, 2)
	thread, err := camera.StartThread(s.Model(), "", camera.Options{Noise: 2, Nice: 10},
		func(*camera.Image) {}, func(err error) { failed <- err })
	if err != nil {
		return err
	}
	defer thread.Close()
	for c := range nao.NumCameras {
		thread.Want(nao.Camera(c), true)
	}
	command := &nao.Command{Position: nao.StandPosture()}
	for j := range command.Stiffness {
		command.Stiffness[j] = 1
	}
	tick := time.NewTicker(nao.CyclePeriod)
	defer tick.Stop()
	var begin time.Time
	var before uint64
	for {
		select {
		case <-ctx.Done():
			drawn, _ := thread.Drawn()
			fmt.Println(float64(drawn-before) / time.Since(begin).Seconds())
			return nil
		case err := <-failed:
			return err
		case <-tick.C:
		}
		if err := s.Step(command); err != nil {
			return err
		}
		thread.Offer(s.Data())
		if drawn, _ := thread.Drawn(); drawn > 0 && begin.IsZero() {
			begin, before = time.Now(), drawn
			fmt.Println("ready")
		}
	}
}
