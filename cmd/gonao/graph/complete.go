package graph

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
	"gonao/ros/dynamic"
)

// Completer returns the completions of one argument, as cobra requests them.
type Completer = func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective)

// completeWait is how long a completion may search, since a person waits at the prompt.
const completeWait = time.Second

// completePatience is short: it finds the nodes that answer at once.
var completePatience = Patience{Settled: 300 * time.Millisecond, Quiet: 100 * time.Millisecond, Nobody: 500 * time.Millisecond}

// FromGraph returns the completions that words finds in the graph. It returns none if the
// graph cannot be read.
func (t Access) FromGraph(ctx context.Context, words func(n *ros.Node, g ros.Graph) []string) ([]string, cobra.ShellCompDirective) {
	var found []string
	t.Settled, t.Quiet, t.Nobody = min(t.Settled, completePatience.Settled), min(t.Quiet, completePatience.Quiet), min(t.Nobody, completePatience.Nobody)
	t.Errs = io.Discard // a warning would be written over the prompt
	_ = t.WithNode(ctx, func(n *ros.Node) error {
		g, err := t.Graph(n, completeWait)
		if err == nil {
			found = words(n, g)
		}
		return err
	})
	return found, cobra.ShellCompDirectiveNoFileComp
}

// NoCompletions returns no completions, not even file names.
func NoCompletions() ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// WithPrefix returns the words that begin with typed.
func WithPrefix(words []string, typed string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, typed) })
}

// CompleteNames completes that many arguments with topics, services or actions; below 0,
// any number of them. Hidden names are left out until "/_" was typed.
func (t Access) CompleteNames(k Kind, arguments int) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments {
			return NoCompletions()
		}
		return t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			var names []string
			for _, x := range k.All(g) {
				if !Hidden(x.Name) || strings.Contains(typed, "/_") {
					names = append(names, x.Name)
				}
			}
			return WithPrefix(names, typed)
		})
	}
}

// CompleteNamesAndTypes completes the first argument with names and the second with the
// type of that name.
func (t Access) CompleteNamesAndTypes(k Kind) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 1 {
			return t.CompleteNames(k, 1)(cmd, args, typed)
		}
		words, directive := t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			x, _ := k.find(g, Absolute(args[0]))
			return WithPrefix(slices.Clone(x.Types), typed)
		})
		if len(words) == 0 { // the name is not there yet: any type is possible
			return t.CompleteTypes(k.Word, 2)(cmd, args, typed)
		}
		return words, directive
	}
}

// CompleteNodes completes that many arguments with nodes.
func (t Access) CompleteNodes(arguments int) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments {
			return NoCompletions()
		}
		return t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			return WithPrefix(slices.Compact(NodeNames(g, strings.Contains(typed, "/_"))), typed)
		})
	}
}

// CompleteTypes completes the last of that many arguments with the types of a kind: topic,
// service or action; "" is all of them.
func (t Access) CompleteTypes(word string, arguments int) Completer {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != arguments-1 {
			return NoCompletions()
		}
		lib, err := t.Types()
		if err != nil {
			return NoCompletions()
		}
		lib.AddInstalled()
		names := slices.DeleteFunc(lib.Names(), func(name string) bool { return word != "" && fullType(short(name), word) != name })
		return WithPrefix(names, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// short returns a type name without its middle: "std_msgs/String".
func short(name string) string {
	pkg, _, _ := strings.Cut(name, "/")
	_, last, _ := cutLast(name, "/")
	return pkg + "/" + last
}

// CompleteMessage completes a name, its type, and the YAML of the message part(type) with
// its defaults.
func (t Access) CompleteMessage(k Kind, part func(typeName string) string) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 2 || typed != "" {
			return t.CompleteNamesAndTypes(k)(cmd, args, typed)
		}
		lib, err := t.Types()
		if err != nil {
			return NoCompletions()
		}
		text, err := lib.Proto(part(fullType(args[1], k.Word)), dynamic.Style{Flow: true})
		if err != nil {
			return NoCompletions()
		}
		return []string{strings.TrimSpace(text)}, cobra.ShellCompDirectiveNoFileComp
	}
}
