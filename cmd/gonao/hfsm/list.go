package hfsm

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gonao/behavior"
	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/hfsm/chart"
	"gonao/internal/convert/definitions"
)

// robotConfig returns the robot's configuration with all message definitions, so that calls of any port are
// checked.
func robotConfig() behavior.Config {
	cfg := behavior.DefaultConfig()
	cfg.Types = definitions.Compiled()
	return cfg
}

func newVocabulary(t cli.Terminal) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "vocabulary [GROUP|NAME]", Short: "list the actions and inputs that machines may use", Args: cobra.MaximumNArgs(1),
		Long: `vocabulary lists the actions and inputs of the robot by groups, or those of one group, or shows
everything about one of them.

--json writes the whole table for editors and other programs, as one object:

  gonao_vocabulary  the version of this form, 1
  actions           a list: name, description, group, arguments, outcomes, feedback, ends, cancel, run_by,
                    external, nested_argument
  common_outcomes   the outcomes of every action that has run_by
  inputs            a list: name, type, unit, description, group, source, period_sec
  groups            a list: name, description; skills in Lua request groups
  machines, skills  the names of those that come with gonao

An argument has name, type (bool, int, float, string), unit, description, required or default, min, max,
enum, and constant if it must not be an expression. An outcome has a word, which machines read from the
input outcome, a description and the error_code of the action server. Feedback has the field of the
server's feedback and the input that receives it. ends is false for an action that runs until its state is
left. cancel describes what happens when the state is left. run_by has the kind, name and type of the action
server. external marks actions whose server the machine itself names. nested_argument is an argument that is
a mapping.`,
		Example: `  gonao hfsm vocabulary
  gonao hfsm vocabulary walk_to
  gonao hfsm vocabulary --json > vocabulary.json`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return graph.NoCompletions()
			}
			cfg := robotConfig()
			return graph.WithPrefix(cfg.Table().Words(), typed), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cfg := robotConfig()
			if !asJSON {
				text, err := cfg.Table().List(strings.Join(args, ""))
				if err != nil {
					return err
				}
				_, err = io.WriteString(t.Out, text)
				return err
			}
			if len(args) > 0 {
				return cli.Usagef("--json and %q given; expected one of them", args[0])
			}
			text, err := cfg.Table().JSON(behavior.Machines(), behavior.Skills())
			if err != nil {
				return err
			}
			_, err = t.Out.Write(text)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the whole table as JSON")
	return cmd
}

func newSchema(t cli.Terminal) *cobra.Command {
	var loose bool
	cmd := &cobra.Command{
		Use: "schema", Short: "write the JSON Schema of machine files", Args: cobra.NoArgs,
		Long: `schema writes the JSON Schema of machines in YAML, with the actions and inputs of the robot: an
editor with a YAML language server then completes and checks a file that begins with
  # yaml-language-server: $schema=machine.schema.json

--loose omits the robot: any activity may have any arguments.`,
		Example: `  gonao hfsm schema > machine.schema.json
  gonao hfsm schema --loose`,
		RunE: func(*cobra.Command, []string) error {
			text := chart.Schema()
			if !loose {
				cfg := robotConfig()
				var err error
				if text, err = cfg.Table().Schema(); err != nil {
					return err
				}
			}
			_, err := io.WriteString(t.Out, text)
			return err
		},
	}
	cmd.Flags().BoolVar(&loose, "loose", false, "omit the robot's actions and inputs")
	return cmd
}
