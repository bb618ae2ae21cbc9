package graph

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	"gonao/ros"
	"gonao/ros/bag"
)

func newPlay(t Access) *cobra.Command {
	var opts bag.PlayOptions
	var overrides string
	var remaps []string
	cmd := &cobra.Command{
		Use: "play BAG", Short: "publish the messages of a bag", Args: playArgs(&opts.ClockHz),
		Long: `play publishes the messages of a bag in the time they were recorded, with the QoS
their publishers offered and the types as they are in the bag, which gonao need not have. On a
terminal, space pauses and resumes.

With --clock the time of the bag goes out on /clock, for nodes with use_sim_time. Where
a node uses a topic with another definition of its type, a warning shows both hashes.`,
		Example: `  gonao bag play first_walk
  gonao bag play first_walk --rate 0.5 --loop --topics /nao1/joint_states
  gonao bag play first_walk --clock 100 --start-offset 12.5 --duration 5
  gonao bag play first_walk --remap nao1/joint_states:=nao2/joint_states`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opts.QoS, err = readOverrides(overrides); err != nil {
				return err
			}
			if opts.Remap, err = remapNames(remaps); err != nil {
				return err
			}
			r, err := bag.Open(args[0])
			if err != nil {
				return err
			}
			warn(t, r.Warnings())
			err = t.WithNode(cmd.Context(), func(n *ros.Node) error { return play(cmd.Context(), t, n, r, opts) })
			return errors.Join(err, r.Close())
		},
	}
	flags := cmd.Flags()
	flags.Float64VarP(&opts.Rate, "rate", "r", 1, "2 is twice as fast")
	flags.BoolVarP(&opts.Loop, "loop", "l", false, "again and again")
	flags.Var((*cli.Seconds)(&opts.Offset), "start-offset", "begin so long after the first message")
	flags.Var((*cli.Seconds)(&opts.Duration), "duration", "play so much of the bag (0: to its end)")
	flags.StringSliceVar(&opts.Topics, "topics", nil, "play only these topics, parted by commas")
	flags.StringArrayVarP(&remaps, "remap", "m", nil, "another name for a topic, FROM:=TO; may be repeated")
	flags.Float64Var(&opts.ClockHz, "clock", 0, "publish /clock so often per second (0: not)")
	flags.Lookup("clock").NoOptDefVal = "40"
	flags.BoolVarP(&opts.Paused, "start-paused", "p", false, "begin paused")
	flags.Var((*cli.Seconds)(&opts.Delay), "delay", "wait so long before the first message")
	flags.IntVarP(&opts.Wait, "wait", "w", 0, "wait until each topic has so many subscribers")
	flags.StringVar(&overrides, "qos-profile-overrides-path", "", "file with the QoS to use for some topics")
	return cmd
}

// playArgs accepts one bag, and a number behind --clock, whose value may be left out.
func playArgs(clockHz *float64) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 && cmd.Flags().Changed("clock") {
			hz, err := strconv.ParseFloat(args[1], 64)
			if err == nil {
				*clockHz = hz
				return nil
			}
		}
		return cobra.ExactArgs(1)(cmd, args)
	}
}

// remapNames parses rules FROM:=TO.
func remapNames(rules []string) (map[string]string, error) {
	out := map[string]string{}
	for _, rule := range rules {
		from, to, ok := strings.Cut(rule, ":=")
		if !ok || from == "" || to == "" {
			return nil, cli.Usagef("--remap %q: expected FROM:=TO", rule)
		}
		out[Absolute(from)] = Absolute(to)
	}
	return out, nil
}

// play plays a bag until it ends or the context does.
func play(ctx context.Context, t Access, n *ros.Node, r *bag.Reader, opts bag.PlayOptions) error {
	for i, topic := range opts.Topics {
		opts.Topics[i] = Absolute(topic)
	}
	p, err := bag.NewPlayer(n, r, opts)
	if err != nil {
		return err
	}
	restore := watchKeys(t, p)
	played, err := p.Run(ctx)
	restore()
	if err != nil {
		return err
	}
	_ = cli.Pause(ctx, 200*time.Millisecond) // until the last messages have arrived
	fmt.Fprintf(t.Out, "%s played", wording.Count(played.Messages, "message"))
	if played.Lost > 0 {
		fmt.Fprintf(t.Out, ", %d not taken: a reliable subscriber is too slow or stopped", played.Lost)
	}
	fmt.Fprintln(t.Out)
	return nil
}

// watchKeys toggles pause at each space that is typed on a terminal. restore resets the
// terminal to the mode it had.
func watchKeys(t Access, p *bag.Player) (restore func()) {
	in, ok := t.In.(*os.File)
	if !ok || !cli.OnTerminal(in) {
		return func() {}
	}
	fd := int(in.Fd())
	before, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return func() {}
	}
	keys := *before
	keys.Lflag &^= unix.ICANON | unix.ECHO
	keys.Cc[unix.VMIN], keys.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, &keys); err != nil {
		return func() {}
	}
	fmt.Fprintln(t.Errs, "space pauses and resumes")
	go func() {
		key := make([]byte, 1)
		for {
			if n, err := in.Read(key); err != nil || n == 0 {
				return
			}
			if key[0] == ' ' {
				fmt.Fprintln(t.Errs, map[bool]string{true: "paused", false: "playing"}[p.Toggle()])
			}
		}
	}()
	return func() { _ = unix.IoctlSetTermios(fd, unix.TCSETS, before) } // nothing can be done about an error
}
