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
		Use: "generate FILE", Short: "write a machine as a Go package, or as a node", Args: cobra.ExactArgs(1),
		Long: `generate writes a machine of the profile robot as a Go package: one function for each
state's entry, do and exit and for each transition's guard and action, typed values, and
the activities as an interface. It does what the machine does when it runs from its file,
with the same trace.

  machine.go  the machine with its values and activities
  states.go   what each state and each transition does
  engine.go   the tables by which the machine goes from state to state

With --node it writes a ROS 2 node too, also in a module of one's own: node.go, with the
inputs and outputs as topics of std_msgs and the parameters as the node's; activities.go,
written once, for what the activities do; and its main in cmd below it.

What stands between "// user code: begin NAME" and "// user code: end NAME" is kept when
the machine is generated again. Code whose state has another name now is kept as a
comment at the end of states.go, and named here.

Expressions become Go. Scripts in Lua are refused, with their places; with --with-lua they
stand in the package as they are, and run in the sandbox.`,
		Example: `  gonao hfsm generate machine.yaml -o blink
  gonao hfsm generate machine.yaml -o blink --node`,
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
			result, written, err := generate.Dir(output, m, opts)
			if err != nil {
				return err
			}
			for _, name := range written {
				fmt.Fprintln(t.Out, "wrote", filepath.Join(output, name))
			}
			for _, name := range result.Orphans {
				fmt.Fprintf(t.Errs, "user code %q has no place any more: kept as a comment at the end of %s\n", name, filepath.Join(output, "states.go"))
			}
			return nil
		},
	}
	words.add(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "the directory of the package")
	cmd.Flags().StringVar(&opts.Package, "package", "", "its name (by the machine's)")
	cmd.Flags().StringVar(&opts.Prefix, "prefix", "", "what its types begin with, for several machines in one package")
	cmd.Flags().BoolVar(&opts.WithLua, "with-lua", false, "include scripts in Lua, with the sandbox they run in")
	cmd.Flags().BoolVar(&opts.Node, "node", false, "write a ROS 2 node too")
	return cmd
}
