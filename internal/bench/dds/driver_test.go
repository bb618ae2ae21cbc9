package dds

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gonao/internal/si"
	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/lola"
	naodriver "gonao/nodes/nao_driver"
	"gonao/ros"
)

// The subscribers of the driver, in addition to the commander.
var (
	ownTopics = []string{
		"joint_states sensor_msgs/msg/JointState", "imu sensor_msgs/msg/Imu", "battery sensor_msgs/msg/BatteryState",
		"cycle_stats gonao_msgs/msg/CycleStats", "button_events gonao_msgs/msg/ButtonEvent", "/diagnostics diagnostic_msgs/msg/DiagnosticArray",
	}
	compatibleTopics = []string{
		"sensors/accelerometer nao_lola_sensor_msgs/msg/Accelerometer", "sensors/angle nao_lola_sensor_msgs/msg/Angle",
		"sensors/buttons nao_lola_sensor_msgs/msg/Buttons", "sensors/fsr nao_lola_sensor_msgs/msg/FSR",
		"sensors/gyroscope nao_lola_sensor_msgs/msg/Gyroscope", "sensors/joint_positions nao_lola_sensor_msgs/msg/JointPositions",
		"sensors/joint_stiffnesses nao_lola_sensor_msgs/msg/JointStiffnesses", "sensors/joint_temperatures nao_lola_sensor_msgs/msg/JointTemperatures",
		"sensors/joint_currents nao_lola_sensor_msgs/msg/JointCurrents", "sensors/joint_statuses nao_lola_sensor_msgs/msg/JointStatuses",
		"sensors/sonar nao_lola_sensor_msgs/msg/Sonar", "sensors/touch nao_lola_sensor_msgs/msg/Touch",
		"sensors/battery nao_lola_sensor_msgs/msg/Battery", "sensors/robot_config nao_lola_sensor_msgs/msg/RobotConfig",
		"imu/torso sensor_msgs/msg/Imu", "sonar/left sensor_msgs/msg/Range", "sonar/right sensor_msgs/msg/Range",
	}
)

// BenchmarkDriver measures the driver's node between a LoLA server that sends a frame every 12 ms and a commander, each
// in a separate process. It measures the driver's share of a core, the delay of the command and its jitter: without
// another subscriber, with a subscriber of all our topics, and with a subscriber of the topics of nao_lola and
// naoqi_driver.
func BenchmarkDriver(b *testing.B) {
	for _, row := range []struct {
		name       string
		topics     []string
		how        scheduling
		priorities [3]int // real-time priority of the server, the driver and the commander, which request it themselves
	}{
		{"none", nil, ordinary, [3]int{}},
		{"own", ownTopics, ordinary, [3]int{}},
		{"compatible", compatibleTopics, ordinary, [3]int{}},
		{"compatible_fifo", compatibleTopics, fifo, [3]int{20, 18, 16}},
	} {
		b.Run(row.name, func(b *testing.B) {
			useOwnDomain(b)
			granted(b, row.how)
			var d drive
			for b.Loop() {
				d = driveOnce(b, row.topics, row.priorities)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(100*d.share, "%core")
			b.ReportMetric(d.p50/1e3, "answer-p50-µs")
			b.ReportMetric(d.p99/1e3, "answer-p99-µs")
			b.ReportMetric(d.jitter/1e3, "jitter-p99-µs")
			b.ReportMetric(d.late, "late")
		})
	}
}

// drive holds the figures of one run.
type drive struct {
	share            float64 // share of one core
	p50, p99, jitter float64 // time of an answer, and difference between the time from one answer to the next and that of their frames, ns
	late             float64 // answers that took more than a cycle
}

func driveOnce(b *testing.B, topics []string, priorities [3]int) (d drive) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "lola")
	if len(topics) > 0 {
		args := make([]any, len(topics))
		for i, t := range topics {
			args[i] = t
		}
		defer ours(b, ordinary, "listen", args...).ready(b).stop()
	}
	defer ours(b, ordinary, "command", priorities[2]).ready(b).stop()
	server := ours(b, ordinary, "lola", path, priorities[0]).ready(b)
	driver := ours(b, ordinary, "driver", path, priorities[1])
	_, err := fmt.Sscan(server.line(b), &d.share, &d.p50, &d.p99, &d.jitter, &d.late)
	require.NoError(b, err)
	server.stop()
	driver.stop()
	return d
}

