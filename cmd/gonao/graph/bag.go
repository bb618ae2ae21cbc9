package graph

// This part of the package holds the commands gonao bag: record, play, show and repair bags.

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	"gonao/ros/bag"
)

// NewBag returns the commands.
func NewBag(t Access) *cobra.Command {
	return cli.Group("bag", "record, play, show and repair bags", newRecord(t), newPlay(t), newBagInfo(t), newConvert(t), newReindex(t))
}

func newBagInfo(t Access) *cobra.Command {
	var verbose bool
	cmd := &cobra.Command{
		Use: "info BAG", Short: "show what is in a bag", Args: cobra.ExactArgs(1),
		Long: `info shows files, times, topics and numbers of messages of a bag, as "ros2 bag info"
does: the directory of a bag, or one .mcap file. The messages are counted in the files;
if metadata.yaml differs, or something is damaged, it prints a warning. With -v it shows of each topic the size of its
messages, the hash of its type, and the QoS that its publishers offered.`,
		Example: "  gonao bag info rosbag2_2026_11_20-16_43_09\n  gonao bag info run/run_0.mcap",
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := bag.Open(args[0])
			if err != nil {
				return err
			}
			info := r.Info()
			showBag(t.Out, info)
			if verbose {
				err = showTopics(t.Out, r, info)
			}
			warn(t, info.Warnings)
			return errors.Join(err, r.Close())
		},
	}
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show each topic with sizes, hash and QoS")
	return cmd
}

// showTopics prints what is known of each topic.
func showTopics(out io.Writer, r *bag.Reader, info bag.Info) error {
	sizes := map[string]int64{}
	for m, err := range r.Messages(bag.Query{}) {
		if err != nil {
			return err
		}
		sizes[m.Topic.Name] += int64(len(m.Data))
	}
	for _, x := range info.Topics {
		fmt.Fprintf(out, "\nTopic: %s\n  Type: %s\n  Type hash: %s\n  Messages: %d", x.Name, x.Type, cmp.Or(x.Hash, "unknown"), x.Messages)
		if seconds := info.Duration().Seconds(); seconds > 0 {
			fmt.Fprintf(out, " (%.1f Hz)", float64(x.Messages)/seconds)
		}
		fmt.Fprintf(out, "\n  Size: %s\n", byteSize(sizes[x.Name]))
		for _, q := range x.QoS {
			fmt.Fprintf(out, "  QoS: %v\n", q)
		}
	}
	return nil
}

// warn prints warnings about a bag.
func warn(t Access, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintln(t.Errs, "warning: "+w)
	}
}

// showBag prints a bag as `ros2 bag info` does.
func showBag(out io.Writer, i bag.Info) {
	const indent = "                   "
	distro := cmp.Or(i.Distro, "unknown")
	fmt.Fprintf(out, "\nFiles:             %s\n", strings.Join(i.Files, "\n"+indent))
	fmt.Fprintf(out, "Bag size:          %s\n", byteSize(i.Size))
	fmt.Fprintf(out, "Storage id:        mcap\n")
	fmt.Fprintf(out, "Compression:       %s\n", i.Compression)
	fmt.Fprintf(out, "ROS Distro:        %s\n", distro)
	fmt.Fprintf(out, "Duration:          %.9fs\n", i.Duration().Seconds())
	fmt.Fprintf(out, "Start:             %s\nEnd:               %s\n", bagTime(i.Start), bagTime(i.End))
	fmt.Fprintf(out, "Messages:          %d\n", i.Messages)
	var topics []string
	for _, x := range i.Topics {
		topics = append(topics, fmt.Sprintf("Topic: %s | Type: %s | Count: %d | Serialization Format: %s", x.Name, x.Type, x.Messages, x.Format))
	}
	fmt.Fprintf(out, "Topic information: %s\n", strings.Join(topics, "\n"+indent))
}

// bagTime returns a time in local time, with the seconds since the epoch.
func bagTime(at time.Time) string {
	if at.IsZero() {
		return "no message"
	}
	return fmt.Sprintf("%s (%d.%09d)", at.Format("Jan _2 2006 15:04:05.000000000"), at.Unix(), at.Nanosecond())
}

// byteSize returns a size with its unit, such as "1.5 MiB".
func byteSize(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	size := float64(n)
	for _, unit := range []string{"KiB", "MiB", "GiB"} {
		if size /= 1024; size < 1024 {
			return fmt.Sprintf("%.1f %s", size, unit)
		}
	}
	return fmt.Sprintf("%.1f TiB", size/1024)
}

func newReindex(t Access) *cobra.Command {
	return &cobra.Command{
		Use: "reindex BAG", Short: "repair a damaged bag", Args: cobra.ExactArgs(1),
		Long: `reindex writes metadata.yaml anew from the files of a bag, and rewrites each file that
has no summary, because its recorder was killed or the file was cut: all messages that
can be read are kept. The new file is written beside the old one and replaces it when it
is complete. Complete files stay as they are.`,
		Example: "  gonao bag reindex rosbag2_2026_11_20-16_43_09",
		RunE: func(_ *cobra.Command, args []string) error {
			done, err := bag.Reindex(args[0])
			for _, name := range done.Rewritten {
				fmt.Fprintf(t.Out, "%s: written anew\n", name)
			}
			warn(t, done.Lost)
			if err != nil {
				return err
			}
			fmt.Fprintf(t.Out, "%s: %s\n", args[0], wording.Count(done.Messages, "message"))
			return nil
		},
	}
}
