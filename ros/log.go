package ros

import (
	"context"
	"log/slog"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// logHandler writes a node's log to the console, or to the logger of NodeOptions, and to /rosout.
type logHandler struct {
	sink  *logSink
	inner slog.Handler // NodeOptions.Logger's handler; nil: the console
	attrs string       // from With: " key=value", ready to append
	group string       // from WithGroup: "group."
}

// Enabled reports whether a level is logged anywhere.
func (h *logHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= h.sink.level.Level() && (h.inner == nil || h.inner.Enabled(ctx, level) || h.sink.rosout.Load() != nil)
}

// Handle writes a record without waiting: lines that a slow console does not accept are dropped and counted.
func (h *logHandler) Handle(ctx context.Context, r slog.Record) error {
	h.sink.put(h.line(r))
	if h.inner == nil || !h.inner.Enabled(ctx, r.Level) {
		return nil
	}
	return h.inner.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h *logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	next := *h
	var b strings.Builder
	for _, a := range attrs {
		writeAttr(&b, h.group, a)
	}
	next.attrs += b.String()
	if h.inner != nil {
		next.inner = h.inner.WithAttrs(attrs)
	}
	return &next
}

// WithGroup implements slog.Handler.
func (h *logHandler) WithGroup(name string) slog.Handler {
	next := *h
	next.group += name + "."
	if h.inner != nil {
		next.inner = h.inner.WithGroup(name)
	}
	return &next
}

// logLine is a log record in ROS's form.
type logLine struct {
	at             time.Time
	level          slog.Level
	text           string
	file, function string
	line           int
}

func (h *logHandler) line(r slog.Record) logLine {
	var b strings.Builder
	b.WriteString(r.Message)
	b.WriteString(h.attrs)
	r.Attrs(func(a slog.Attr) bool {
		writeAttr(&b, h.group, a)
		return true
	})
	l := logLine{at: r.Time, level: r.Level, text: b.String()}
	if r.PC != 0 {
		frame, _ := runtime.CallersFrames([]uintptr{r.PC}).Next()
		l.file, l.function, l.line = frame.File, frame.Function, frame.Line
	}
	return l
}

// writeAttr appends " key=value", the value in quotes if it needs them.
func writeAttr(b *strings.Builder, group string, a slog.Attr) {
	v := a.Value.Resolve()
	if v.Kind() == slog.KindGroup {
		if a.Key != "" {
			group += a.Key + "."
		}
		for _, inner := range v.Group() {
			writeAttr(b, group, inner)
		}
		return
	}
	if a.Key == "" {
		return
	}
	text := v.String()
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == '"' || r == '=' || !strconv.IsPrint(r) }) {
		text = strconv.Quote(text)
	}
	b.WriteString(" " + group + a.Key + "=" + text)
}

// logSink writes a node's log lines in its own goroutine.
type logSink struct {
	name    string // "nao1.vision"
	level   slog.LevelVar
	console *console // may be nil
	rosout  atomic.Pointer[rosout]

	queue chan logLine
	lost  atomic.Uint64

	mu     sync.Mutex // held to close
	closed chan struct{}
	done   chan struct{}
}

// logQueue limits the lines that wait for a slow console.
const logQueue = 256

func newLogSink(name string, level slog.Level, c *console) *logSink {
	s := &logSink{
		name: name, console: c,
		queue: make(chan logLine, logQueue), closed: make(chan struct{}), done: make(chan struct{}),
	}
	s.level.Set(level)
	go s.run()
	return s
}

func (s *logSink) put(l logLine) {
	select {
	case <-s.closed:
		s.console.write(s.name, l) // the node has ended: blocking delays no other goroutine
		return
	default:
	}
	select {
	case s.queue <- l:
	default:
		s.lost.Add(1)
	}
}

func (s *logSink) run() {
	defer close(s.done)
	for {
		select {
		case l := <-s.queue:
			s.write(l)
		case <-s.closed:
			s.drain()
			return
		}
	}
}

func (s *logSink) write(l logLine) {
	if out := s.rosout.Load(); out != nil {
		out.publish(s.name, l)
	}
	s.console.write(s.name, l)
	if n := s.lost.Swap(0); n > 0 {
		s.console.write(s.name, logLine{at: l.at, level: slog.LevelWarn, text: "log lines lost: the console is too slow lines=" + strconv.FormatUint(n, 10)})
	}
}

// drain writes the waiting lines.
func (s *logSink) drain() {
	for {
		select {
		case l := <-s.queue:
			s.write(l)
		default:
			return
		}
	}
}

// consolePatience is how long the end of a node waits for a blocked console.
const consolePatience = time.Second

// close writes the waiting lines. Later lines are written to the console directly.
func (s *logSink) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closed:
		return
	default:
	}
	close(s.closed)
	select {
	case <-s.done:
	case <-time.After(consolePatience):
	}
}

// startLog sets the node's logger.
func (n *Node) startLog(opts NodeOptions) {
	var c *console
	if !opts.NoConsole && opts.Logger == nil {
		c = newConsole()
	}
	n.sink = newLogSink(loggerName(n.FullName()), opts.LogLevel, c)
	h := &logHandler{sink: n.sink}
	if opts.Logger != nil {
		h.inner = opts.Logger.Handler().WithAttrs([]slog.Attr{slog.String("node", n.FullName())})
	}
	n.Log = slog.New(h)
}

// SetLogLevel sets the least level that the node logs.
func (n *Node) SetLogLevel(level slog.Level) { n.sink.level.Set(level) }

// LogLevel returns the least level that the node logs.
func (n *Node) LogLevel() slog.Level { return n.sink.level.Level() }

// LoggerName returns the name of the node's logger in ROS's form: "nao1.vision".
func (n *Node) LoggerName() string { return n.sink.name }
