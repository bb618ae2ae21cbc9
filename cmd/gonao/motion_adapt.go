package main

import (
	"github.com/spf13/cobra"

	"gonao/internal/lab"
)

// newMotionAdapt brings a behaviour to the robot's limits.
func newMotionAdapt(t tool) *cobra.Command { return lab.NewAdapt(t.startLab) }
