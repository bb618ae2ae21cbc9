package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros"
)

// firstMessages returns the first message of each topic of a type, or what came within CompleteWait.
func firstMessages[T any, PT ros.Message[T]](ctx context.Context, n *ros.Node, g ros.Graph, opts ...ros.Option) []T {
	var all []T
	name := PT(new(T)).TypeName()
	for _, t := range g.Topics {
		if t.Publishers == 0 || !slices.Contains(t.Types, name) {
			continue
		}
		w, err := ros.Watch[T, PT](n, t.Name, opts...)
		if err != nil {
			continue
		}
		select {
		case <-w.Updates():
		case <-ctx.Done():
		}
		if m, ok := w.Get(); ok {
			all = append(all, m)
		}
	}
	return all
}

// CompleteJoints completes words and the joints of the robots in the graph. Several are separated by commas.
func (t Access) CompleteJoints(words ...string) Completer {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before, _, _ := cutLast(typed, ",")
		if before != "" || strings.HasPrefix(typed, ",") {
			before += ","
		}
		all, _ := t.FromGraph(cmd.Context(), func(n *ros.Node, g ros.Graph) []string {
			ctx, stop := context.WithTimeout(cmd.Context(), completeWait)
			defer stop()
			names := slices.Clone(words)
			for _, m := range firstMessages[sensormsgs.JointState](ctx, n, g, ros.BestEffort()) {
				names = append(names, m.Name...)
			}
			slices.Sort(names)
			return slices.Compact(names)
		})
		if len(all) == 0 {
			all = slices.Clone(words)
		}
		for i := range all {
			all[i] = before + all[i]
		}
		return WithPrefix(all, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// skillType is the type of the action that runs skills.
const skillType = "gonao_msgs/action/ExecuteSkill"

// CompleteGoal completes an action, its type and the YAML of a goal: of the action that runs skills, a call of each skill
// that the robot offers now; of others the fields with their defaults.
func (t Access) CompleteGoal() Completer {
	message := t.CompleteMessage(Actions(), func(typeName string) string { return typeName + "_Goal" })
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 2 || fullType(args[1], "action") != skillType {
			return message(cmd, args, typed)
		}
		words, directive := t.FromGraph(cmd.Context(), func(n *ros.Node, g ros.Graph) []string {
			ctx, stop := context.WithTimeout(cmd.Context(), completeWait)
			defer stop()
			return skillCalls(ctx, n, g)
		})
		if len(words) == 0 {
			return message(cmd, args, typed)
		}
		return WithPrefix(words, typed), directive
	}
}

// skillCalls returns goals that call each skill that is offered in the graph.
func skillCalls(ctx context.Context, n *ros.Node, g ros.Graph) []string {
	var calls []string
	for _, m := range firstMessages[msgs.SkillArray](ctx, n, g, ros.Reliable(), ros.TransientLocal(), ros.Depth(1)) {
		for _, s := range m.Skills {
			if s.Offered {
				calls = append(calls, fmt.Sprintf(`{call: "%s{%s}"}`, s.Name, strings.Join(arguments(s.Parameters), ", ")))
			}
		}
	}
	slices.Sort(calls)
	return slices.Compact(calls)
}

// arguments returns "x=0.0" for each parameter such as "x: float = 0.0", and "x=" for one without a default.
func arguments(parameters []string) []string {
	var all []string
	for _, p := range parameters {
		name, rest, _ := strings.Cut(p, ":")
		_, value, _ := strings.Cut(rest, "=")
		all = append(all, name+"="+strings.ReplaceAll(strings.TrimSpace(value), `"`, "'"))
	}
	return all
}
