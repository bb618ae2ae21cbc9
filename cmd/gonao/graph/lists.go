package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
)

// list holds the arguments of topic list, service list and action list.
type list struct {
	Kind
	types, count, all, verbose bool
	wait                       time.Duration
}

// newList returns the command list of a kind.
func newList(t Access, k Kind) *cobra.Command {
	l := list{Kind: k}
	w := k.Word
	cmd := &cobra.Command{
		Use: "list", Short: "list the " + w + "s of the graph", Args: cobra.NoArgs,
		Long:    longList(w),
		Example: fmt.Sprintf("  gonao %s list\n  gonao %s list -t     # with types\n  gonao %s list -c     # how many there are", w, w, w),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.WithGraph(cmd.Context(), l.wait, func(_ *ros.Node, g ros.Graph) error {
				l.show(t, g)
				return nil
			})
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&l.types, "show-types", "t", false, "show the types")
	flags.BoolVarP(&l.count, "count-"+w+"s", "c", false, "show only how many there are")
	if w != "action" {
		flags.BoolVarP(&l.all, "all", "a", false, "show hidden "+w+"s too, such as those of actions")
		flags.BoolVar(&l.all, "include-hidden-"+w+"s", false, "as --all")
	}
	if w == "topic" {
		flags.BoolVarP(&l.verbose, "verbose", "v", false, "show what is published and subscribed to, and by how many")
		cmd.Example += "\n  gonao topic list -v     # with the numbers of publishers and subscribers"
	}
	SearchFlag(cmd, &l.wait)
	return cmd
}

// longList returns the help text of the command list of a kind.
func longList(word string) string {
	switch word {
	case "topic":
		return `list prints the topics that somebody publishes or subscribes to. Hidden topics, with a part
of the name that begins with an underscore, are left out without --all.`
	case "service":
		return `list prints the services that a node serves. Hidden services, with a part of the name that
begins with an underscore, are left out without --all.`
	}
	return `list prints the actions that have a server or a client.`
}

// show prints the list.
func (l list) show(t Access, g ros.Graph) {
	visible := slices.DeleteFunc(l.All(g), func(x Named) bool { return !l.all && Hidden(x.Name) })
	switch {
	case l.count:
		fmt.Fprintln(t.Out, len(visible))
	case l.verbose:
		l.showCounts(t, g)
	default:
		for _, x := range visible {
			line := x.Name
			if l.types {
				line += " [" + strings.Join(x.Types, ", ") + "]"
			}
			fmt.Fprintln(t.Out, line)
		}
	}
}

// showCounts prints publishers and subscribers as `ros2 topic list -v` does.
func (l list) showCounts(t Access, g ros.Graph) {
	for _, side := range []struct {
		title, word string
		count       func(ros.TopicInfo) int
	}{
		{"Published", "publisher", func(i ros.TopicInfo) int { return i.Publishers }},
		{"Subscribed", "subscriber", func(i ros.TopicInfo) int { return i.Subscribers }},
	} {
		fmt.Fprintf(t.Out, "%s topics:\n", side.title)
		for _, i := range g.Topics {
			count := side.count(i)
			if count == 0 || !l.all && Hidden(i.Name) {
				continue
			}
			word := side.word
			if count > 1 {
				word += "s"
			}
			fmt.Fprintf(t.Out, " * %s [%s] %d %s\n", i.Name, strings.Join(i.Types, ", "), count, word)
		}
		fmt.Fprintln(t.Out)
	}
}

// newType returns the command type of a kind.
func newType(t Access, k Kind) *cobra.Command {
	var wait time.Duration
	name := strings.ToUpper(k.Word)
	cmd := &cobra.Command{
		Use: "type " + name, Short: "show the type of " + article(k.Word), Args: cobra.ExactArgs(1),
		Long:              "type prints the type of " + article(k.Word) + ", one a line where endpoints use several. It waits for\nthe " + k.Word + " for up to --timeout.",
		Example:           "  gonao " + k.Word + " type " + example(k.Word),
		ValidArgsFunction: t.CompleteNames(k, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return k.show(cmd, t, args[0], wait, func(x Named, _ ros.Graph) {
				for _, typ := range x.Types {
					fmt.Fprintln(t.Out, typ)
				}
			})
		},
	}
	SearchFlag(cmd, &wait)
	return cmd
}

// newFind returns the command find of a kind.
func newFind(t Access, k Kind) *cobra.Command {
	var wait time.Duration
	var count, all bool
	cmd := &cobra.Command{
		Use: "find TYPE", Short: "list the " + k.Word + "s of a type", Args: cobra.ExactArgs(1),
		Long:              "find lists the " + k.Word + "s with an endpoint of TYPE, whose short form is accepted too, such as\nstd_msgs/String. It prints nothing if there is none.",
		Example:           "  gonao " + k.Word + " find " + exampleType(k.Word),
		ValidArgsFunction: t.CompleteTypes(k.Word, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			wanted := fullType(args[0], k.Word)
			return t.WithGraph(cmd.Context(), wait, func(_ *ros.Node, g ros.Graph) error {
				found := slices.DeleteFunc(k.All(g), func(x Named) bool {
					return !slices.Contains(x.Types, wanted) || !all && Hidden(x.Name)
				})
				if count {
					fmt.Fprintln(t.Out, len(found))
					return nil
				}
				for _, x := range found {
					fmt.Fprintln(t.Out, x.Name)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVarP(&count, "count-"+k.Word+"s", "c", false, "show only how many there are")
	cmd.Flags().BoolVar(&all, "include-hidden-"+k.Word+"s", false, "hidden ones too")
	SearchFlag(cmd, &wait)
	return cmd
}

// example returns the name that the help texts use: one that the demo has.
func example(word string) string {
	return map[string]string{
		"topic": "/nao1/robot_state", "service": "/nao1/motion/get_parameters", "action": "/nao1/play_motion",
	}[word]
}

// exampleType returns the type that the help texts use.
func exampleType(word string) string {
	return map[string]string{
		"topic": "sensor_msgs/msg/Image", "service": "rcl_interfaces/srv/GetParameters", "action": "gonao_msgs/action/PlayMotion",
	}[word]
}

// article returns a word with "a" or "an" before it.
func article(word string) string {
	if strings.ContainsAny(word[:1], "aeiou") {
		return "an " + word
	}
	return "a " + word
}
