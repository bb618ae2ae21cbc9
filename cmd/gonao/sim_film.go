package main

import (
	"github.com/spf13/cobra"

	"gonao/internal/lab"
)

// newSimFilm writes an animated picture of a run.
func newSimFilm(t tool) *cobra.Command { return lab.NewFilm(t.startLab) }
