package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	"gonao/ros/bag"
)

// convert holds the flags of bag convert.
type convert struct {
	output           string
	offset, duration time.Duration
	topics           []string
	options          bag.Options
}

func newConvert(t Access) *cobra.Command {
	var c convert
	cmd := &cobra.Command{
		Use: "convert BAG", Short: "write a bag again: compressed, cut, or with fewer topics", Args: cobra.ExactArgs(1),
		Long: `convert writes the messages of a bag into a new one, in their order and with their times, types and
QoS. The bag stays as it is; one that is damaged is read as far as possible.`,
		Example: `  gonao bag convert first_walk -o small --compression zstd
  gonao bag convert first_walk -o part --start-offset 12.5 --duration 5 --topics /tf,/nao1/robot_state`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.output == "" {
				return cli.Usagef("expected --output; see gonao bag convert --help")
			}
			if c.duration < 0 || c.offset < 0 {
				return cli.Usagef("--start-offset %v, --duration %v: expected 0 or more", c.offset, c.duration)
			}
			r, err := bag.Open(args[0])
			if err != nil {
				return err
			}
			n, err := c.run(cmd.Context(), r)
			warn(t, r.Warnings())
			if err = errors.Join(err, r.Close()); err == nil {
				fmt.Fprintf(t.Out, "%s: %s\n", c.output, wording.Count(int(n), "message")) //nolint:gosec // fits
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&c.output, "output", "o", "", "name of the new bag")
	flags.StringVar(&c.options.Compression, "compression", "none", "of the chunks: zstd, lz4 or none")
	flags.Int64VarP(&c.options.MaxSize, "max-bag-size", "b", 0, "begin the next file at this size in bytes (0: never)")
	flags.StringSliceVar(&c.topics, "topics", nil, "only these topics, parted by commas")
	flags.Var((*cli.Seconds)(&c.offset), "start-offset", "begin so long after the first message")
	flags.Var((*cli.Seconds)(&c.duration), "duration", "so much of the bag (0: to its end)")
	_ = cmd.RegisterFlagCompletionFunc("compression", cobra.FixedCompletions([]string{"zstd", "lz4", "none"}, cobra.ShellCompDirectiveNoFileComp)) // the flag exists
	return cmd
}

// run writes the new bag and returns how many messages it has.
func (c *convert) run(ctx context.Context, r *bag.Reader) (n uint64, err error) {
	query := bag.Query{Topics: c.topics, From: r.Info().Start.Add(c.offset)}
	if c.duration > 0 {
		query.Until = query.From.Add(c.duration)
	}
	for _, name := range c.topics {
		if _, err := r.Topic(name); err != nil {
			return 0, err
		}
	}
	w, err := bag.Create(c.output, c.options)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	added := map[string]bool{}
	for m, err := range r.Messages(query) {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return n, err
		}
		if !added[m.Topic.Name] {
			added[m.Topic.Name] = true
			if err := w.AddTopic(*m.Topic); err != nil {
				return n, err
			}
		}
		if err := w.Write(m.Topic.Name, m.LogTime, m.PublishTime, m.Data); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
