// Command motion_lab has the simulator inside and tries motions in it: it tunes their
// numbers, adapts them to the robot's limits, films them and measures them. gonao tune,
// gonao motion adapt and gonao sim film start it; make bench-motion runs its bench.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gonao/internal/interrupt"
	"gonao/tool/lab"
)

func main() {
	ctx, stop := interrupt.Context()
	defer stop()
	err := newRoot(program{out: os.Stdout, errs: os.Stderr}).ExecuteContext(ctx)
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", lab.Program, err)
	os.Exit(1)
}

// newRoot gives the command with all below it.
func newRoot(p program) *cobra.Command {
	root := &cobra.Command{
		Use: lab.Program, Short: "try motions in the simulator",
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetOut(p.out)
	root.SetErr(p.errs)
	root.AddCommand(lab.NewTune(p.run), lab.NewAdapt(p.run), lab.NewFilm(p.run), lab.NewPlot(p.run), lab.NewBench(p.run), lab.NewRows(p.run))
	return root
}
