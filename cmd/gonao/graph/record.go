package graph

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	"gonao/ros"
	"gonao/ros/bag"
)

// recordFlags are the flags of bag record.
type recordFlags struct {
	bag.RecordOptions
	regex, exclude, overrides, storage string
	maxDuration                        time.Duration
	simTime                            bool
	topics                             []string
}

func newRecord(t Access) *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use: "record [TOPIC...]", Short: "record topics into a bag",
		Args: cobra.ArbitraryArgs,
		Long: `record writes the messages of topics into a bag that ros2 bag plays too, until Ctrl-C.
Topics that appear later are recorded as well. The QoS is what all publishers of a topic
offer: reliable if all are, with earlier messages if all keep them. A file given with
--qos-profile-overrides-path overrides it.

A bag can be played up to its last second at every moment, also when the recorder is
killed; gonao bag reindex then completes it. A message that cannot be written in time is
dropped and counted; no publisher ever waits.`,
		Example: `  gonao bag record -a -o first_walk
  gonao bag record /nao1/robot_state /nao1/joint_command
  gonao bag record -a --exclude image --max-bag-duration 60 --compression zstd
  gonao bag record --regex '^/nao1/' --use-sim-time`,
		ValidArgsFunction: t.CompleteNames(Topics(), -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(append(args, f.topics...)); err != nil {
				return err
			}
			lib, err := t.Types()
			if err != nil {
				return err
			}
			t.SimTime = f.simTime
			return t.WithNode(cmd.Context(), func(n *ros.Node) error { return f.run(cmd.Context(), t, n, lib) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&f.Selection.All, "all", "a", false, "record every topic that is not hidden")
	flags.StringSliceVar(&f.topics, "topics", nil, "record these topics, parted by commas, as the arguments")
	flags.StringVarP(&f.regex, "regex", "e", "", "record topics whose name has a match of this regular expression")
	flags.StringVarP(&f.exclude, "exclude", "x", "", "but not those whose name has a match of this one")
	flags.BoolVar(&f.Selection.Hidden, "include-hidden-topics", false, "record hidden topics too")
	flags.StringVarP(&f.Dir, "output", "o", "", "name of the bag (default rosbag2_ and the time)")
	flags.StringVarP(&f.storage, "storage", "s", "mcap", "only mcap")
	flags.StringVar(&f.Compression, "compression", "none", "of the chunks: zstd, lz4 or none")
	flags.Int64VarP(&f.MaxSize, "max-bag-size", "b", 0, "begin the next file at this size in bytes (0: never)")
	flags.VarP((*cli.Seconds)(&f.maxDuration), "max-bag-duration", "d", "begin the next file after this time (0: never)")
	flags.StringVar(&f.overrides, "qos-profile-overrides-path", "", "file with the QoS to use for some topics")
	flags.BoolVar(&f.simTime, "use-sim-time", false, "stamp with the time of /clock")
	_ = cmd.RegisterFlagCompletionFunc("compression", cobra.FixedCompletions([]string{"zstd", "lz4", "none"}, cobra.ShellCompDirectiveNoFileComp)) // the flag exists
	return cmd
}

// check checks the flags and fills in the options.
func (f *recordFlags) check(topics []string) error {
	for _, topic := range topics {
		f.Selection.Topics = append(f.Selection.Topics, Absolute(topic))
	}
	var err error
	if f.Selection.Regex, err = compileRegex("regex", f.regex); err != nil {
		return err
	}
	if f.Selection.Exclude, err = compileRegex("exclude", f.exclude); err != nil {
		return err
	}
	if f.QoS, err = readOverrides(f.overrides); err != nil {
		return err
	}
	switch {
	case len(topics) == 0 && !f.Selection.All && f.Selection.Regex == nil:
		return cli.Usagef("expected topics, --all or --regex; see gonao bag record --help")
	case f.storage != "mcap":
		return cli.Usagef("--storage %q: expected mcap", f.storage)
	case f.Compression != "none" && f.Compression != "zstd" && f.Compression != "lz4":
		return cli.Usagef("--compression %q: expected zstd, lz4 or none", f.Compression)
	case f.MaxSize < 0:
		return cli.Usagef("--max-bag-size %d: expected 0 or more", f.MaxSize)
	}
	f.MaxDuration = f.maxDuration
	if f.Dir == "" {
		f.Dir = time.Now().Format("rosbag2_2006_01_02-15_04_05")
	}
	return nil
}

// compileRegex compiles text; it returns nil for "".
func compileRegex(flag, text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, cli.Usagef("--%s: %w", flag, err)
	}
	return re, nil
}

// readOverrides reads a file of QoS overrides; nil for "".
func readOverrides(path string) (map[string]ros.QoS, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, cli.Usagef("--qos-profile-overrides-path: %w", err)
	}
	qos, err := bag.ParseOverrides(data)
	if err != nil {
		return nil, cli.Usagef("--qos-profile-overrides-path %s: %w", path, err)
	}
	return qos, nil
}

// run records until the context ends.
func (f *recordFlags) run(ctx context.Context, t Access, n *ros.Node, lib *Library) error {
	f.Define = func(_ context.Context, typeName string, publishers []ros.EndpointInfo) (string, error) {
		found, err := t.LibraryFor(n, lib, Source{Name: typeName, Part: typeName, Where: "type " + typeName, Endpoints: publishers}, defineWait)
		if err != nil {
			return "", err
		}
		return found.DefinitionWithReferences(typeName)
	}
	terminal := cli.OnTerminal(t.Errs)
	known := 0
	f.Progress = func(p bag.Progress) {
		switch {
		case terminal:
			fmt.Fprintf(t.Errs, "\r\x1b[K%s", recordLine(p))
		case len(p.Topics) > known:
			fmt.Fprintf(t.Errs, "recording %s\n", strings.Join(p.Topics, ", "))
		}
		known = len(p.Topics)
	}
	fmt.Fprintf(t.Errs, "recording into %s; Ctrl-C ends it\n", f.Dir)
	p, err := bag.Record(ctx, n, f.RecordOptions)
	if terminal {
		fmt.Fprintln(t.Errs)
	}
	if p.Elapsed > 0 {
		fmt.Fprintf(t.Out, "%s: %s\n", f.Dir, recordLine(p))
	}
	for _, topic := range f.Selection.Topics {
		if p.Elapsed > 0 && !slices.Contains(p.Topics, topic) {
			fmt.Fprintf(t.Errs, "warning: topic %s: nobody published on it\n", topic)
		}
	}
	return err
}

// defineWait is how long to wait until a publisher describes its type.
const defineWait = 3 * time.Second

// recordLine returns the progress of a recording.
func recordLine(p bag.Progress) string {
	return fmt.Sprintf("%s of %s, %s in %s, %d dropped",
		wording.Count(p.Messages, "message"), wording.Count(len(p.Topics), "topic"), byteSize(int64(p.Bytes)), p.Elapsed.Round(time.Second/10), p.Dropped)
}
