package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
)

// newService looks at services and calls them.
func newService(t tool) *cobra.Command {
	return group("service", "list, show and call services",
		newList(t, services()), newServiceInfo(t), newType(t, services()), newFind(t, services()), newCall(t))
}

func newServiceInfo(t tool) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "info SERVICE", Short: "show the type of a service, and how many serve and call it", Args: cobra.ExactArgs(1),
		Example:           "  gonao service info /nao1/motion/get_parameters",
		ValidArgsFunction: t.completeNames(services(), 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.withNode(cmd.Context(), func(n *ros.Node) error {
				x, g, err := services().await(t, n, args[0], wait)
				if err != nil {
					return err
				}
				for _, i := range g.Services {
					if i.Name == x.name {
						fmt.Fprintf(t.out, "Type: %s\nClients count: %d\nServices count: %d\n",
							strings.Join(i.Types, ", "), i.Subscribers, i.Publishers)
					}
				}
				return nil
			})
		},
	}
	searchFlag(cmd, &wait)
	return cmd
}
