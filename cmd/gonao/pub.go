package main

import (
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
	"gonao/ros/cdr"
)

// pub is what `topic pub` was asked for.
type pub struct {
	topic, text    string // text is the message as YAML
	message        cdr.Message
	rate           float64
	count, wait    int
	bestEffort     bool
	transientLocal bool
	maxWait        time.Duration
}

func newPub(t tool) *cobra.Command {
	var p pub
	var once bool
	cmd := &cobra.Command{
		Use: "pub TOPIC TYPE [YAML]", Short: "publish a message", Args: cobra.RangeArgs(2, 3),
		Long: `pub publishes one message again and again, or once. The message is YAML with the
fields' names; what is left out keeps its default. "now" stands for the time of each
sending.`,
		Example: `  gonao topic pub --once /nao1/chatter std_msgs/msg/String 'data: hello'
  gonao topic pub --rate 30 /nao1/head_command gonao_msgs/msg/HeadCommand '{yaw: 0.5, pitch: 0.1}'
  gonao topic pub --once /clicked geometry_msgs/msg/PointStamped '{header: {stamp: now}, point: {x: 1}}'`,
		ValidArgsFunction: t.completeNamesAndTypes(topics()),
		RunE: func(cmd *cobra.Command, args []string) error {
			message, err := newMessage(args[1])
			if err != nil {
				return err
			}
			p.topic, p.message = args[0], message
			if len(args) == 3 {
				p.text = args[2]
			}
			if _, err := p.encode(); err != nil {
				return err
			}
			if math.IsNaN(p.rate) || p.rate < minRateHz || p.rate > maxRateHz {
				return fmt.Errorf("--rate %g: expected %g to %g Hz", p.rate, minRateHz, maxRateHz)
			}
			if p.count < 0 || p.wait < 0 {
				return fmt.Errorf("--count %d, --wait %d: expected 0 or more", p.count, p.wait)
			}
			if once {
				p.count = 1
				if !cmd.Flags().Changed("wait") {
					p.wait = 1
				}
			}
			return t.withNode(cmd.Context(), func(n *ros.Node) error { return p.run(t, n) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&once, "once", "1", false, "publish once, as soon as somebody listens")
	flags.Float64VarP(&p.rate, "rate", "r", 1, "messages per second")
	flags.IntVarP(&p.count, "count", "n", 0, "stop after so many messages (0: never)")
	flags.IntVarP(&p.wait, "wait", "w", 0, "wait for so many subscribers first")
	flags.DurationVar(&p.maxWait, "max-wait", 0, "give up waiting for subscribers after this time (0: never)")
	flags.BoolVar(&p.bestEffort, "best-effort", false, "do not repeat lost messages")
	flags.BoolVar(&p.transientLocal, "transient-local", false, "give late subscribers the last message")
	return cmd
}

// run publishes until there are enough messages or the context ends.
func (p pub) run(t tool, n *ros.Node) error {
	var opts []ros.Option
	if p.bestEffort {
		opts = append(opts, ros.BestEffort())
	}
	if p.transientLocal {
		opts = append(opts, ros.TransientLocal(), ros.Depth(1))
	}
	publisher, err := ros.AdvertiseRaw(n, p.topic, p.message.TypeName(), p.message.TypeHash(), opts...)
	if err != nil {
		return err
	}
	if err := p.await(t, n, publisher); err != nil {
		return err
	}
	tick := time.NewTicker(time.Duration(float64(time.Second) / p.rate))
	defer tick.Stop()
	for sent := 1; ; sent++ {
		data, err := p.encode()
		if err != nil {
			return err
		}
		if err := publisher.Publish(data); err != nil {
			return fmt.Errorf("publish %s: %w", p.topic, err)
		}
		fmt.Fprintf(t.out, "published #%d on %s\n", sent, p.topic)
		if sent == p.count {
			return lastWords(n)
		}
		select {
		case <-n.Context().Done():
			return nil
		case <-tick.C:
		}
	}
}

// The rates at which the tool publishes.
const minRateHz, maxRateHz = 1e-3, 1e5

// encode makes the message of its text, in which "now" is now.
func (p pub) encode() ([]byte, error) {
	if err := decodeMessage(p.text, p.message); err != nil {
		return nil, err
	}
	data, err := cdr.Encode(nil, p.message)
	if err != nil {
		return nil, fmt.Errorf("message %s: %w", p.message.TypeName(), err)
	}
	return data, nil
}

// lastWords gives the last message time to reach everybody.
func lastWords(n *ros.Node) error { return pause(n.Context(), 200*time.Millisecond) }

// await waits for subscribers.
func (p pub) await(t tool, n *ros.Node, publisher ros.RawPublisher) error {
	start := time.Now()
	said := false
	for publisher.Subscribers() < p.wait {
		if p.maxWait > 0 && time.Since(start) > p.maxWait {
			return fmt.Errorf("topic %s: %d of %d subscribers after %s", p.topic, publisher.Subscribers(), p.wait, p.maxWait)
		}
		if !said && time.Since(start) > time.Second {
			said = true
			fmt.Fprintf(t.errs, "waiting for %d subscriber(s) of %s\n", p.wait, p.topic)
		}
		if err := pause(n.Context(), look); err != nil {
			return err
		}
	}
	return nil
}
