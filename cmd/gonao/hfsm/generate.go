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
		Long: `generate writes a Go package for a machine of the profile robot: the machine's YAML, and a type
with its values, states and activities by name and type. The program
then needs no file. The same engine runs it, with the same trace, debugger and recordings.

  machine.yaml       the whole machine; machine_NAME.yaml each machine that it calls
  machine.go         the generated type

With --node it writes a ROS 2 node too, which may be in your own module: node.go, with the
inputs and outputs as topics of std_msgs and the parameters as those of the node; activities.go,
written only once, where you program the activities; and a main package in cmd below it.`,
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
	cmd.Flags().StringVar(&opts.Package, "package", "", "name of the package (default: from the machine's name)")
	cmd.Flags().BoolVar(&opts.Node, "node", false, "write a ROS 2 node too")
	return cmd
}
