package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/si"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// call holds the arguments of service call.
type call struct {
	sent
	rate float64
	wait time.Duration
}

func newCall(t Access) *cobra.Command {
	c := call{wait: 10 * time.Second}
	cmd := &cobra.Command{
		Use: "call SERVICE TYPE [YAML]", Short: "call a service and show its answer", Args: cobra.RangeArgs(2, 3),
		Long: `call sends a request, which is YAML with the fields' names, and shows the answer. What
is left out keeps its default. The exit code is 1 when no answer came within --timeout.

Services of nodes that speak another RMW than rmw_cyclonedds_cpp cannot answer gonao.`,
		Example: `  gonao service call /nao1/vision/get_parameters rcl_interfaces/srv/GetParameters '{names: [use_sim_time]}'
  gonao service call /robot/reset std_srvs/srv/Trigger --timeout 2s
  gonao service call /robot/sum example_interfaces/srv/AddTwoInts '{a: 1, b: 2}' -r 10`,
		ValidArgsFunction: t.CompleteMessage(Services(), func(typeName string) string { return typeName + "_Request" }),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("rate") {
				if err := cli.CheckRate(c.rate); err != nil {
					return err
				}
			}
			lib, err := c.read(t, "service", args)
			if err != nil {
				return err
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error { return c.run(t, n, lib) })
		},
	}
	cmd.Flags().Float64VarP(&c.rate, "rate", "r", 0, "repeat so often in a second, until Ctrl-C (default: call once)")
	c.addStdin(cmd)
	cli.TimeoutFlag(cmd, &c.wait, "how long to wait for the service, and for each answer")
	return cmd
}

// run calls the service once, or at --rate until the context ends.
func (c *call) run(t Access, n *ros.Node, lib *Library) error {
	client, known, err := c.open(t, n, lib)
	if err != nil {
		return err
	}
	for {
		start := time.Now()
		if err := c.once(t, n, client, known); err != nil || c.rate == 0 {
			return err
		}
		if cli.Pause(n.Context(), si.Seconds(1/c.rate)-time.Since(start)) != nil {
			return nil
		}
	}
}

// open blocks until the service is there and returns a client.
func (c *call) open(t Access, n *ros.Node, lib *Library) (*ros.RawServiceClient, *dynamic.Library, error) {
	_, g, err := Services().Await(t, n, c.name, min(c.wait, t.Nobody))
	if err != nil && n.Context().Err() == nil {
		fmt.Fprintln(t.Out, "waiting for service to become available...")
		_, g, err = Services().Await(t, n, c.name, c.wait)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := sameType(Services(), g, c.name, c.typeName); err != nil {
		return nil, nil, err
	}
	known, err := t.LibraryFor(n, lib, ofService(g, c.name, c.typeName), c.wait)
	if err != nil {
		return nil, nil, err
	}
	typ, err := known.Service(c.typeName)
	if err != nil {
		return nil, nil, err
	}
	client, err := ros.NewRawClient(n, c.name, typ)
	if err != nil {
		return nil, nil, err
	}
	return client, known, awaitServer(n.Context(), c.wait, client)
}

// once calls the service and prints the response.
func (c *call) once(t Access, n *ros.Node, client *ros.RawServiceClient, known *dynamic.Library) error {
	request, err := known.Message(c.typeName + "_Request")
	if err != nil {
		return err
	}
	if err := request.SetText(c.text, time.Now()); err != nil {
		return err
	}
	data, err := cdr.Encode(nil, request)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "requester: making request: %s\n\n", pythonMessage(request))
	ctx, cancel := context.WithTimeout(n.Context(), c.wait)
	defer cancel()
	answer, err := client.Call(ctx, data)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) && n.Context().Err() == nil {
			return fmt.Errorf("service %s: no answer within %s", c.name, c.wait)
		}
		return err
	}
	response, err := known.Message(c.typeName + "_Response")
	if err != nil {
		return err
	}
	if err := cdr.Unmarshal(answer, response); err != nil {
		return fmt.Errorf("service %s: %w", c.name, err)
	}
	_, err = fmt.Fprintf(t.Out, "response:\n%s\n\n", pythonMessage(response))
	return err
}
