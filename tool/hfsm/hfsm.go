// Package hfsm holds the commands gonao hfsm: check, run, test, replay, draw, convert and
// generate state machines.
package hfsm

import (
	"github.com/spf13/cobra"

	"gonao/tool/cli"
)

// New returns the commands.
func New(t cli.Terminal) *cobra.Command {
	return cli.Group("hfsm", "check, run, test, replay, draw, convert and generate state machines",
		newCheck(t),
		newRun(t),
		newTest(t),
		newReplay(t),
		newGraph(t),
		newImport(t),
		newExport(t),
		newGenerate(t),
		newSchema(t),
		newVocabulary(t),
	)
}
