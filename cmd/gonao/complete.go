package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/suggest"
	"gonao/ros"
	"gonao/ros/dynamic"
)

// completer is what cobra asks for the words that may stand at a place.
type completer = func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective)

// completeWait is how long a completion may look: somebody waits at a prompt.
const completeWait = time.Second

// completePatience finds what answers at once.
var completePatience = patience{settled: 300 * time.Millisecond, quiet: 100 * time.Millisecond, nobody: 500 * time.Millisecond}

// fromGraph completes from the graph; a graph that cannot be seen has no words.
func (t tool) fromGraph(ctx context.Context, words func(n *ros.Node, g ros.Graph) []string) ([]string, cobra.ShellCompDirective) {
	var found []string
	t.settled, t.quiet, t.nobody = min(t.settled, completePatience.settled), min(t.quiet, completePatience.quiet), min(t.nobody, completePatience.nobody)
	t.errs = io.Discard // a warning would be written over the prompt
	_ = t.withNode(ctx, func(n *ros.Node) error {
		g, err := t.graph(n, completeWait)
		if err == nil {
			found = words(n, g)
		}
		return err
	})
	return found, cobra.ShellCompDirectiveNoFileComp
}

// noWords ends a completion: no words, and no files either.
func noWords() ([]string, cobra.ShellCompDirective) { return nil, cobra.ShellCompDirectiveNoFileComp }

// starting keeps the words that begin with what was typed.
func starting(words []string, typed string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, typed) })
}

// completeNames completes the first arguments with topics, services or actions.
// Hidden ones come once a "/_" was typed.
func (t tool) completeNames(k kind, arguments int) completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments {
			return noWords()
		}
		return t.fromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			var names []string
			for _, x := range k.all(g) {
				if !hidden(x.name) || strings.Contains(typed, "/_") {
					names = append(names, x.name)
				}
			}
			return starting(names, typed)
		})
	}
}

// completeNamesAndTypes completes a name, then its type, and then nothing.
func (t tool) completeNamesAndTypes(k kind) completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 1 {
			return t.completeNames(k, 1)(cmd, args, typed)
		}
		words, directive := t.fromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			x, _ := k.find(g, absolute(args[0]))
			return starting(slices.Clone(x.types), typed)
		})
		if len(words) == 0 { // not there yet: any type may be meant
			return t.completeTypes(k.word, 2)(cmd, args, typed)
		}
		return words, directive
	}
}

// completeNodes completes the first arguments with nodes.
func (t tool) completeNodes(arguments int) completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= arguments {
			return noWords()
		}
		return t.fromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string {
			return starting(slices.Compact(nodeNames(g, strings.Contains(typed, "/_"))), typed)
		})
	}
}

// completeParams completes a node, then that many of its parameters (0: any number).
func (t tool) completeParams(count int) completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return t.completeNodes(1)(cmd, args, typed)
		}
		if count > 0 && len(args) > count {
			return noWords()
		}
		return t.fromGraph(cmd.Context(), func(n *ros.Node, g ros.Graph) []string {
			name := absolute(args[0])
			i := slices.IndexFunc(g.Nodes, func(i ros.NodeInfo) bool { return i.FullName() == name })
			if i < 0 || !hasParams(g.Nodes[i]) {
				return nil
			}
			names, err := newParamNode(n, g, g.Nodes[i], completeWait).list(nil)
			if err != nil {
				return nil
			}
			return starting(names, typed)
		})
	}
}

// completeTypes completes the last of so many arguments with the types of topics,
// services or actions; "" is all of them.
func (t tool) completeTypes(word string, arguments int) completer {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != arguments-1 {
			return noWords()
		}
		lib, err := t.types()
		if err != nil {
			return noWords()
		}
		lib.addInstalled()
		names := slices.DeleteFunc(lib.Names(), func(name string) bool { return word != "" && fullType(short(name), word) != name })
		return starting(names, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// short is a type's name without its middle: "std_msgs/String".
func short(name string) string {
	pkg, _, _ := strings.Cut(name, "/")
	_, last, _ := cutLast(name, "/")
	return pkg + "/" + last
}

// completeMessage completes a name, its type, and then the message to fill in, which
// is that of what part gives.
func (t tool) completeMessage(k kind, part func(typeName string) string) completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 2 || typed != "" {
			return t.completeNamesAndTypes(k)(cmd, args, typed)
		}
		lib, err := t.types()
		if err != nil {
			return noWords()
		}
		text, err := lib.proto(part(fullType(args[1], k.word)), dynamic.Style{Flow: true})
		if err != nil {
			return noWords()
		}
		return []string{strings.TrimSpace(text)}, cobra.ShellCompDirectiveNoFileComp
	}
}

// didYouMean is suggest.DidYouMean, which keeps silent for no words.
func didYouMean(word string, known []string) string { return suggest.DidYouMean(word, known) }