// serveLoLA sends frames at 83 Hz on the socket args[0], receives the answers and prints a drive.
func serveLoLA(args []string) error {
	if err := priority(args[1]); err != nil {
		return err
	}
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
	d, err := measureDriver(conn.(*net.UnixConn))
	if err == nil {
		fmt.Println(d.share, d.p50, d.p99, d.jitter, d.late)
	}
	return err
}

func measureDriver(conn *net.UnixConn) (d drive, err error) {
	pid, err := peerOf(conn)
	if err != nil {
		return d, err
	}
	sensors := lola.Sensors{RobotConfig: lola.SimulatedRobotConfig()}
	state := nao.State{Position: nao.StandPosture(), Accelerometer: [3]float64{0, 0, 9.81}, Battery: nao.Battery{Charge: 0.8}}
	sensors.SetState(&state)
	var commands lola.Commands
	reader := lola.NewReader(conn)
	const settle = 85 // one second for discovery and the first commands
	var took, gaps []float64
	var last, lastSent time.Time
	tick := time.NewTicker(nao.CyclePeriod)
	defer tick.Stop()
	began, spent := time.Now(), 0.0
	for i := range settle + trips {
		<-tick.C
		if i == settle {
			began = time.Now()
			spent, err = processorTime(pid)
		}
		sent := time.Now()
		if _, err := conn.Write(sensors.Append(nil)); err != nil {
			return d, err
		}
		if err := errors.Join(err, reader.Commands(&commands)); err != nil {
			return d, err
		}
		at := time.Now()
		if i >= settle {
			took = append(took, float64(at.Sub(sent)))
			gaps = append(gaps, float64((at.Sub(last) - sent.Sub(lastSent)).Abs()))
			if at.Sub(sent) > nao.CyclePeriod {
				d.late++
			}
		}
		last, lastSent = at, sent
	}
	until, err := processorTime(pid)
	d.share = (until - spent) / time.Since(began).Seconds()
	slices.Sort(took)
	slices.Sort(gaps)
	d.p50, d.p99, d.jitter = took[len(took)/2], took[len(took)*99/100], gaps[len(gaps)*99/100]
	return d, err
}

// peerOf returns the process at the other end of a connection.
func peerOf(conn *net.UnixConn) (pid int32, err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, err
	}
	var who *unix.Ucred
	var failed error
	err = raw.Control(func(fd uintptr) {
		who, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err := errors.Join(err, failed); err != nil {
		return 0, err
	}
	return who.Pid, nil
}

// processorTime returns the time for which a process's threads have run, in s.
func processorTime(pid int32) (sec float64, err error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has just ended
		}
		ns, err := strconv.ParseFloat(strings.Fields(string(text))[0], 64)
		if err != nil {
			return 0, err
		}
		sec += ns / 1e9
	}
	if sec == 0 {
		return 0, fmt.Errorf("no processor time of process %d", pid)
	}
	return sec, nil
}

// priority requests SCHED_FIFO for the process, unless the priority is 0.
func priority(text string) error {
	p, err := strconv.Atoi(text)
	if err != nil || p == 0 {
		return err
	}
	return ros.RealtimeProcess(p)
}

// driveRobot runs the driver's node at the socket args[0].
func driveRobot(ctx context.Context, n *ros.Node, args []string) error {
	cfg := naodriver.DefaultConfig()
	priority, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	cfg.LoLA.Path, cfg.RealtimePriority = args[0], priority
	if len(args) > 2 { // in lockstep, answers are never late because other processes use the processor
		sec, err := strconv.ParseFloat(args[2], 64)
		if err != nil {
			return err
		}
		cfg.LoLA.AnswerWithin = si.Seconds(sec)
	}
	return naodriver.Run(ctx, n, cfg)
}

// command answers every state with its own posture.
func command(ctx context.Context, n *ros.Node, args []string) error {
	if err := priority(args[0]); err != nil {
		return err
	}
	commands, err := ros.Advertise[msgs.JointCommand](n, "joint_command", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	states, err := ros.Subscribe[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	fmt.Println("ready")
	for {
		select {
		case s := <-states.C():
			c := msgs.JointCommand{Cycle: s.Cycle, Position: s.Position}
			for j := range c.Stiffness {
				c.Stiffness[j] = 1
			}
			if err := commands.Publish(c); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// listen subscribes to topics, each with its type.
func listen(ctx context.Context, n *ros.Node, topics []string) error {
	for _, topic := range topics {
		name, typeName, _ := strings.Cut(topic, " ")
		if _, err := ros.SubscribeRaw(n, name, typeName, "", func([]byte, time.Time) {}, ros.BestEffort()); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	<-ctx.Done()
	return nil
}
