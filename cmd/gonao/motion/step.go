package motion

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/motion/slot"
)

// lines returns the lines that are typed on in. It closes the channel at the end of the input.
func lines(in io.Reader) <-chan string {
	typed := make(chan string)
	go func() {
		defer close(typed)
		for s := bufio.NewScanner(in); s.Scan(); {
			typed <- strings.TrimSpace(s.Text())
		}
	}()
	return typed
}

func newStep(t graph.Access) *cobra.Command {
	var f robotFlags
	var dir string
	slower := 2.0
	cmd := &cobra.Command{
		Use: "step MOTION|FILE", Short: "move the robot through a motion slot by slot", Args: cobra.ExactArgs(1),
		Long: `step moves the robot through the slots of a motion, one at a time:

  Enter    the next slot
  b        the slot before
  3        slot 3
  q        end; the robot stays as it is

It moves slower than the motion, and starts wherever the joints are. If you skip a slot or go
backwards, the movement has never been tried. Hold the robot.`,
		Example:           "  gonao motion step motion/motions/dance_left.xml\n  gonao motion step stand --slower 4",
		ValidArgsFunction: completeMotion,
		RunE: func(cmd *cobra.Command, args []string) error {
			if slower < 1 || slower > 100 {
				return cli.Usagef("--slower %g: expected 1 to 100", slower)
			}
			m, err := readMotion(t, dir, args[0])
			if err != nil {
				return err
			}
			return withRobot(cmd.Context(), t, &f, func(r *robot) error {
				return stepThrough(cmd.Context(), t, r, m, slower)
			})
		},
	}
	f.add(t, cmd)
	dirFlag(cmd, &dir)
	cmd.Flags().Float64Var(&slower, "slower", slower, "move this many times slower")
	return cmd
}

// stepThrough moves the robot from slot to slot as the person types.
func stepThrough(ctx context.Context, t graph.Access, r *robot, m *slot.Motion, slower float64) error {
	typed := lines(t.In)
	at := -1 // the slot the robot is in
	for {
		fmt.Fprintf(t.Out, "%s, %d of %d slots [Enter, b, 1..%d, q] ", m.Name, at+1, len(m.Slots), len(m.Slots))
		var line string
		var more bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, more = <-typed:
		}
		if !more || line == "q" {
			fmt.Fprintln(t.Out)
			return nil
		}
		to, ok := stepTo(line, at, len(m.Slots))
		if !ok {
			fmt.Fprintln(t.Out, "expected Enter for the next slot, b for the one before, a slot's number, or q")
			continue
		}
		for _, target := range m.Slots[to].Targets {
			fmt.Fprintf(t.Out, "  %s\n", targetText(target))
		}
		if err := r.playMotion(ctx, m.RecordedPose(to, slower), nil); err != nil {
			if ctx.Err() != nil {
				return err
			}
			fmt.Fprintln(t.Errs, err)
			continue
		}
		at = to
	}
}

// stepTo returns the slot for a typed line. at is the slot that the robot is in, n the number of slots.
func stepTo(line string, at, n int) (to int, ok bool) {
	switch line {
	case "":
		to = at + 1
	case "b":
		to = at - 1
	default:
		number, err := strconv.Atoi(line)
		if err != nil {
			return 0, false
		}
		to = number - 1
	}
	return to, to >= 0 && to < n
}
