package docs

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
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
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, below := range c.Commands() {
			if below.IsAvailableCommand() && below.CommandPath() != "gonao ros" && below.Name() != "completion" {
				walk(below)
			}
		}
		if c.HasSubCommands() && c.Example == "" {
			return // a group prints its help
		}
		if c.Example == "" {
			t.Errorf("%s --help: expected an example", c.CommandPath())
		}
		own := false
		for line := range strings.SplitSeq(c.Example, "\n") {
			line, _, _ = strings.Cut(line, " #")
			for part := range strings.SplitSeq(strings.ReplaceAll(line, " && ", " | "), " | ") {
				part, _, _ = strings.Cut(strings.TrimSpace(part), " > ")
				words, err := split(strings.ReplaceAll(part, "$(git rev-parse --short HEAD)", "1a2b3c4d"))
				require.NoError(t, err, part)
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
	walk(tool.New(graph.Access{Terminal: cli.Terminal{Out: &bytes.Buffer{}, Errs: &bytes.Buffer{}}}))
}
