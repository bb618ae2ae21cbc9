package hfsm

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm/generate"
)

// newGenerate returns the command generate.
func newGenerate(t cli.Terminal) *cobra.Command {
	var output string
	var words vocabulary
	var opts generate.Options
	cmd := &cobra.Command{
		Use: "generate MACHINE", Short: "write a machine as a Go package, or as a node", Args: cobra.ExactArgs(1),
		Long: `generate writes a Go package around a machine of the profile robot: its YAML, and a type
with its values, states and activities under their names and with their types. The program
then needs no file. The same engine runs it, with the same trace, debugger and recordings.

  machine.yaml       the machine as a whole; machine_NAME.yaml those that it calls
  machine.go         the type

With --node it writes a ROS 2 node too, also in a module of one's own: node.go, with the
inputs and outputs as topics of std_msgs and the parameters as the node's; activities.go,
written once, for what the activities do; and its main in cmd below it.`,
		Example: `  gonao hfsm generate behavior/machines/dance.yaml -o dance
  gonao hfsm generate dance -o dancer --node`,
		RunE: func(_ *cobra.Command, args []string) error {
			if output == "" {
				return cli.Usagef("-o: expected the directory of the package")
			}
			m, findings, err := readMachine(args[0])
			if err != nil {
				return err
			}
			printFindings(t, findings.Warnings())
			if opts.Words, err = vocabularyFor(&words, args[0]); err != nil {
				return err
			}
			_, written, err := generate.Dir(output, m, opts)
			if err != nil {
				return err
			}
			for _, name := range written {
				fmt.Fprintln(t.Out, "wrote", filepath.Join(output, name))
			}
			return nil
		},
	}
	words.add(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "the directory of the package")
	cmd.Flags().StringVar(&opts.Package, "package", "", "its name (by the machine's)")
	cmd.Flags().BoolVar(&opts.Node, "node", false, "write a ROS 2 node too")
	return cmd
}
