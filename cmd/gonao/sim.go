package main

import "github.com/spf13/cobra"

// newSim is about the simulator.
func newSim(t tool) *cobra.Command {
	return group("sim", "reach into a running simulator, look at its runs",
		newSimPush(t), newSimPull(t), newSimPlace(t), newSimReset(t), newSimFilm(t))
}
