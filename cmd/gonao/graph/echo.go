package graph

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
	"gonao/ros/dynamic"
)

// topicEcho holds the arguments of topic echo.
type topicEcho struct {
	topic, typeName string
	count           int
	wait            time.Duration
	qos             qosFlags
	view            view
}

func newTopicEcho(t Access) *cobra.Command {
	var e topicEcho
	var once bool
	cmd := &cobra.Command{
		Use: "echo TOPIC [TYPE]", Short: "show the messages of a topic as YAML", Args: cobra.RangeArgs(1, 2),
		Long: `echo shows each message of a topic as YAML, as "ros2 topic echo" does. It requests what
all publishers offer: if all are reliable, no message is lost; if all are transient
local, earlier messages are shown too.

The type need not be known to gonao: it requests the description from a publisher's node,
or reads the definition from --definitions. If a publisher's type has another hash than
gonao's, it prints a warning and uses the publisher's description.

--filter is an expression over the message m, such as 'm.data > 3 and m.name == "a"'.`,
		Example: `  gonao topic echo /nao1/robot_state --once
  gonao topic echo /nao1/robot_state --field gyroscope
  gonao topic echo /nao1/machine_state -n 3 --full-length
  gonao topic echo /nao1/color_blobs --filter 'len(m.blobs) > 0' --flow-style
  gonao topic echo /nao1/joint_states --csv --field position
  gonao topic echo /nao1/camera/top/image_raw --no-arr`,
		ValidArgsFunction: t.CompleteNamesAndTypes(Topics()),
		RunE: func(cmd *cobra.Command, args []string) error {
			if e.count < 0 {
				return cli.Usagef("--count %d: expected 0 or more", e.count)
			}
			e.topic = Absolute(args[0])
			if len(args) == 2 {
				e.typeName = fullType(args[1], "topic")
			}
			if once {
				e.count = 1
			}
			if err := e.view.compile(); err != nil {
				return err
			}
			if err := e.qos.check(); err != nil {
				return err
			}
			lib, err := t.Types()
			if err != nil {
				return err
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error { return e.run(t, n, lib) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&once, "once", false, "stop after one message")
	flags.IntVarP(&e.count, "count", "n", 0, "stop after so many messages (0: never)")
	e.view.add(cmd)
	e.qos.addSubscription(cmd)
	SearchFlag(cmd, &e.wait)
	return cmd
}

// sample is a received message. m is nil with --raw.
type sample struct {
	m    *dynamic.Message
	data []byte
}

// run prints messages until there are --count of them or the context ends.
func (e topicEcho) run(t Access, n *ros.Node, lib *Library) error {
	g, err := e.look(t, n)
	if err != nil {
		return err
	}
	samples, errs := make(chan sample, 100), make(chan error, 1)
	fail := func(err error) {
		select {
		case errs <- fmt.Errorf("topic %s: %w", e.topic, err):
		default: // an error is waiting already
		}
	}
	hash := ofTopic(g, e.topic, e.typeName).Hash()
	var example *dynamic.Message
	if !e.view.raw {
		known, err := t.LibraryFor(n, lib, ofTopic(g, e.topic, e.typeName).Published(), e.wait)
		if err != nil {
			return err
		}
		if example, err = known.Message(e.typeName); err != nil {
			return err
		}
		if _, err := example.Field(e.view.field); err != nil {
			return err
		}
		hash = example.TypeHash()
	}
	_, err = ros.SubscribeRaw(n, e.topic, e.typeName, hash, func(data []byte, _ time.Time) {
		s := sample{data: data}
		if e.view.raw {
			s.data = slices.Clone(data)
		} else {
			m, err := decode(example, data)
			if err != nil {
				fail(err)
				return
			}
			s.m = m
		}
		select {
		case samples <- s:
		default: // the terminal is slower than the topic: drop this one
		}
	}, ros.WithQoS(e.qos.subscription(e.topic, publishers(g, e.topic), t.Errs)))
	if err != nil {
		return err
	}
	return e.show(n.Context(), t, samples, errs)
}

// look finds the topic and its type. If a type is given, the topic need not be there.
func (e *topicEcho) look(t Access, n *ros.Node) (ros.Graph, error) {
	if e.typeName != "" {
		_, g, err := Topics().Await(t, n, e.topic, min(e.wait, t.Nobody))
		if n.Context().Err() != nil {
			return g, err
		}
		return g, nil
	}
	typeName, g, err := Topics().TypeOf(t, n, e.topic, e.wait)
	e.typeName = typeName
	return g, err
}

// show prints messages as they arrive.
func (e topicEcho) show(ctx context.Context, t Access, samples <-chan sample, errs <-chan error) error {
	for shown := 0; e.count == 0 || shown < e.count; {
		select {
		case <-ctx.Done():
			return nil
		case err := <-errs:
			return err
		case s := <-samples:
			text, wanted, err := e.view.text(s)
			if err != nil {
				return fmt.Errorf("topic %s: %w", e.topic, err)
			}
			if !wanted {
				continue
			}
			if _, err := fmt.Fprint(t.Out, text); err != nil {
				return err
			}
			shown++
		}
	}
	return nil
}
