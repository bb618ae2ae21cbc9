package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
)

// list is what `topic list`, `service list` and `action list` were asked for.
type list struct {
	kind
	types, count, all, verbose bool
	wait                       time.Duration
}

// newList makes the list command of a kind.
func newList(t tool, k kind) *cobra.Command {
	l := list{kind: k}
	w := k.word
	cmd := &cobra.Command{
		Use: "list", Short: "list the " + w + "s of the graph", Args: cobra.NoArgs,
		Example: fmt.Sprintf("  gonao %s list\n  gonao %s list -t     # with types\n  gonao %s list -c     # how many there are", w, w, w),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.withNode(cmd.Context(), func(n *ros.Node) error {
				g, err := t.graph(n, l.wait)
				if err != nil {
					return err
				}
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
	searchFlag(cmd, &l.wait)
	return cmd
}

// show writes the list.
func (l list) show(t tool, g ros.Graph) {
	t.noteEmpty(g)
	visible := slices.DeleteFunc(l.kind.all(g), func(x named) bool { return !l.all && hidden(x.name) })
	switch {
	case l.count:
		fmt.Fprintln(t.out, len(visible))
	case l.verbose:
		l.showCounts(t, g)
	default:
		for _, x := range visible {
			line := x.name
			if l.types {
				line += " [" + strings.Join(x.types, ", ") + "]"
			}
			fmt.Fprintln(t.out, line)
		}
	}
}

// showCounts writes who publishes and who subscribes, as `ros2 topic list -v` does.
func (l list) showCounts(t tool, g ros.Graph) {
	for _, side := range []struct {
		title, word string
		count       func(ros.TopicInfo) int
	}{
		{"Published", "publisher", func(i ros.TopicInfo) int { return i.Publishers }},
		{"Subscribed", "subscriber", func(i ros.TopicInfo) int { return i.Subscribers }},
	} {
		fmt.Fprintf(t.out, "%s topics:\n", side.title)
		for _, i := range g.Topics {
			count := side.count(i)
			if count == 0 || !l.all && hidden(i.Name) {
				continue
			}
			word := side.word
			if count > 1 {
				word += "s"
			}
			fmt.Fprintf(t.out, " * %s [%s] %d %s\n", i.Name, strings.Join(i.Types, ", "), count, word)
		}
		fmt.Fprintln(t.out)
	}
}

// newType makes the command that tells the type of one.
func newType(t tool, k kind) *cobra.Command {
	var wait time.Duration
	name := strings.ToUpper(k.word)
	cmd := &cobra.Command{
		Use: "type " + name, Short: "show the type of " + article(k.word), Args: cobra.ExactArgs(1),
		Example:           "  gonao " + k.word + " type " + example(k.word),
		ValidArgsFunction: t.completeNames(k, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.withNode(cmd.Context(), func(n *ros.Node) error {
				x, _, err := k.await(t, n, args[0], wait)
				for _, typ := range x.types {
					fmt.Fprintln(t.out, typ)
				}
				return err
			})
		},
	}
	searchFlag(cmd, &wait)
	return cmd
}

// newFind makes the command that tells who speaks a type.
func newFind(t tool, k kind) *cobra.Command {
	var wait time.Duration
	var count, all bool
	cmd := &cobra.Command{
		Use: "find TYPE", Short: "list the " + k.word + "s of a type", Args: cobra.ExactArgs(1),
		Example:           "  gonao " + k.word + " find " + exampleType(k.word),
		ValidArgsFunction: t.completeTypes(k.word, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			wanted := fullType(args[0], k.word)
			return t.withNode(cmd.Context(), func(n *ros.Node) error {
				g, err := t.graph(n, wait)
				if err != nil {
					return err
				}
				t.noteEmpty(g)
				found := slices.DeleteFunc(k.all(g), func(x named) bool {
					return !slices.Contains(x.types, wanted) || !all && hidden(x.name)
				})
				if count {
					fmt.Fprintln(t.out, len(found))
					return nil
				}
				for _, x := range found {
					fmt.Fprintln(t.out, x.name)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVarP(&count, "count-"+k.word+"s", "c", false, "show only how many there are")
	cmd.Flags().BoolVar(&all, "include-hidden-"+k.word+"s", false, "hidden ones too")
	searchFlag(cmd, &wait)
	return cmd
}

// example is the demo's topic, service or action in the help texts.
func example(word string) string {
	return map[string]string{
		"topic": "/nao1/robot_state", "service": "/nao1/motion/get_parameters", "action": "/nao1/play_motion",
	}[word]
}

// exampleType is the type of one that the demo has.
func exampleType(word string) string {
	return map[string]string{
		"topic": "sensor_msgs/msg/Image", "service": "rcl_interfaces/srv/GetParameters", "action": "gonao_msgs/action/PlayMotion",
	}[word]
}

// article puts "a" or "an" before a word.
func article(word string) string {
	if strings.ContainsAny(word[:1], "aeiou") {
		return "an " + word
	}
	return "a " + word
}

// fullType makes "std_msgs/String", the short form of a type, its full one.
func fullType(name, word string) string {
	middle := map[string]string{"topic": "msg", "service": "srv", "action": "action"}[word]
	if pkg, base, ok := strings.Cut(name, "/"); ok && !strings.Contains(base, "/") {
		return pkg + "/" + middle + "/" + base
	}
	return name
}
