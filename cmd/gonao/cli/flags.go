package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gonao/internal/si"
)

// The bounds of --rate, Hz.
const minRateHz, maxRateHz = 1e-3, 1e5

// CheckRate returns an error if rate, in Hz, is outside the bounds of --rate.
func CheckRate(rate float64) error {
	if math.IsNaN(rate) || rate < minRateHz || rate > maxRateHz {
		return Usagef("--rate %g: expected %g to %g Hz", rate, minRateHz, maxRateHz)
	}
	return nil
}

// Pause blocks for d. If ctx ends first, it returns the error of ctx.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// TimeoutFlag adds the flag --timeout, which sets *wait. If *wait is 0, its default is 3 s.
func TimeoutFlag(cmd *cobra.Command, wait *time.Duration, usage string) {
	*wait = cmp.Or(*wait, 3*time.Second)
	cmd.Flags().Var((*Seconds)(wait), "timeout", usage)
}

// RobotFlag adds the flag --robot, which names a robot by its namespace, and the deprecated flag --namespace.
func RobotFlag(flags *pflag.FlagSet, robot *string, otherwise, usage string) {
	flags.StringVar(robot, "robot", otherwise, usage)
	flags.StringVar(robot, "namespace", otherwise, usage)
	_ = flags.MarkDeprecated("namespace", "use --robot; the next release removes the old name")
}

// Seconds is a flag value. It accepts seconds, as ros2 does ("5"), and durations ("5s").
type Seconds time.Duration

// String returns the value as a duration.
func (s *Seconds) String() string { return time.Duration(*s).String() }

// Type returns the word that --help shows for the value.
func (s *Seconds) Type() string { return "duration" }

// Set parses text.
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

// maxWait is the longest time that a flag accepts.
const maxWait = 1000 * time.Hour

// Group returns a command that does nothing itself and holds subcommands.
func Group(use, short string, below ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short}
	cmd.AddCommand(below...)
	return cmd
}

// GivenFlags returns the flags that the user gave to a parsed command, as words of a command line.
func GivenFlags(cmd *cobra.Command) []string {
	var words []string
	// Visit would visit nothing here, because this set is a copy.
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed {
			return
		}
		values := []string{f.Value.String()}
		// A list prints as [a,b], which the flag would not parse again.
		if list, is := f.Value.(pflag.SliceValue); is {
			values = list.GetSlice()
		}
		for _, v := range values {
			words = append(words, "--"+f.Name+"="+v)
		}
	})
	return words
}
