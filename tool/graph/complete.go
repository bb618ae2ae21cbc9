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

// Completer is what cobra asks for the words that may stand at a place.
type Completer = func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective)

// CompleteWait is how long a completion may look: somebody waits at a prompt.
const CompleteWait = time.Second

// completePatience finds what answers at once.
var completePatience = Patience{Settled: 300 * time.Millisecond, Quiet: 100 * time.Millisecond, Nobody: 500 * time.Millisecond}

// FromGraph completes from the graph; a graph that cannot be seen has no words.
func (t Access) FromGraph(ctx context.Context, words func(n *ros.Node, g ros.Graph) []string) ([]string, cobra.ShellCompDirective) {
	var found []string
	t.Settled, t.Quiet, t.Nobody = min(t.Settled, completePatience.Settled), min(t.Quiet, completePatience.Quiet), min(t.Nobody, completePatience.Nobody)
	t.Errs = io.Discard // a warning would be written over the prompt
	_ = t.WithNode(ctx, func(n *ros.Node) error {
		g, err := t.Graph(n, CompleteWait)
		if err == nil {
			found = words(n, g)
		}
		return err
	})
	return found, cobra.ShellCompDirectiveNoFileComp
}

// NoWords ends a completion: no words, and no files either.
func NoWords() ([]string, cobra.ShellCompDirective) { return nil, cobra.ShellCompDirectiveNoFileComp }

// Starting keeps the words that begin with what was typed.
func Starting(words []string, typed string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, typed) })
}

// CompleteNames completes the first arguments with topics, services or actions.
// Hidden ones come once a "/_" was typed.
func (t Access) CompleteNames(k Kind, arguments int) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments {
			return NoWords()
		}
		return t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			var names []string
			for _, x := range k.All(g) {
				if !Hidden(x.Name) || strings.Contains(typed, "/_") {
					names = append(names, x.Name)
				}
			}
			return Starting(names, typed)
		})
	}
}

// CompleteNamesAndTypes completes a name, then its type, and then nothing.
func (t Access) CompleteNamesAndTypes(k Kind) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 1 {
			return t.CompleteNames(k, 1)(cmd, args, typed)
		}
		words, directive := t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			x, _ := k.find(g, Absolute(args[0]))
			return Starting(slices.Clone(x.Types), typed)
		})
		if len(words) == 0 { // not there yet: any type may be meant
			return t.CompleteTypes(k.Word, 2)(cmd, args, typed)
		}
		return words, directive
	}
}

// CompleteNodes completes the first arguments with nodes.
func (t Access) CompleteNodes(arguments int) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments {
			return NoWords()
		}
		return t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			return Starting(slices.Compact(NodeNames(g, strings.Contains(typed, "/_"))), typed)
		})
	}
}

// CompleteTypes completes the last of so many arguments with the types of topics,
// services or actions; "" is all of them.
func (t Access) CompleteTypes(word string, arguments int) Completer {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != arguments-1 {
			return NoWords()
		}
		lib, err := t.Types()
		if err != nil {
			return NoWords()
		}
		lib.AddInstalled()
		names := slices.DeleteFunc(lib.Names(), func(name string) bool { return word != "" && FullType(short(name), word) != name })
		return Starting(names, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// short is a type's name without its middle: "std_msgs/String".
func short(name string) string {
	pkg, _, _ := strings.Cut(name, "/")
	_, last, _ := CutLast(name, "/")
	return pkg + "/" + last
}

// CompleteMessage completes a name, its type, and then the message to fill in, which
// is that of what part gives.
func (t Access) CompleteMessage(k Kind, part func(typeName string) string) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 2 || typed != "" {
			return t.CompleteNamesAndTypes(k)(cmd, args, typed)
		}
		lib, err := t.Types()
		if err != nil {
			return NoWords()
		}
		text, err := lib.Proto(part(FullType(args[1], k.Word)), dynamic.Style{Flow: true})
		if err != nil {
			return NoWords()
		}
		return []string{strings.TrimSpace(text)}, cobra.ShellCompDirectiveNoFileComp
	}
}
