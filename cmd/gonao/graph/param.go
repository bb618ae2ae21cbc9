package graph

// This part of the package holds the commands gonao param: list, show and set parameters of nodes.

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
)

// NewParam returns the commands.
func NewParam(t Access) *cobra.Command {
	return cli.Group("param", "list, show and set the parameters of nodes",
		newParamList(t), newGet(t), newSet(t), newDescribe(t), newDump(t), newLoad(t), newDelete(t))
}

// waitFlag adds the flag --timeout of commands that call a node.
func waitFlag(cmd *cobra.Command, wait *time.Duration) {
	cli.TimeoutFlag(cmd, wait, "how long to wait for the node, and for each of its answers")
}

// paramList holds the arguments of param list.
type paramList struct {
	types, all, tree bool
	filter           string
	prefixes         []string
	wait             time.Duration
}

func newParamList(t Access) *cobra.Command {
	var l paramList
	cmd := &cobra.Command{
		Use: "list [NODE]", Short: "list the parameters of a node, or of all nodes", Args: cobra.MaximumNArgs(1),
		Long: `list prints the names of the parameters, sorted. Without NODE it does so for each node that
serves parameters; the exit code is 1 when one of them does not answer.

With --tree the names are grouped at their dots, a group a line with the number of its
parameters: "walk.period" stands as "period" below "walk".`,
		Example: "  gonao param list /nao1/vision\n  gonao param list /nao1/vision --param-type\n  gonao param list --filter 'limit|gain'\n" +
			"  gonao param list /nao1/motion --tree",
		ValidArgsFunction: t.CompleteNodes(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := regexp.Compile(l.filter)
			if err != nil {
				return cli.Usagef("--filter %q: %w", l.filter, err)
			}
			if len(args) == 1 {
				return withParams(cmd.Context(), t, args[0], l.wait, func(p node) error { return l.show(t.Out, p, filter) })
			}
			return t.WithGraph(cmd.Context(), l.wait, func(n *ros.Node, g ros.Graph) error {
				return l.showAll(t, n, g, filter)
			})
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&l.types, "param-type", false, "show the types")
	flags.BoolVar(&l.tree, "tree", false, "group the names at their dots")
	flags.BoolVar(&l.all, "include-hidden-nodes", false, "of hidden nodes too")
	flags.StringVar(&l.filter, "filter", "", "only parameters that this regular expression matches")
	flags.StringSliceVar(&l.prefixes, "param-prefixes", nil, "only parameters below these prefixes, joined by commas")
	waitFlag(cmd, &l.wait)
	return cmd
}

// showAll prints the parameters of all nodes that have any. It returns an error for each
// node that does not answer.
func (l paramList) showAll(t Access, n *ros.Node, g ros.Graph, filter *regexp.Regexp) error {
	var errs []error
	for i, node := range g.Nodes {
		if !hasParameters(node) || !l.all && Hidden(node.FullName()) || i > 0 && g.Nodes[i-1].FullName() == node.FullName() {
			continue
		}
		fmt.Fprintf(t.Out, "%s:\n", node.FullName())
		if err := l.show(t.Out, newNode(n, node, l.wait), filter); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// show prints the parameters of a node, indented by two spaces.
func (l paramList) show(out io.Writer, p node, filter *regexp.Regexp) error {
	names, err := p.list(l.prefixes)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !filter.MatchString(name) })
	var types []uint8
	if l.types && len(names) > 0 {
		if types, err = p.types(names); err != nil {
			return err
		}
	}
	labels := make([]string, len(names)) // what stands behind a name
	for i := range types {
		labels[i] = " (type: " + typeName(types[i]) + ")"
	}
	if l.tree {
		printTree(out, names, labels)
		return nil
	}
	for i, name := range names {
		fmt.Fprintln(out, "  "+name+labels[i])
	}
	return nil
}

func newGet(t Access) *cobra.Command {
	var wait time.Duration
	var hideType bool
	cmd := &cobra.Command{
		Use: "get NODE PARAMETER", Short: "show the value of a parameter", Args: cobra.ExactArgs(2),
		Long:              "get prints the value of a parameter with its type.",
		Example:           "  gonao param get /nao1/vision use_sim_time\n  gonao param get /nao1/vision use_sim_time --hide-type     # only the value",
		ValidArgsFunction: completeParams(t, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withParams(cmd.Context(), t, args[0], wait, func(p node) error {
				values, err := p.get(args[1:])
				if err != nil {
					return err
				}
				label, text := valueText(values[0])
				switch {
				case values[0].Type == rclinterfaces.ParameterTypeParameterNotSet:
					known, err := p.list(nil)
					if err == nil && !slices.Contains(known, args[1]) {
						return p.unknown(args[1], known)
					}
					fmt.Fprintln(t.Out, label)
					return err
				case hideType:
					fmt.Fprintln(t.Out, text)
				default:
					fmt.Fprintln(t.Out, label, text)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&hideType, "hide-type", false, "show the value without its type")
	waitFlag(cmd, &wait)
	return cmd
}

func newDescribe(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "describe NODE PARAMETER …", Short: "show what parameters are for, their types and ranges", Args: cobra.MinimumNArgs(2),
		Long: `describe prints the description, the type and the allowed range of parameters, and whether
they can be set while the node runs.`,
		Example:           "  gonao param describe /nao1/vision use_sim_time",
		ValidArgsFunction: completeParams(t, 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withParams(cmd.Context(), t, args[0], wait, func(p node) error {
				list, err := p.describe(args[1:])
				if err != nil {
					return err
				}
				for i, d := range list {
					if d.Type == rclinterfaces.ParameterTypeParameterNotSet && d.Description == "" {
						if known, err := p.list(nil); err == nil && !slices.Contains(known, args[1+i]) {
							return p.unknown(args[1+i], known)
						}
					}
					showDescriptor(t.Out, d)
				}
				return nil
			})
		},
	}
	waitFlag(cmd, &wait)
	return cmd
}

// showDescriptor prints a parameter as `ros2 param describe` does.
func showDescriptor(out io.Writer, d rclinterfaces.ParameterDescriptor) {
	fmt.Fprintf(out, "Parameter name: %s\n  Type: %s\n", d.Name, typeName(d.Type))
	if d.Description != "" {
		fmt.Fprintf(out, "  Description: %s\n", d.Description)
	}
	fmt.Fprintln(out, "  Constraints:")
	if d.ReadOnly {
		fmt.Fprintln(out, "    Read only: true")
	}
	limits := func(low, high, step string) {
		fmt.Fprintf(out, "    Min value: %s\n    Max value: %s\n", low, high)
		if step != "0" && step != "0.0" {
			fmt.Fprintf(out, "    Step: %s\n", step)
		}
	}
	for _, r := range d.FloatingPointRange {
		limits(wording.PythonFloat(r.FromValue), wording.PythonFloat(r.ToValue), wording.PythonFloat(r.Step))
	}
	for _, r := range d.IntegerRange {
		limits(fmt.Sprint(r.FromValue), fmt.Sprint(r.ToValue), fmt.Sprint(r.Step))
	}
	if d.AdditionalConstraints != "" {
		fmt.Fprintf(out, "    Additional constraints: %s\n", strings.TrimSpace(d.AdditionalConstraints))
	}
}
