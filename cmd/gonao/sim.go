package main

import "github.com/spf13/cobra"

// newSim is about the simulator.
func newSim(t tool) *cobra.Command {
	return group("sim", "look at the simulator's runs", newSimFilm(t))
}
