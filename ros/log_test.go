package ros

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sinkInto is a log whose console is w.
func sinkInto(w io.Writer, colour bool) (*logSink, *slog.Logger) {
	s := newLogSink("nao1.vision", slog.LevelInfo, &console{out: w, colour: colour})
	return s, slog.New(&logHandler{sink: s})
}

func TestTheConsoleSpeaksRosForm(t *testing.T) {
	rows := map[string]struct {
		log  func(l *slog.Logger)
		want string
	}{
		"text":       {func(l *slog.Logger) { l.Info("seen") }, "[INFO] [0.000000042] [nao1.vision]: seen"},
		"attributes": {func(l *slog.Logger) { l.Warn("lost", "ball", 3, "why", "too far") }, `[WARN] [0.000000042] [nao1.vision]: lost ball=3 why="too far"`},
		"error":      {func(l *slog.Logger) { l.Error("no", "error", errors.New("gone")) }, "[ERROR] [0.000000042] [nao1.vision]: no error=gone"},
		"fatal":      {func(l *slog.Logger) { l.Log(t.Context(), LevelFatal, "end") }, "[FATAL] [0.000000042] [nao1.vision]: end"},
		"with": {
			func(l *slog.Logger) { l.With("side", "left").WithGroup("leg").Info("x", "q", 1.5) },
			"[INFO] [0.000000042] [nao1.vision]: x side=left leg.q=1.5",
		},
		"group": {func(l *slog.Logger) { l.Info("x", slog.Group("p", "x", 1, "y", 2)) }, "[INFO] [0.000000042] [nao1.vision]: x p.x=1 p.y=2"},
		"debug": {func(l *slog.Logger) { l.Debug("not said") }, ""},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			s, log := sinkInto(&out, false)
			row.log(slog.New(fixedTime{log.Handler()}))
			s.close()
			require.Equal(t, row.want, strings.TrimSuffix(out.String(), "\n"))
		})
	}
}

// fixedTime makes every record one of 42 ns after the epoch.
type fixedTime struct{ slog.Handler }

func (f fixedTime) Handle(ctx context.Context, r slog.Record) error {
	r.Time = time.Unix(0, 42)
	return f.Handler.Handle(ctx, r)
}

func (f fixedTime) WithAttrs(a []slog.Attr) slog.Handler { return fixedTime{f.Handler.WithAttrs(a)} }

func (f fixedTime) WithGroup(name string) slog.Handler { return fixedTime{f.Handler.WithGroup(name)} }

func TestColoursAreForTerminals(t *testing.T) {
	var out bytes.Buffer
	s, log := sinkInto(&out, true)
	log.Error("no")
	s.close()
	require.True(t, strings.HasPrefix(out.String(), "\x1b[31m[ERROR]"), out.String())
	require.True(t, strings.HasSuffix(out.String(), "\x1b[0m\n"))
	for value, want := range map[string]bool{"1": true, "0": false, "": false} {
		t.Setenv("RCUTILS_COLORIZED_OUTPUT", value)
		if value != "" {
			require.Equal(t, want, newConsole().colour)
		}
	}
}

func TestALevelCanBeChangedAtRunTime(t *testing.T) {
	var out bytes.Buffer
	s, log := sinkInto(&out, false)
	n := &Node{sink: s}
	log.Debug("first")
	n.SetLogLevel(slog.LevelDebug)
	require.Equal(t, slog.LevelDebug, n.LogLevel())
	log.Debug("second")
	n.SetLogLevel(LevelFatal)
	log.Error("third")
	s.close()
	require.Contains(t, out.String(), "second")
	require.NotContains(t, out.String(), "first")
	require.NotContains(t, out.String(), "third")
}

// stuck is a console that takes nothing until it is let go.
type stuck struct {
	out  bytes.Buffer
	free chan struct{}
}

func (s *stuck) Write(p []byte) (int, error) {
	<-s.free
	return s.out.Write(p)
}

func TestAStuckConsoleStopsNobodyAndIsToldOf(t *testing.T) {
	out := &stuck{free: make(chan struct{})}
	s, log := sinkInto(out, false)
	for range 2 * logQueue { // would stand still if it waited
		log.Info("line")
	}
	close(out.free)
	s.close()
	require.Equal(t, 1, strings.Count(out.out.String(), "log lines lost"))
	require.Less(t, strings.Count(out.out.String(), ": line\n"), 2*logQueue)
	log.Info("after the end")
	require.Equal(t, 1, strings.Count(out.out.String(), "after the end"))
}

func TestOnceIsDueASingleTime(t *testing.T) {
	var once Once
	require.True(t, once.Due())
	require.False(t, once.Due())
}

func TestWhatIsNotSaidCostsNoAllocation(t *testing.T) {
	s, log := sinkInto(io.Discard, false)
	defer s.close()
	th := Throttle{Period: time.Hour}
	now := time.Now()
	var once Once
	_, due := th.Count(now)
	require.True(t, due)
	require.True(t, once.Due())
	cycle, text := 12345, strings.Repeat("x", 20)
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		cycle++
		if _, due := th.Count(now); due {
			log.Warn("late", "cycle", cycle, "text", text)
		}
		if once.Due() {
			log.Warn("late", "cycle", cycle, "text", text)
		}
	}))
}

// chatty is a bus whose nodes warn of each topic that they are to publish, as a backend does that lacks its type.
type chatty struct{ Backend }

func (c chatty) CreateNode(namespace, name string) (NodeHandle, error) {
	return &chattyNode{log: slog.Default()}, nil
}

func (c chatty) NotifyGraph(chan<- struct{}) func() { return func() {} }

type chattyNode struct {
	NodeHandle
	log *slog.Logger
}

func (n *chattyNode) SetLogger(log *slog.Logger) { n.log = log }

func (n *chattyNode) Publisher(s TopicSpec) (RawPublisher, error) {
	n.log.Warn("left out", "topic", s.Name)
	return silent{}, nil
}

func (n *chattyNode) Close() error { return nil }

type silent struct{ RawPublisher }

func (silent) Subscribers() int { return 0 }
func (silent) Close() error     { return nil }

func TestWhatABackendWarnsOfIsLoggedByTheNode(t *testing.T) {
	var out bytes.Buffer
	n, err := NewNode(t.Context(), chatty{}, "vision", NodeOptions{Bare: true, Logger: slog.New(slog.NewTextHandler(&out, nil))})
	require.NoError(t, err)
	_, err = AdvertiseRaw(n, "/bumper", "naoqi_bridge_msgs/msg/Bumper", "")
	require.NoError(t, err)
	require.NoError(t, n.Close())
	require.Contains(t, out.String(), `msg="left out" node=/vision topic=/bumper`)
}
