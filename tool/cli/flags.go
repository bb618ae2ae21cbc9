package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/si"
)

// The rates at which the tool publishes and calls.
const minRateHz, maxRateHz = 1e-3, 1e5

// CheckRate looks at --rate.
func CheckRate(rate float64) error {
	if math.IsNaN(rate) || rate < minRateHz || rate > maxRateHz {
		return Usagef("--rate %g: expected %g to %g Hz", rate, minRateHz, maxRateHz)
	}
	return nil
}

// Pause waits for d, or until ctx ends.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// TimeoutFlag adds the flag that says how long to wait for what is looked for.
func TimeoutFlag(cmd *cobra.Command, wait *time.Duration, usage string) {
	if *wait == 0 {
		*wait = 3 * time.Second
	}
	cmd.Flags().Var((*Seconds)(wait), "timeout", usage)
}

// Seconds is a flag that takes seconds as ros2 does ("5"), or a duration ("5s").
type Seconds time.Duration

// String writes the default.
func (s *Seconds) String() string { return time.Duration(*s).String() }

// Type is what --help calls the value.
func (s *Seconds) Type() string { return "duration" }

// Set reads the value.
func (s *Seconds) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		sec, floatErr := strconv.ParseFloat(text, 64)
		if floatErr != nil {
			return errors.New(`expected a time such as 5s, 300ms, or 5 for seconds`)
		}
		d = si.Seconds(sec)
	}
	if d < 0 || d > maxWait {
		return fmt.Errorf("expected 0 to %s", maxWait)
	}
	*s = Seconds(d)
	return nil
}

// maxWait bounds what can be asked for; it is for ever.
const maxWait = 1000 * time.Hour

// Group makes a command that only has others below it.
func Group(use, short string, below ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short}
	cmd.AddCommand(below...)
	return cmd
}
