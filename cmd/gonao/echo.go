package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
	"gonao/ros/cdr"
)

// echo is what `topic echo` was asked for.
type echo struct {
	topic, typeName, field string
	count                  int
	full                   bool
	wait                   time.Duration
	qos                    qosFlags
}

func newEcho(t tool) *cobra.Command {
	var e echo
	var once bool
	cmd := &cobra.Command{
		Use: "echo TOPIC [TYPE]", Short: "show the messages of a topic as YAML", Args: cobra.RangeArgs(1, 2),
		Long: `echo shows each message of a topic as YAML, as "ros2 topic echo" does. Every publisher
is heard; lost messages are not asked for again unless with --reliable.`,
		Example: `  gonao topic echo /nao1/robot_state --once
  gonao topic echo /nao1/robot_state --field gyroscope
  gonao topic echo /nao1/machine_state --transient-local   # and what was there before`,
		ValidArgsFunction: t.completeNamesAndTypes(topics()),
		RunE: func(cmd *cobra.Command, args []string) error {
			if e.count < 0 {
				return fmt.Errorf("--count %d: expected 0 or more", e.count)
			}
			e.topic = args[0]
			if len(args) == 2 {
				e.typeName = args[1]
			}
			if once {
				e.count = 1
			}
			return t.withNode(cmd.Context(), func(n *ros.Node) error { return e.run(t, n) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&once, "once", false, "stop after one message")
	flags.IntVarP(&e.count, "count", "n", 0, "stop after so many messages (0: never)")
	flags.StringVar(&e.field, "field", "", "show this field only, such as header.stamp or blobs[0].x")
	flags.BoolVarP(&e.full, "full-length", "f", false, "show whole arrays and strings (default: their first 128)")
	e.qos.addSubscription(cmd)
	searchFlag(cmd, &e.wait)
	return cmd
}

// run shows messages until there are enough or the context ends.
func (e echo) run(t tool, n *ros.Node) error {
	typeName := e.typeName
	var writers []ros.EndpointInfo
	if typeName == "" {
		var g ros.Graph
		var err error
		if typeName, g, err = topics().typeOf(t, n, e.topic, e.wait); err != nil {
			return err
		}
		writers = publishers(g, absolute(e.topic))
	}
	example, err := newMessage(typeName)
	if err != nil {
		return err
	}
	if _, err := pick(example, e.field); err != nil {
		return err
	}
	messages, errs := make(chan cdr.Message, 100), make(chan error, 1)
	_, err = ros.SubscribeRaw(n, e.topic, example.TypeName(), func(data []byte) {
		m, err := newMessage(example.TypeName())
		if err == nil {
			err = cdr.Unmarshal(data, m)
		}
		if err != nil {
			select {
			case errs <- fmt.Errorf("topic %s: %w", e.topic, err):
			default: // one is enough
			}
			return
		}
		select {
		case messages <- m:
		default: // the terminal is slower than the topic: this one is lost
		}
	}, ros.WithQoS(e.qos.subscription(absolute(e.topic), writers, t.errs)))
	if err != nil {
		return err
	}
	return e.show(n.Context(), t, messages, errs)
}

// show writes messages as they come.
func (e echo) show(ctx context.Context, t tool, messages <-chan cdr.Message, errs <-chan error) error {
	limit := shortLength
	if e.full {
		limit = 0
	}
	for shown := 0; e.count == 0 || shown < e.count; shown++ {
		select {
		case <-ctx.Done():
			return nil
		case err := <-errs:
			return err
		case m := <-messages:
			value, err := pick(m, e.field)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(t.out, "%s---\n", messageYAML(value, limit)); err != nil {
				return err
			}
		}
	}
	return nil
}
