package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	lifecyclemsgs "gonao/msgs/lifecycle_msgs"
	"gonao/ros"
)

// transitionWait is how long a node may take for a transition: a driver lowers the robot before it is inactive.
const transitionWait = 20 * time.Second

// NewLifecycle returns the commands gonao lifecycle.
func NewLifecycle(t Access) *cobra.Command {
	return cli.Group("lifecycle", "show and change the states of managed nodes",
		newManaged(t), newState(t), newTransitions(t), newTransition(t))
}

// managed reports whether a node has the lifecycle of ROS 2.
func managed(i ros.NodeInfo) bool { return slices.Contains(i.Serves, i.FullName()+"/get_state") }

func newManaged(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "nodes", Short: "list the managed nodes", Args: cobra.NoArgs,
		Long: "nodes prints the full names of the nodes that have a lifecycle, sorted.", Example: "  gonao lifecycle nodes",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.WithGraph(cmd.Context(), wait, func(_ *ros.Node, g ros.Graph) error {
				for _, node := range sorted(g) {
					fmt.Fprintln(t.Out, node.FullName())
				}
				return nil
			})
		},
	}
	SearchFlag(cmd, &wait)
	return cmd
}

// sorted returns the managed nodes by their names.
func sorted(g ros.Graph) []ros.NodeInfo {
	nodes := slices.DeleteFunc(slices.Clone(g.Nodes), func(i ros.NodeInfo) bool { return !managed(i) })
	slices.SortFunc(nodes, func(a, b ros.NodeInfo) int { return strings.Compare(a.FullName(), b.FullName()) })
	return nodes
}

func newState(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "get [NODE]", Short: "show the state of a managed node, or of all", Args: cobra.MaximumNArgs(1),
		Long:              "get prints the state's label with its number: unconfigured, inactive, active, finalized, or the transition that is under way.",
		Example:           "  gonao lifecycle get /nao1/nao_driver\n  gonao lifecycle get",
		ValidArgsFunction: completeManaged(t),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return withManaged(cmd, t, args[0], wait, func(n *ros.Node, name string) error {
					state, err := stateOf(n, name, wait)
					if err == nil {
						fmt.Fprintln(t.Out, state)
					}
					return err
				})
			}
			return t.WithGraph(cmd.Context(), wait, func(n *ros.Node, g ros.Graph) error {
				for _, node := range sorted(g) {
					state, err := stateOf(n, node.FullName(), wait)
					if err != nil {
						return err
					}
					fmt.Fprintf(t.Out, "%s: %s\n", node.FullName(), state)
				}
				return nil
			})
		},
	}
	SearchFlag(cmd, &wait)
	return cmd
}

func newTransitions(t Access) *cobra.Command {
	var wait time.Duration
	var all bool
	cmd := &cobra.Command{
		Use: "list NODE", Short: "list the transitions that a managed node offers in its state", Args: cobra.ExactArgs(1),
		Long:              "list prints each transition with its number and the states between which it leads.",
		Example:           "  gonao lifecycle list /nao1/nao_driver\n  gonao lifecycle list /nao1/nao_driver -a     # of all states",
		ValidArgsFunction: completeManaged(t),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withManaged(cmd, t, args[0], wait, func(n *ros.Node, name string) error {
				offered, err := transitionsOf(n, name, all, wait)
				for _, x := range offered {
					fmt.Fprintf(t.Out, "%s [%d]: %s → %s\n", x.Transition.Label, x.Transition.Id, x.StartState.Label, x.GoalState.Label)
				}
				return err
			})
		},
	}
	cmd.Flags().BoolVarP(&all, "all", "a", false, "those of other states too")
	SearchFlag(cmd, &wait)
	return cmd
}

func newTransition(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "set NODE TRANSITION", Short: "let a managed node make a transition", Args: cobra.ExactArgs(2),
		Long: `set asks for a transition by its label or its number, waits until it has been made, and prints
the new state. A driver that is deactivated lets the robot down first.`,
		Example:           "  gonao lifecycle set /nao1/nao_driver deactivate\n  gonao lifecycle set /nao1/nao_driver activate",
		ValidArgsFunction: completeManaged(t),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withManaged(cmd, t, args[0], wait, func(n *ros.Node, name string) error {
				if err := transition(n, name, args[1], wait); err != nil {
					return err
				}
				state, err := stateOf(n, name, wait)
				if err == nil {
					fmt.Fprintln(t.Out, state)
				}
				return err
			})
		},
	}
	SearchFlag(cmd, &wait)
	return cmd
}

// transition asks for a transition that the node offers now.
func transition(n *ros.Node, name, word string, wait time.Duration) error {
	offered, err := transitionsOf(n, name, false, wait)
	if err != nil {
		return err
	}
	var labels []string
	for _, x := range offered {
		labels = append(labels, x.Transition.Label)
		if x.Transition.Label != word && strconv.Itoa(int(x.Transition.Id)) != word {
			continue
		}
		answer, err := askService[lifecyclemsgs.ChangeStateRequest, lifecyclemsgs.ChangeStateResponse](n, name, "change_state",
			lifecyclemsgs.ChangeStateRequest{Transition: x.Transition}, transitionWait)
		if err == nil && !answer.Success {
			err = fmt.Errorf("node %s: %s failed; its log says why", name, x.Transition.Label)
		}
		return err
	}
	state, err := stateOf(n, name, wait)
	if err != nil {
		return err
	}
	return cli.Usagef("transition %q: not one of the state %s%s; there are %s", word, state, wording.DidYouMean(word, labels), strings.Join(labels, ", "))
}

// withManaged calls f with the full name of a managed node.
func withManaged(cmd *cobra.Command, t Access, name string, wait time.Duration, f func(n *ros.Node, name string) error) error {
	return t.WithNode(cmd.Context(), func(n *ros.Node) error {
		node, _, err := t.AwaitNode(n, name, wait)
		if err != nil {
			return err
		}
		if !managed(node) {
			return fmt.Errorf("node %s has no lifecycle; gonao lifecycle nodes lists those that have", node.FullName())
		}
		return f(n, node.FullName())
	})
}

func stateOf(n *ros.Node, name string, wait time.Duration) (string, error) {
	answer, err := askService[lifecyclemsgs.GetStateRequest, lifecyclemsgs.GetStateResponse](n, name, "get_state", lifecyclemsgs.GetStateRequest{}, wait)
	return fmt.Sprintf("%s [%d]", answer.CurrentState.Label, answer.CurrentState.Id), err
}

func transitionsOf(n *ros.Node, name string, all bool, wait time.Duration) ([]lifecyclemsgs.TransitionDescription, error) {
	service := "get_available_transitions"
	if all {
		service = "get_transition_graph"
	}
	answer, err := askService[lifecyclemsgs.GetAvailableTransitionsRequest, lifecyclemsgs.GetAvailableTransitionsResponse](n, name, service,
		lifecyclemsgs.GetAvailableTransitionsRequest{}, wait)
	return answer.AvailableTransitions, err
}

// completeManaged completes a managed node, and then a transition that it offers.
func completeManaged(t Access) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		return t.FromGraph(cmd.Context(), func(n *ros.Node, g ros.Graph) (words []string) {
			switch {
			case len(args) == 0:
				for _, node := range sorted(g) {
					words = append(words, node.FullName())
				}
			case len(args) == 1 && cmd.Name() == "set":
				offered, err := transitionsOf(n, Absolute(args[0]), false, completeWait)
				if err != nil {
					return nil
				}
				for _, x := range offered {
					words = append(words, x.Transition.Label)
				}
			}
			return WithPrefix(words, typed)
		})
	}
}
