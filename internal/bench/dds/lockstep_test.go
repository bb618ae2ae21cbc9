package dds

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
)

// counted holds the counters of a run of the driver's cycle.
type counted struct {
	cycles  uint64 // sensor frames
	missed  uint64 // frames that no command answered
	dropped uint64 // states that the commander did not receive
}

// since returns the counts since an earlier time.
func (c counted) since(old counted) counted {
	return counted{c.cycles - old.cycles, c.missed - old.missed, c.dropped - old.dropped}
}

// newest forwards the counters that a process prints. It replaces a value that was not received yet by the newest one.
func (p *process) newest() <-chan counted {
	out := make(chan counted, 1)
	go func() {
		defer close(out)
		for p.out.Scan() {
			var c counted
			if _, err := fmt.Sscan(p.out.Text(), &c.cycles, &c.missed, &c.dropped); err != nil {
				return
			}
			select {
			case <-out:
			default:
			}
			out <- c
		}
	}()
	return out
}

// The driver, its commander, a studio and five viewers are separate processes that communicate over DDS; one viewer is
// stopped by SIGSTOP. In lockstep each frame waits for the answer to the previous one, so the counters do not depend on
// the speed of the machine. A studio that blocked the driver would leave some or all frames without an answer.
func TestTheCycleIsTheSameWithFiveViewersOfWhichOneIsStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs ten processes for some seconds; run it without -short, as make nightly does")
	}
	useOwnDomain(t)
	path := filepath.Join(t.TempDir(), "lola")
	dir, port := t.TempDir(), 28775
	commander := ours(t, ordinary, "count").ready(t)
	server := ours(t, ordinary, "lockstep", path).ready(t)
	driver := ours(t, ordinary, "driver", path, 0, 10)
	defer driver.stop()
	defer server.stop()
	defer commander.stop()
	counts := commander.newest()
	next := func() counted {
		c, ok := <-counts
		require.True(t, ok, "the commander has ended")
		return c
	}
	const least = 3000
	// run blocks until at least the given number of cycles has run, and returns the counters of these cycles.
	run := func() counted {
		next() // the first counters may be old
		next()
		began := next()
		for {
			if now := next().since(began); now.cycles >= least {
				return now
			}
		}
	}
	for next().cycles < 1000 { // time for discovery
	}
	without := run()

	defer ours(t, ordinary, "studio", dir, port).ready(t).stop()
	for i := range 5 {
		v := ours(t, ordinary, "view", dir, port, i == 0)
		defer func() {
			require.NoError(t, v.cmd.Process.Signal(syscall.SIGCONT)) // a stopped process could not be ended
			v.stop()
		}()
		require.Equal(t, "looking", v.line(t))
	}
	with := run()
	t.Logf("without: %+v; with: %+v", without, with)
	require.Equal(t, [2]uint64{without.missed, without.dropped}, [2]uint64{with.missed, with.dropped})
	require.Zero(t, with.missed)
}

// serveLockstep sends a frame as soon as the previous one is answered, on the socket args[0].
func serveLockstep(ctx context.Context, args []string) error {
	listener, err := net.Listen("unix", args[0])
	if err != nil {
		return err
	}
	defer listener.Close()
	fmt.Println("ready")
	conn, err := listener.Accept()
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	sensors := lola.Sensors{RobotConfig: lola.SimulatedRobotConfig()}
	state := nao.State{Position: nao.StandPosture(), Accelerometer: [3]float64{0, 0, 9.81}, Battery: nao.Battery{Charge: 0.8}}
	var commands lola.Commands
	reader := lola.NewReader(conn)
	for i := 0; ctx.Err() == nil; i++ {
		state.Accelerometer[0] = 0.01 * float64(i%7) // sensors whose values never change count as broken
		sensors.SetState(&state)
		if _, err := conn.Write(sensors.Append(nil)); err != nil {
			return nil //nolint:nilerr // the driver has ended
		}
		if err := reader.Commands(&commands); err != nil {
			return nil //nolint:nilerr // the same
		}
	}
	return nil
}

// count answers every state with its own posture, and prints the counters once a second.
func count(ctx context.Context, n *ros.Node) error {
	commands, err := ros.Advertise[msgs.JointCommand](n, "joint_command", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	states, err := ros.Subscribe[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	stats, err := ros.Subscribe[msgs.CycleStats](n, "cycle_stats")
	if err != nil {
		return err
	}
	fmt.Println("ready")
	var last, dropped uint64
	for {
		select {
		case s := <-states.C():
			if last != 0 && s.Cycle > last+1 {
				dropped += s.Cycle - last - 1
			}
			last = s.Cycle
			c := msgs.JointCommand{Cycle: s.Cycle, Position: s.Position}
			for j := range c.Stiffness {
				c.Stiffness[j] = 1
			}
			if err := commands.Publish(c); err != nil {
				return err
			}
		case m := <-stats.C():
			fmt.Println(strings.TrimSpace(fmt.Sprintln(m.Cycles, m.Missed, dropped)))
		case <-ctx.Done():
			return nil
		}
	}
}
