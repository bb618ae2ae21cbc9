package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"gonao/nao"
	codec "gonao/nao/lola"
	"gonao/nao_driver/lola"
)

// recording is a LoLA session: the frames of a robot, and the commands that its client sent.
type recording struct {
	sensors  [][]byte
	commands []codec.Commands
}

// replaySession adds the driver's answers to the frames of a session when the driver receives the recorded commands.
// All frames must be encoded to their original bytes, and the session must be written as it was.
func replaySession(d *digest, file string) error {
	zipped, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = zipped.Close() }()
	unzipped, err := gzip.NewReader(zipped)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	text, err := io.ReadAll(unzipped)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	rec, err := readSession(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return rec.drive(d)
}

// readSession reads a session, and returns an error if it is not written as it was.
func readSession(text []byte) (*recording, error) {
	r, err := codec.NewSessionReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var again bytes.Buffer
	w, err := codec.NewSessionWriter(&again)
	if err != nil {
		return nil, err
	}
	rec := &recording{}
	for {
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = rec.add(&record)
		}
		if err == nil {
			err = w.Write(record)
		}
		if err != nil {
			return nil, fmt.Errorf("record at %v: %w", record.At, err)
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	if at := differs(string(text), again.String()); at >= 0 {
		return nil, fmt.Errorf("the session differs at byte %d when it is written again", at)
	}
	return rec, nil
}

// add adds a record. Its frame is decoded, and must be encoded to the same bytes again.
func (r *recording) add(record *codec.SessionRecord) error {
	var again []byte
	switch record.Kind {
	case codec.RecordSensors:
		var s codec.Sensors
		if err := s.Decode(record.Frame); err != nil {
			return err
		}
		again = s.Append(nil)
		r.sensors = append(r.sensors, bytes.Clone(record.Frame))
	case codec.RecordCommands:
		var c codec.Commands
		if err := c.Decode(record.Frame); err != nil {
			return err
		}
		again = c.Append(nil)
		r.commands = append(r.commands, c)
	case codec.Came, codec.Went:
	}
	if at := differs(string(record.Frame), string(again)); at >= 0 {
		return fmt.Errorf("frame %c differs at byte %d when it is encoded again", record.Kind, at)
	}
	return nil
}

// drive serves the frames to the driver and adds the answer to each of them.
func (r *recording) drive(d *digest) (err error) {
	temp, err := os.MkdirTemp("", "guard")
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, os.RemoveAll(temp)) }()
	path := filepath.Join(temp, "lola")
	listener, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	cfg := lola.DefaultConfig()
	cfg.Path = path
	ctx, end := context.WithCancel(context.Background())
	defer end()
	done := make(chan error, 1)
	go func() {
		done <- lola.New(cfg, noClock{}, slog.New(slog.DiscardHandler)).Run(ctx, &replayer{r.commands})
	}()
	conn, err := listener.Accept()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	answers := codec.NewReader(conn)
	for _, frame := range r.sensors {
		if _, err := conn.Write(frame); err != nil {
			return err
		}
		answer, err := answers.Frame()
		if err != nil {
			return err
		}
		d.data(answer)
	}
	end()
	// The robot continues until the driver has let it down.
	for last := r.sensors[len(r.sensors)-1]; ; {
		if _, err := conn.Write(last); err != nil {
			break
		}
		if _, err := answers.Frame(); err != nil {
			break
		}
	}
	return <-done
}

// replayer is a commander that repeats the commands of a recording.
type replayer struct{ commands []codec.Commands }

// Observe does nothing, since the commands are recorded.
func (*replayer) Observe(*nao.State) {}

// Command returns the command that answered the given cycle; cycles count from 1.
func (r *replayer) Command(cycle uint64, _ time.Duration, cmd *nao.Command) bool {
	if cycle < 1 || cycle > uint64(len(r.commands)) {
		return false
	}
	r.commands[cycle-1].Command(cmd)
	cmd.Cycle = cycle
	return true
}

// Lights returns the lights of the first command.
func (r *replayer) Lights(out *nao.Lights) bool {
	r.commands[0].Lights(out)
	return true
}

// noClock is a clock that stands still, far in the future, so that deadlines do not pass on a busy machine.
type noClock struct{}

// Now returns a time in 2100.
func (noClock) Now() time.Time { return time.Unix(1<<32, 0) }

// Sleep returns at once.
func (noClock) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }
