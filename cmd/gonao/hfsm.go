package main

import "github.com/spf13/cobra"

// newHFSM works on state machines in files.
func newHFSM(t tool) *cobra.Command {
	return group("hfsm", "check, run, test, replay, draw, convert and generate state machines",
		newHFSMCheck(t),
		newHFSMRun(t),
		newHFSMTest(t),
		newHFSMReplay(t),
		newHFSMGraph(t),
		newHFSMImport(t),
		newHFSMExport(t),
		newHFSMGenerate(t),
		newHFSMSchema(t),
	)
}
