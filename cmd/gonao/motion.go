package main

import "github.com/spf13/cobra"

// newMotion is about the robot's motions.
func newMotion(t tool) *cobra.Command {
	return group("motion", "make motions and bring them to the robot", newMotionAdapt(t))
}
