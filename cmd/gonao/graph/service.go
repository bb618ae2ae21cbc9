package graph

// This part of the package holds the commands gonao service: list, show and call services.

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
)

// NewService returns the commands.
func NewService(t Access) *cobra.Command {
	return cli.Group("service", "list, show, call and watch services",
		newList(t, Services()), newServiceInfo(t), newType(t, Services()), newFind(t, Services()), newCall(t), newServiceEcho(t))
}

func newServiceInfo(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "info SERVICE", Short: "show the type of a service, and how many serve and call it", Args: cobra.ExactArgs(1),
		Long: `info prints the type of a service and how many clients and servers it has. More than one
server is a mistake: any of them may answer.`,
		Example:           "  gonao service info /nao1/motion/get_parameters",
		ValidArgsFunction: t.CompleteNames(Services(), 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return Services().show(cmd, t, args[0], wait, func(x Named, g ros.Graph) {
				for _, i := range g.Services {
					if i.Name == x.Name {
						fmt.Fprintf(t.Out, "Type: %s\nClients count: %d\nServices count: %d\n",
							strings.Join(i.Types, ", "), i.Subscribers, i.Publishers)
					}
				}
			})
		},
	}
	SearchFlag(cmd, &wait)
	return cmd
}
