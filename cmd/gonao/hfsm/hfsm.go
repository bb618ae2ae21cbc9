// Package hfsm holds the commands gonao hfsm: check, run, test, replay, draw, convert and
// generate state machines, and watch, debug and replace those that run on a robot.
package hfsm

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
)

// New returns the commands.
func New(a graph.Access) *cobra.Command {
	t := a.Terminal
	return cli.Group("hfsm", "check, run, test, replay, draw, convert, generate, watch and debug state machines, given as files or as names of gonao's own",
		takesMachine(newCheck(t)),
		takesMachine(newRun(t)),
		newTest(t),
		newReplay(t),
		newScenario(t),
		takesMachine(newGraph(t)),
		newImport(t),
		takesMachine(newExport(t)),
		takesMachine(newGenerate(t)),
		newFormat(t),
		takesMachine(newDiff(t)),
		newSchema(t),
		newVocabulary(t),
		newWatch(a),
		newAttach(a),
		takesMachine(newLoad(a)),
		newPost(a),
	)
}
