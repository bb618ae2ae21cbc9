package tool

// This part of the package holds the commands gonao robot lola. They record what a robot and its driver send each
// other over LoLA, and replay the robot's side.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	"gonao/nao/lola"
	"gonao/sim/lolaserver"
)

// newLoLA returns the commands.
func newLoLA(t cli.Terminal) *cobra.Command {
	return cli.Group("lola", "record what a robot and its driver send each other, and replay the robot",
		newLoLARecord(t), newReplay(t), newInfo(t))
}

// lineWriter returns a function that prints one line.
func lineWriter(out io.Writer) func(format string, args ...any) {
	return func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
}

func newLoLARecord(t cli.Terminal) *cobra.Command {
	robot, listen := lola.SocketPath, "/tmp/robocup_recorded"
	cmd := &cobra.Command{
		Use: "record FILE", Short: "record the frames between a robot and its driver", Args: cobra.ExactArgs(1),
		Long: `record runs between a robot, or a simulator, and its driver until Ctrl-C: it
listens on its own socket, connects to the robot when the driver connects, forwards
the frames of both, and writes them to FILE, which must not exist. Any LoLA software can
be recorded. A recorder that is killed loses the last half second.`,
		Example: `  gonao robot lola record first.lola
  gonao robot lola record first.lola --lola tcp://127.0.0.1:10000 --listen /tmp/robocup`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return recordLoLA(cmd.Context(), t, args[0], robot, listen)
		},
	}
	cmd.Flags().StringVar(&robot, "lola", robot, "where the robot speaks LoLA: a path, or tcp://HOST:PORT")
	cmd.Flags().StringVar(&listen, "listen", listen, "address for the driver to connect to: a path, or tcp://HOST:PORT")
	return cmd
}

func recordLoLA(ctx context.Context, t cli.Terminal, path, robot, listen string) (err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("record LoLA: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out, err := lola.NewSessionWriter(file)
	if err != nil {
		return err
	}
	proxy, err := lolaserver.NewProxy(robot, listen, out, lolaserver.Monotonic{}, lineWriter(t.Errs))
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	fmt.Fprintf(t.Errs, "connect the driver to %s; Ctrl-C ends the recording\n", listen)
	err = proxy.Run(ctx)
	fmt.Fprintf(t.Out, "%s: %s of the robot, %s\n", path, wording.Count(proxy.Count(lola.RecordSensors), "frame"), wording.Count(proxy.Count(lola.RecordCommands), "command"))
	return err
}

// replay holds the flags of lola replay.
type replay struct {
	listen   string
	lockstep bool
	speed    float64
}

func newReplay(t cli.Terminal) *cobra.Command {
	l := replay{listen: lola.SocketPath, speed: 1}
	cmd := &cobra.Command{
		Use: "replay FILE", Short: "serve the frames of a recorded session as a robot would", Args: cobra.ExactArgs(1),
		Long: `replay serves the frames of a recorded session byte for byte, at their recorded times, to
the first client that connects, and ends after the last one. The client's commands have no effect.`,
		Example: `  gonao robot lola replay first.lola
  gonao robot lola replay first.lola --listen tcp://127.0.0.1:10000 --lockstep`,
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(cmd.Context(), t, args[0]) },
	}
	cmd.Flags().StringVar(&l.listen, "listen", l.listen, "address to serve at: a path, or tcp://HOST:PORT")
	cmd.Flags().BoolVar(&l.lockstep, "lockstep", false, "send each frame after the previous one was answered")
	cmd.Flags().Float64Var(&l.speed, "speed", l.speed, "replay this many times as fast as it was recorded")
	return cmd
}

func (l replay) run(ctx context.Context, t cli.Terminal, path string) error {
	if !(l.speed > 0 && l.speed <= 1000) {
		return cli.Usagef("--speed %g: expected more than 0, up to 1000", l.speed)
	}
	file, reader, err := openSession(path)
	if err != nil {
		return err
	}
	defer file.Close()
	server, err := lolaserver.Listen(lolaserver.Config{Path: l.listen, Lockstep: l.lockstep, Logf: lineWriter(t.Errs)})
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Errs, "the robot of %s is at %s\n", path, l.listen)
	sent, err := server.Replay(ctx, reader, l.speed)
	stats := server.Stats()
	fmt.Fprintf(t.Out, "%s sent, %d of them not read in time, %s received\n", wording.Count(sent, "frame"), stats.Dropped, wording.Count(stats.Commands, "command"))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// openSession opens a recorded session.
func openSession(path string) (*os.File, *lola.SessionReader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	reader, err := lola.NewSessionReader(file)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return file, reader, nil
}

func newInfo(t cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use: "info FILE", Short: "show what is in a recorded session", Args: cobra.ExactArgs(1),
		Long: `info prints the recorded robot, the length of the session, and the numbers of frames that robot and
client sent. It reads the whole file and reports frames that are not LoLA.`,
		Example: "  gonao robot lola info first.lola",
		RunE: func(_ *cobra.Command, args []string) error {
			file, reader, err := openSession(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			return showSession(t.Out, args[0], reader)
		},
	}
}

// showSession prints the contents of a session.
func showSession(out io.Writer, path string, reader *lola.SessionReader) error {
	counts := map[lola.RecordKind]int{}
	var last time.Duration
	var robot lola.Sensors
	var wrong error
	for {
		record, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			fmt.Fprintln(out, "ends    in the middle of a record: its recorder was killed")
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		last = record.At
		if counts[record.Kind]++; record.Kind == lola.RecordSensors {
			wrong = errors.Join(wrong, robot.Decode(record.Frame))
		}
	}
	fmt.Fprintf(out, "robot   %q\n", robot.RobotConfig)
	fmt.Fprintf(out, "length  %s\n", last.Round(time.Millisecond))
	fmt.Fprintf(out, "robot's frames %d, client's %d, clients %d\n", counts[lola.RecordSensors], counts[lola.RecordCommands], counts[lola.Came])
	if wrong != nil {
		return fmt.Errorf("%s: some frames of the robot are not LoLA: %w", path, wrong)
	}
	return nil
}
