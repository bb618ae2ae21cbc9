package graph

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/si"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// pub holds the arguments of topic pub.
type pub struct {
	sent
	rate               float64
	times, every       int
	wait               int // for that many subscribers; below 0: for one if times is set
	maxWait, keepAlive time.Duration
	look               time.Duration
	nodeName           string
	qos                qosFlags
}

func newPub(t Access) *cobra.Command {
	p := pub{keepAlive: 200 * time.Millisecond}
	var once bool
	cmd := &cobra.Command{
		Use: "pub TOPIC TYPE [YAML]", Short: "publish a message", Args: cobra.RangeArgs(2, 3),
		Long: `pub publishes one message again and again, or once. The message is YAML with the
fields' names; what is left out keeps its default. "now" stands for the time of each
sending, and "auto" for a header with it.

If gonao does not have the type, it uses the description of a subscriber of the topic, or
the definition in --definitions.`,
		Example: `  gonao topic pub --once /nao1/chatter std_msgs/msg/String 'data: hello'
  gonao topic pub --rate 30 /nao1/head_command gonao_msgs/msg/HeadCommand '{yaw: 0.5, pitch: 0.1}'
  gonao topic pub -t 3 -w 2 /nao1/chatter std_msgs/msg/String     # three times, once two listen
  gonao topic pub --once /clicked geometry_msgs/msg/PointStamped '{header: auto, point: {x: 1}}'`,
		ValidArgsFunction: t.CompleteMessage(Topics(), func(typeName string) string { return typeName }),
		RunE: func(cmd *cobra.Command, args []string) error {
			if once && p.times > 0 {
				return cli.Usagef("both --once and --times given; expected one of them")
			}
			if once {
				p.times = 1
			}
			if err := p.check(); err != nil {
				return err
			}
			lib, err := p.read(t, "topic", args)
			if err != nil {
				return err
			}
			t.NodeName = p.nodeName
			if given := cmd.Flags().Changed; given("timeout") && !given("max-wait-time-secs") {
				p.maxWait = p.look
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error { return p.run(t, n, lib) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&once, "once", "1", false, "publish once, as soon as somebody listens")
	flags.Float64VarP(&p.rate, "rate", "r", 1, "messages per second")
	flags.IntVarP(&p.times, "times", "t", 0, "stop after so many messages (0: never)")
	flags.IntVarP(&p.every, "print", "p", 1, "show every N-th message only (0: none)")
	flags.IntVarP(&p.wait, "wait-matching-subscriptions", "w", -1, "wait for so many subscribers first (default: 1 with --once and --times, else 0)")
	flags.Var((*cli.Seconds)(&p.maxWait), "max-wait-time-secs", "give up waiting for subscribers after this time (0: never; default: that of --timeout where it is given)")
	flags.Var((*cli.Seconds)(&p.keepAlive), "keep-alive", "stay so long after the last message, for it to arrive")
	flags.StringVarP(&p.nodeName, "node-name", "n", "", "name of the publishing node (default: a hidden one)")
	p.addStdin(cmd)
	p.qos.addPublisher(cmd)
	SearchFlag(cmd, &p.look)
	return cmd
}

// check returns an error for flags out of range.
func (p *pub) check() error {
	if err := cli.CheckRate(p.rate); err != nil {
		return err
	}
	if p.times < 0 || p.every < 0 {
		return cli.Usagef("--times %d, --print %d: expected 0 or more", p.times, p.every)
	}
	if p.wait < 0 {
		p.wait = min(p.times, 1)
	}
	return p.qos.check()
}

// run publishes until there are --times messages or the context ends.
func (p *pub) run(t Access, n *ros.Node, lib *Library) error {
	example, err := p.example(t, n, lib)
	if err != nil {
		return err
	}
	publisher, err := ros.AdvertiseRaw(n, p.name, p.typeName, example.TypeHash(), ros.WithQoS(p.qos.over(profiles()["default"])))
	if err != nil {
		return err
	}
	if err := p.await(t, n, publisher); err != nil {
		return err
	}
	fmt.Fprintln(t.Out, "publisher: beginning loop")
	tick := time.NewTicker(si.Seconds(1 / p.rate))
	defer tick.Stop()
	for sent := 1; ; sent++ {
		m := example.New()
		if err := m.SetText(p.text, time.Now()); err != nil {
			return err
		}
		data, err := cdr.Encode(nil, m)
		if err != nil {
			return err
		}
		if err := publisher.Publish(data); err != nil {
			return fmt.Errorf("publish %s: %w", p.name, err)
		}
		if p.every > 0 && sent%p.every == 0 {
			fmt.Fprintf(t.Out, "publishing #%d: %s\n\n", sent, pythonMessage(m))
		}
		if sent == p.times {
			return cli.Pause(n.Context(), p.keepAlive)
		}
		select {
		case <-n.Context().Done():
			return nil
		case <-tick.C:
		}
	}
}

// example returns an empty message of the type, as the endpoints of the topic define it. If
// there are none and the type is known, it returns after a short search.
func (p *pub) example(t Access, n *ros.Node, lib *Library) (*dynamic.Message, error) {
	wait := p.look
	if lib.Need(p.typeName) == nil {
		wait = min(wait, t.Quiet)
	}
	g, _, err := t.Search(n, wait, func(g ros.Graph) bool { return len(endpointsOf(g.Topics, p.name)) > 0 })
	if err != nil {
		return nil, err
	}
	known, err := t.LibraryFor(n, lib, ofTopic(g, p.name, p.typeName), p.look)
	if err != nil {
		return nil, err
	}
	return known.Message(p.typeName)
}

// await blocks until there are --wait-matching-subscriptions subscribers.
func (p *pub) await(t Access, n *ros.Node, publisher ros.RawPublisher) error {
	start := time.Now()
	said := start.Add(-time.Hour)
	for publisher.Subscribers() < p.wait {
		now := time.Now()
		if p.maxWait > 0 && now.Sub(start) > p.maxWait {
			return fmt.Errorf("topic %s: %d of %d subscribers after %s", p.name, publisher.Subscribers(), p.wait, p.maxWait)
		}
		if now.Sub(said) > time.Second {
			said = now
			fmt.Fprintf(t.Out, "Waiting for at least %d matching subscription(s)...\n", p.wait)
		}
		if err := cli.Pause(n.Context(), lookPeriod); err != nil {
			return err
		}
	}
	return nil
}
