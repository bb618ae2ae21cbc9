package tool

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/behavior"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/launcher"
	"gonao/robot/percepts/field"
)

// complete completes gonao's launch files, the arguments of a launch file, and the values of arguments. Values are
// the choices that the file lists, and the names of machines, agents and fields.
func complete(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	path, _, err := splitLaunchArgs(args)
	if len(args) == 0 || err != nil {
		return graph.WithPrefix(launcher.Own(), typed), cobra.ShellCompDirectiveDefault // any other file is possible, too
	}
	declared, err := launcher.Arguments(path)
	if err != nil {
		return graph.NoCompletions()
	}
	var words []string
	name, _, valued := strings.Cut(typed, ":=")
	for _, a := range declared {
		switch {
		case !valued && !slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, a.Name+":=") }):
			words = append(words, a.Name+":=")
		case valued && a.Name == name:
			for _, v := range valuesOf(a) {
				words = append(words, name+":="+v)
			}
		}
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	if !valued {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return graph.WithPrefix(words, typed), directive
}

// valuesOf returns the values of an argument that are known.
func valuesOf(a launcher.Argument) []string {
	switch {
	case len(a.Choices) > 0:
		return a.Choices
	case a.Name == "machine":
		return append(behavior.Machines(), "none")
	case a.Name == "agent":
		return behavior.Agents()
	case a.Name == "field":
		return field.Names()
	case a.Name == "world":
		return append([]string{"empty"}, field.Names()...)
	case a.HasDefault && a.Default != "" && !strings.Contains(a.Default, "$("):
		return []string{a.Default}
	}
	return nil
}
