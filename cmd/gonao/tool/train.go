package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/vision/train"
)

// heldOut is the number of windows on which a net is scored after its training. heldSeed is added to the seed of
// those windows.
const (
	heldOut  = 6000
	heldSeed = 1 << 32
)

// training holds the flags of gonao vision train.
type training struct {
	samples, epochs, threads int
	vary                     int
	seed                     uint64
	output, save, held       string
	falseShare               float64
	sets                     []string
}

func newTrain(t cli.Terminal) *cobra.Command {
	var f training
	var lines []string
	for _, k := range train.Kinds() {
		lines = append(lines, fmt.Sprintf("  %-8s %s", k.Name, k.About))
	}
	cmd := &cobra.Command{
		Use: "train NET", Short: "train a net for vision with rendered pictures", Args: cobra.ExactArgs(1),
		Long: `train draws the pictures of a net from a seed, trains it and writes its file of weights. The same command writes the
same file, to the byte, on any number of threads. The file contains the seed, the command, the data set's hash, the
figures on pictures that the net was not trained with, and the thresholds chosen from them.

` + strings.Join(lines, "\n"),
		Example: "  gonao vision train ball -o ball.net\n  gonao vision train ball --samples 2000 --epochs 2 -o quick.net",
		RunE: func(_ *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			return f.run(ctx, t, args[0])
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.samples, "samples", 0, "number of pictures to draw; 0: the net's own number")
	flags.IntVar(&f.epochs, "epochs", 0, "how often each picture is used; 0: the net's own number")
	flags.IntVar(&f.threads, "threads", 0, "number of threads; 0: one for each processor")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the pictures and the first weights")
	flags.StringVarP(&f.output, "output", "o", "", "file of weights to write (default: NET.net)")
	flags.StringVar(&f.save, "save-set", "", "write the data set to this file too")
	flags.StringVar(&f.held, "held", "", "choose the threshold on the pictures of this file, which are not used for training (default: on drawn pictures)")
	flags.Float64Var(&f.falseShare, "false", 0, "share of pictures or cells without an object that may pass the threshold; 0: the net's own share")
	flags.IntVar(&f.vary, "vary", 0, "add this many variants of each picture of --set, as other cameras would have taken it")
	flags.StringArrayVar(&f.sets, "set", nil, "add the pictures of this file, which --save-set writes; may be repeated")
	return cmd
}

// run trains the net with a name.
func (f training) run(ctx context.Context, t cli.Terminal, name string) error {
	kind, err := train.FindKind(name)
	if err != nil {
		return cli.Usagef("vision train: %w", err)
	}
	if f.samples < 0 || f.epochs < 0 || f.threads < 0 || f.vary < 0 || f.vary > 20 {
		return cli.Usagef("vision train: --samples %d --epochs %d --threads %d --vary %d: expected 0 or more, --vary at most 20", f.samples, f.epochs, f.threads, f.vary)
	}
	if !(f.falseShare >= 0 && f.falseShare < 0.5) {
		return cli.Usagef("vision train: --false %g: expected 0 to 0.5", f.falseShare)
	}
	f.falseShare = cmp.Or(f.falseShare, kind.False)
	f.samples = cmp.Or(f.samples, kind.Samples)
	f.threads = cmp.Or(f.threads, runtime.NumCPU())
	f.output = cmp.Or(f.output, name+".net")
	if err := cli.CheckOutputs(f.output, f.save); err != nil {
		return fmt.Errorf("vision train: %w", err)
	}
	held, err := f.heldOut(kind)
	if err != nil {
		return fmt.Errorf("vision train: %w", err)
	}
	set, err := f.pictures(t, kind)
	if err != nil {
		return fmt.Errorf("vision train: %w", err)
	}
	o := kind.Options
	o.Seed, o.Threads = f.seed, f.threads
	if f.epochs > 0 {
		o.Epochs = f.epochs
	}
	o.Progress = func(p train.Progress) { fmt.Fprintf(t.Errs, "epoch %d of %d: loss %.4f\n", p.Epoch, p.Epochs, p.Loss) }
	n, err := train.Train(ctx, kind.Shape, set, o)
	if err != nil {
		return fmt.Errorf("vision train: %w", err)
	}
	n.Origin.Command = f.command(name, o.Epochs)
	if err := train.Score(n, held, f.falseShare); err != nil {
		return fmt.Errorf("vision train: %w", err)
	}
	data, err := n.Encode()
	if err != nil {
		return fmt.Errorf("vision train: %w", err)
	}
	if err := os.WriteFile(f.output, data, 0o644); err != nil {
		return fmt.Errorf("vision train: %w", err)
	}
	fmt.Fprintf(t.Out, "%s: %d bytes, %d samples of data set %.16s…\n", f.output, len(data), len(set.Samples), n.Origin.DataSHA256)
	return printFigures(t.Out, n.Origin.Scores, n.Origin.Thresholds)
}

// heldOut returns the pictures on which the net is scored after its training.
func (f training) heldOut(kind train.Kind) (*train.Set, error) {
	if f.held != "" {
		return readSet(f.held)
	}
	return kind.Draw(f.seed+heldSeed, min(heldOut, f.samples), f.threads), nil
}

// command returns the command line that writes the same net again.
func (f training) command(name string, epochs int) string {
	text := fmt.Sprintf("gonao vision train %s --seed %d --samples %d --epochs %d", name, f.seed, f.samples, epochs)
	if f.vary > 0 {
		text += fmt.Sprintf(" --vary %d", f.vary)
	}
	if f.held != "" {
		text += " --held " + filepath.Base(f.held)
	}
	if k, err := train.FindKind(name); err == nil && f.falseShare != k.False {
		text += fmt.Sprintf(" --false %g", f.falseShare)
	}
	for _, s := range f.sets {
		text += " --set " + filepath.Base(s)
	}
	return text
}

// pictures draws pictures and adds those of the files.
func (f training) pictures(t cli.Terminal, kind train.Kind) (*train.Set, error) {
	var read []*train.Set // drawing takes minutes, so that errors in files must come first
	for _, name := range f.sets {
		more, err := readSet(name)
		if err != nil {
			return nil, err
		}
		read = append(read, more)
	}
	fmt.Fprintf(t.Errs, "drawing %d pictures\n", f.samples)
	set := kind.Draw(f.seed, f.samples, f.threads)
	for i, more := range read {
		if more.Width != set.Width || more.Height != set.Height || more.Channels != set.Channels || more.Targets != set.Targets {
			return nil, fmt.Errorf("%s: %w: its pictures have another size, or are for another net", f.sets[i], train.ErrSet)
		}
		set.Samples = append(set.Samples, kind.Vary(more, f.seed, f.vary, f.threads).Samples...)
	}
	if f.save == "" {
		return set, nil
	}
	file, err := os.Create(f.save)
	if err != nil {
		return nil, err
	}
	return set, errors.Join(set.Write(file), file.Close())
}

func readSet(name string) (*train.Set, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	set, err := train.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return set, nil
}
