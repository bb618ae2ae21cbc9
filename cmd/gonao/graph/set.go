package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros/param"
)

func newSet(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "set NODE PARAMETER VALUE", Short: "set a parameter", Args: cobra.ExactArgs(3),
		Long: `set sets a parameter of a running node. The value is written as in a parameter file:
true, 3, 3.0, text, '"3"', [1, 2]. The node may refuse it, with a reason.`,
		Example: `  gonao param set /nao1/vision min_pixels 20
  gonao param set /robot/arm gains '[1.0, 0.5]'
  gonao param set /robot/arm name '"3"'     # a string
  gonao param set /robot/arm offset -0.5`,
		ValidArgsFunction: completeParams(t, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			value, err := param.ParseText(args[2])
			if err != nil {
				return cli.Usagef("%w", err)
			}
			return withParams(cmd.Context(), t, args[0], wait, func(p node) error {
				result, err := p.setOne(args[1], value)
				if err != nil {
					return err
				}
				if !result.Successful {
					return fmt.Errorf("setting parameter failed%s", because(result.Reason))
				}
				fmt.Fprintf(t.Out, "Set parameter successful%s\n", because(result.Reason))
				return nil
			})
		},
	}
	waitFlag(cmd, &wait)
	return cli.Signed(cmd)
}

// because returns a reason with a colon before it, "" for none.
func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}

// setOne sets one parameter. An empty list is sent with the type that the parameter has.
func (p node) setOne(name string, value param.Value) (rclinterfaces.SetParametersResult, error) {
	var none rclinterfaces.SetParametersResult
	var empty uint8
	if list, ok := value.([]any); ok && len(list) == 0 {
		types, err := p.types([]string{name})
		if err != nil {
			return none, err
		}
		empty = types[0]
	}
	results, err := p.set([]rclinterfaces.Parameter{{Name: name, Value: wireValue(value, empty)}})
	if err != nil {
		return none, err
	}
	return p.explain(name, results[0]), nil
}

// has reports whether a parameter has a value already, such as one that can only be set at the start.
func (p node) has(name string, value param.Value) bool {
	present, err := p.get([]string{name})
	if err != nil {
		return false
	}
	wanted := wireValue(value, present[0].Type)
	_, now := valueText(present[0])
	_, then := valueText(wanted)
	return wanted.Type == present[0].Type && now == then
}

// explain adds the most similar name to a refusal if the node does not have the parameter.
func (p node) explain(name string, r rclinterfaces.SetParametersResult) rclinterfaces.SetParametersResult {
	if r.Successful || strings.Contains(r.Reason, "did you mean") { // nodes of gonao add it themselves
		return r
	}
	if known, err := p.list(nil); err == nil && !slices.Contains(known, name) {
		r.Reason += wording.DidYouMean(name, known)
	}
	return r
}

func newDelete(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "delete NODE PARAMETER", Short: "delete a parameter", Args: cobra.ExactArgs(2),
		Long: `delete removes a parameter from a node that has declared it as of any type; nodes of
gonao, whose parameters are all of one type, refuse it.`,
		Example:           "  gonao param delete /robot/arm note",
		ValidArgsFunction: completeParams(t, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withParams(cmd.Context(), t, args[0], wait, func(p node) error {
				results, err := p.set([]rclinterfaces.Parameter{{Name: args[1]}})
				if err != nil {
					return err
				}
				if result := p.explain(args[1], results[0]); !result.Successful {
					return fmt.Errorf("deleting parameter failed%s", because(result.Reason))
				}
				fmt.Fprintln(t.Out, "Deleted parameter successfully"+because(results[0].Reason))
				return nil
			})
		},
	}
	waitFlag(cmd, &wait)
	return cmd
}

func newLoad(t Access) *cobra.Command {
	var wait time.Duration
	var noWildcard bool
	cmd := &cobra.Command{
		Use: "load NODE FILE", Short: "set the parameters of a node from a file", Args: cobra.ExactArgs(2),
		Long: `load sets all parameters that a file has for the node, and reports for each whether the
node took it. The exit code is 1 when it refused one.`,
		Example: "  gonao param load /nao1/vision launch/params/vision.yaml",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
			}
			return t.CompleteNodes(1)(cmd, args, toComplete)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := param.ReadFile(args[1])
			if err != nil {
				return err
			}
			chosen := settingsFor(settings, Absolute(args[0]), !noWildcard)
			if len(chosen) == 0 {
				return fmt.Errorf("%s: no parameters for %s; it has some for: %s", args[1], Absolute(args[0]), strings.Join(settingNodes(settings), ", "))
			}
			return withParams(cmd.Context(), t, args[0], wait, func(p node) error { return p.load(t, chosen) })
		},
	}
	cmd.Flags().BoolVar(&noWildcard, "no-use-wildcard", false, "leave out what stands under names with * in them")
	waitFlag(cmd, &wait)
	return cmd
}

// settingsFor returns the settings for a node in the order of the file. Of several settings
// of one parameter it keeps the last.
func settingsFor(settings []param.Setting, node string, wildcards bool) []param.Setting {
	var out []param.Setting
	for _, s := range settings {
		if !s.Matches(node) || !wildcards && strings.Contains(s.Node, "*") {
			continue
		}
		out = slices.DeleteFunc(out, func(earlier param.Setting) bool { return earlier.Name == s.Name })
		out = append(out, s)
	}
	return out
}

// settingNodes returns the nodes that settings are for.
func settingNodes(settings []param.Setting) []string {
	var names []string
	for _, s := range settings {
		if !slices.Contains(names, s.Node) {
			names = append(names, s.Node)
		}
	}
	return names
}

// load sets parameters one by one and prints how each went.
func (p node) load(t Access, settings []param.Setting) error {
	failed := 0
	for _, s := range settings {
		result, err := p.setOne(s.Name, s.Value)
		if err != nil {
			return err
		}
		if !result.Successful && p.has(s.Name, s.Value) {
			fmt.Fprintf(t.Out, "Set parameter %s not needed: it has this value\n", s.Name)
			continue
		}
		if !result.Successful {
			failed++
			fmt.Fprintf(t.Errs, "Set parameter %s failed%s\n", s.Name, because(result.Reason))
			continue
		}
		fmt.Fprintf(t.Out, "Set parameter %s successful%s\n", s.Name, because(result.Reason))
	}
	if failed > 0 {
		return fmt.Errorf("node %s: %d of %d parameters not set", p.name, failed, len(settings))
	}
	return nil
}
