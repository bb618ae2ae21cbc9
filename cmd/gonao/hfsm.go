package main

import "github.com/spf13/cobra"

// newHFSM works on state machines in files.
func newHFSM(t tool) *cobra.Command {
	return group("hfsm", "draw and convert state machines",
		newHFSMGraph(t),
		newHFSMImport(t),
		newHFSMExport(t),
	)
}
