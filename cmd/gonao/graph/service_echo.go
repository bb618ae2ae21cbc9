package graph

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	servicemsgs "gonao/msgs/service_msgs"
	"gonao/ros"
)

// serviceEvents is the suffix of the topics on which services and clients publish their calls.
const serviceEvents, serviceEventType = "/_service_event", "_Event"

func newServiceEcho(t Access) *cobra.Command {
	e := topicEcho{view: view{serviceEvents: true}, qos: qosFlags{profile: "services_default"}}
	cmd := &cobra.Command{
		Use: "echo SERVICE [TYPE]", Short: "show the calls of a service as YAML", Args: cobra.RangeArgs(1, 2),
		Long: `echo shows the requests and responses of a service, as "ros2 service echo" does. A node of gonao publishes
them if its parameter service_introspection is "metadata" (the time, the client and the number of each call) or "contents" (also
the request and the response). A program of rclcpp or rclpy publishes them if its code turns that on.`,
		Example: `  gonao param set /nao1/motion service_introspection contents
  gonao service echo /nao1/load_motion
  gonao service echo /nao1/load_motion --csv`,
		ValidArgsFunction: t.CompleteNamesAndTypes(Services()),
		RunE: func(cmd *cobra.Command, args []string) error {
			service := Absolute(args[0])
			e.topic = service + serviceEvents
			if err := e.view.compile(); err != nil {
				return err
			}
			lib, err := t.Types()
			if err != nil {
				return err
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error {
				if len(args) == 2 {
					e.typeName = fullType(args[1], "service") + serviceEventType
				} else {
					typeName, _, err := Services().TypeOf(t, n, service, e.wait)
					if err != nil {
						return err
					}
					e.typeName = typeName + serviceEventType
				}
				g, err := n.Graph()
				if err == nil && len(publishers(g, e.topic)) == 0 {
					fmt.Fprintf(t.Errs, "No publishers on topic '%s'; is service introspection on the client or server enabled? (gonao param set NODE service_introspection contents)\n", e.topic)
				}
				return e.run(t, n, lib)
			})
		},
	}
	flags := cmd.Flags()
	flags.IntVarP(&e.count, "count", "n", 0, "stop after so many events (0: never)")
	e.view.add(cmd)
	SearchFlag(cmd, &e.wait)
	return cmd
}

// eventNames are the names of the types of service events.
var eventNames = [...]string{
	servicemsgs.ServiceEventInfoRequestSent: "REQUEST_SENT", servicemsgs.ServiceEventInfoRequestReceived: "REQUEST_RECEIVED",
	servicemsgs.ServiceEventInfoResponseSent: "RESPONSE_SENT", servicemsgs.ServiceEventInfoResponseReceived: "RESPONSE_RECEIVED",
}

// nameEvent returns the YAML of a service event with the name of its type in place of the number, as ros2 service echo shows it.
func nameEvent(yaml string) string {
	for number, name := range eventNames {
		yaml = strings.Replace(yaml, fmt.Sprintf("info:\n  event_type: %d\n", number), "info:\n  event_type: "+name+"\n", 1)
	}
	return yaml
}
