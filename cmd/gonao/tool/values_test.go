package tool

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
)

// withoutWords are flags that no completion is given for, and why.
var withoutWords = map[string]string{
	"address broadcast fingerprint listen lola queue serve ssh":                              "an address or a secret of one's own",
	"caption commit name node-name model package start title world-name":                     "a name that the person chooses",
	"child-frame-id frame-id class remap ssh-option":                                         "what is said is new",
	"activity event exclude field filter inside param-prefixes regex set taken active until": "an expression, or of a machine or message that other words of the line name",
	"robot": "a robot in a bag, which this command has not read yet",
}

// withoutSet are the types of flags whose values have no set of words.
var withoutSet = []string{"bool", "int", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float64", "float64Slice", "duration", "seeds", "size", "count"}

func TestEveryArgumentAndFlagWithASetOfValuesIsCompleted(t *testing.T) {
	var free []string
	for names := range withoutWords {
		free = append(free, strings.Fields(names)...)
	}
	var used []string
	root := New(graph.Access{Terminal: cli.Terminal{}})
	all := root.Commands()
	for i := 0; i < len(all); i++ { // those below a command join the list
		c := all[i]
		if c.Hidden || c.Name() == "completion" {
			continue
		}
		all = append(all, c.Commands()...)
		_, arguments, has := strings.Cut(c.Use, " ")
		if has && !c.HasSubCommands() && c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 {
			for word := range strings.FieldsSeq(arguments) {
				if !namesFiles(word) {
					t.Errorf("%s %s: expected a completion in values.go", c.CommandPath(), word)
				}
			}
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			_, done := c.GetFlagCompletionFunc(f.Name)
			if done || f.Hidden || slices.Contains(withoutSet, f.Value.Type()) || f.Deprecated != "" {
				return
			}
			if used = append(used, f.Name); !slices.Contains(free, f.Name) {
				t.Errorf("%s --%s (%s): expected a completion in values.go, or a reason here", c.CommandPath(), f.Name, f.Usage)
			}
		})
	}
	for _, name := range free {
		if !slices.Contains(used, name) {
			t.Errorf("%s: no flag needs this reason", name)
		}
	}
	require.Greater(t, len(all), 100)
}

// namesFiles reports whether a word of a usage line stands for files, which shells complete.
func namesFiles(word string) bool {
	word = strings.Trim(word, "[].")
	return slices.ContainsFunc([]string{"FILE", "BAG", "TRACE", "OLD", "NEW", "DIR", "DIRECTORY", "flags"}, func(w string) bool { return strings.HasPrefix(word, w) })
}

func TestValuesAreCompleted(t *testing.T) {
	for line, want := range map[string]string{
		"match --red o": "ours", "match --rules hsl": "hsl2026", "match --world p": "physics", "match --preset nao": "nao naoisis2010",
		"match calibrate --body w": "worn", "sim film --world s": "spl", "sim film --row kick_": "kick_", "experiment trial --profile i": "ideal",
		"motion bench --profile real,w": "real,worn", "hfsm graph a.yaml --format s": "svg", "vision train sh": "shirt", "lesson check 5": "5",
		"robot model sdf --gz h": "harmonic", "match game call penalize home 3 push": "pushing pushing_free_kick", "demo world:=s": "world:=spl", "robot deploy nao@nao.local loc": "loc", "ros tf echo odom l_so": "l_sole", "topic echo /a --field s": "",
	} {
		root := New(graph.Access{Terminal: cli.Terminal{}})
		var out strings.Builder
		root.SetOut(&out)
		root.SetArgs(append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Fields(line)...))
		require.NoError(t, root.ExecuteContext(t.Context()), line)
		found, _, _ := strings.Cut("\n"+out.String(), "\n:")
		if words := strings.Join(strings.Fields(found), " "); want != "kick_" && want != "loc" && words != want || !strings.HasPrefix(words, want) {
			t.Errorf("%s: completed with %q, expected %q", line, words, want)
		}
	}
}
