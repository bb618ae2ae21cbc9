package graph

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
	"gonao/ros/cdr"
)

func newHz(t Access) *cobra.Command {
	var m meter
	cmd := &cobra.Command{
		Use: "hz TOPIC", Short: "measure how often a topic is published", Args: cobra.ExactArgs(1),
		Long: `hz measures the times between messages as they arrive here, in wall-clock time, and
shows once a second: the mean rate, the shortest and longest gap, and the gaps'
standard deviation. The type need not be known to gonao.`,
		Example:           "  gonao topic hz /nao1/robot_state\n  gonao topic hz /nao1/camera/top/image_raw --window 30 --duration 10s",
		ValidArgsFunction: t.CompleteNames(Topics(), 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var s gaps
			return m.run(cmd, t, args[0], nil, func(a arrival) { s.add(a.at, m.window) }, s.String)
		},
	}
	m.add(cmd, 10_000)
	return cmd
}

func newBw(t Access) *cobra.Command {
	var m meter
	cmd := &cobra.Command{
		Use: "bw TOPIC", Short: "measure how many bytes a topic carries", Args: cobra.ExactArgs(1),
		Long: `bw shows once a second how many bytes of messages come in a second, over the last
--window messages, and how large they are: as on the wire, without the headers of the
network. The type need not be known to gonao.`,
		Example:           "  gonao topic bw /nao1/camera/top/image_raw\n  gonao topic bw /nao1/robot_state --window 1000 --duration 10s",
		ValidArgsFunction: t.CompleteNames(Topics(), 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var v volume
			return m.run(cmd, t, args[0], nil, func(a arrival) { v.add(a, m.window) }, func() string { return v.text(time.Now()) })
		},
	}
	m.add(cmd, 100)
	return cmd
}

func newDelay(t Access) *cobra.Command {
	var m meter
	cmd := &cobra.Command{
		Use: "delay TOPIC", Short: "measure how late the messages of a topic come", Args: cobra.ExactArgs(1),
		Long: `delay shows once a second how old messages are when they arrive: the time minus
header.stamp. It works for every type that begins with a std_msgs/Header. Where /clock is
published, a stamp is compared with the simulation's time if it is nearer to that than to
this machine's; the simulation's is as fine as /clock is frequent.`,
		Example:           "  gonao topic delay /nao1/joint_states",
		ValidArgsFunction: t.CompleteNames(Topics(), 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var d delays
			t.SimTime = true
			return m.run(cmd, t, args[0], headerStamp, func(a arrival) { d.add(a, m.window) }, d.String)
		},
	}
	m.add(cmd, 10_000)
	return cmd
}

// headerStamp returns the stamp at the beginning of an encoded message.
func headerStamp(data []byte) (time.Time, error) {
	var r cdr.Reader
	if err := r.Open(data); err != nil {
		return time.Time{}, err
	}
	sec, nsec := r.Int32(), r.Uint32()
	if nsec >= 1e9 {
		return time.Time{}, errors.New("the messages do not begin with a header")
	}
	return time.Unix(int64(sec), int64(nsec)), nil
}

// run subscribes to the topic and measures. stamp returns when a message was sent; nil: not
// needed.
func (m *meter) run(cmd *cobra.Command, t Access, topic string, stamp func([]byte) (time.Time, error), note func(arrival), text func() string) error {
	if err := m.check(); err != nil {
		return err
	}
	return t.WithNode(cmd.Context(), func(n *ros.Node) error {
		typeName, g, err := Topics().TypeOf(t, n, topic, m.wait)
		if err != nil {
			return err
		}
		topic = Absolute(topic)
		arrivals, errs := make(chan arrival, 10_000), make(chan error, 1)
		_, err = ros.SubscribeRaw(n, topic, typeName, ofTopic(g, topic, typeName).Hash(), func(data []byte, _ time.Time) {
			a := arrival{at: time.Now(), size: len(data)}
			if n.Clock.Simulated() && n.Clock.Started() {
				a.simulated = n.Clock.Now()
			}
			if stamp != nil {
				var err error
				if a.sent, err = stamp(data); err != nil {
					select {
					case errs <- fmt.Errorf("topic %s: %w", topic, err):
					default: // an error is waiting already
					}
					return
				}
			}
			select {
			case arrivals <- a:
			default: // this process is too slow; the gap is measured
			}
		}, ros.WithQoS(m.qos.subscription(topic, publishers(g, topic), t.Errs)))
		if err != nil {
			return err
		}
		if cmd.Name() == "bw" { // as ros2 topic bw does
			fmt.Fprintf(t.Out, "Subscribed to [%s]\n", topic)
		}
		return m.measure(t, n, arrivals, errs, note, text)
	})
}
