package docs

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
)

// TestEveryCommandHasAnExampleThatIsAccepted parses the examples of all commands, as far as that needs neither a robot nor time;
// TestCommands runs those that are cheap.
func TestEveryCommandHasAnExampleThatIsAccepted(t *testing.T) {
	parse := func(words []string) error {
		root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &bytes.Buffer{}, Errs: &bytes.Buffer{}}})
		cmd, rest, err := root.Find(words)
		if err != nil {
			return err
		}
		if cmd.DisableFlagParsing {
			return nil // it parses them itself, see package tool
		}
		if err := cmd.ParseFlags(rest); err != nil {
			return err
		}
		return cmd.ValidateArgs(cmd.Flags().Args())
	}
	root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &bytes.Buffer{}, Errs: &bytes.Buffer{}}})
	all := root.Commands()
	for i := 0; i < len(all); i++ { // those below a command join the list
		c := all[i]
		if !c.IsAvailableCommand() || c.CommandPath() == "gonao ros" || c.Name() == "completion" {
			continue
		}
		all = append(all, c.Commands()...)
		if c.HasSubCommands() && c.Example == "" {
			continue // a group prints its help
		}
		if c.Example == "" {
			t.Errorf("%s --help: expected an example", c.CommandPath())
		}
		own := false
		for line := range strings.SplitSeq(c.Example, "\n") {
			line, _, _ = strings.Cut(line, " #")
			for part := range strings.SplitSeq(strings.ReplaceAll(line, " && ", " | "), " | ") {
				part = strings.TrimSpace(part)
				words, err := split(strings.ReplaceAll(part, "$(git rev-parse --short HEAD)", "1a2b3c4d"))
				require.NoError(t, err, part)
				if i := slices.Index(words, ">"); i >= 0 {
					words = words[:i]
				}
				if len(words) == 0 || words[0] != "gonao" {
					continue
				}
				own = own || strings.HasPrefix(part, c.CommandPath())
				if err := parse(words[1:]); err != nil {
					t.Errorf("%s --help: %s: %v", c.CommandPath(), part, err)
				}
			}
		}
		if !own {
			t.Errorf("%s --help: expected an example that begins with %s", c.CommandPath(), c.CommandPath())
		}
	}
}
