package launcher

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// screen writes the lines of processes to the terminal and to the log files. Each line is complete and begins with
// the name of its process. If the terminal accepts no lines (Ctrl-S, a pager), screen drops them: otherwise the
// pipes of the processes would fill, and a driver would block in the middle of a log line.
type screen struct {
	prefix map[string]string // by process name, coloured or not
	shown  chan []byte       // lines for the terminal; nil shows nothing
	ended  chan struct{}     // closed when the last line has been written

	mu   sync.Mutex // guards the writing of one line
	lost int        // number of dropped lines
	logs map[string]io.WriteCloser
}

const (
	queuedLines  = 1000                   // largest number of lines that wait for the terminal
	slowTerminal = 200 * time.Millisecond // a terminal that accepts no line for this long is blocked
	terminalWait = time.Second            // how long close waits for a blocked terminal
)

// colors lists the colours of the prefixes, as ANSI codes that are readable on black and white.
var colors = [...]int{36, 32, 33, 35, 34, 96, 92, 93, 95, 94}

// newScreen opens the log files and chooses the colours.
func newScreen(plan *Plan, opts Options) (*screen, error) {
	s := &screen{prefix: map[string]string{}, logs: map[string]io.WriteCloser{}, ended: make(chan struct{})}
	names := []string{"launch"}
	for _, p := range plan.Processes() {
		names = append(names, p.Name)
	}
	for i, name := range names {
		s.prefix[name] = "[" + name + "] "
		if opts.Color {
			s.prefix[name] = fmt.Sprintf("\x1b[%dm[%s]\x1b[0m ", colors[i%len(colors)], name)
		}
	}
	if err := s.openLogs(opts.LogDir, names); err != nil {
		s.close()
		return nil, err
	}
	if opts.Output != nil {
		s.shown = make(chan []byte, queuedLines)
		go s.show(s.shown, opts.Output)
	}
	return s, nil
}

// openLogs opens a log file for each name. If dir is empty, it opens none.
func (s *screen) openLogs(dir string, names []string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("log directory %s: %w", dir, cause(err))
	}
	for _, name := range names {
		path := filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".log")
		file, err := os.Create(path)
		if err != nil {
			return fmt.Errorf("log file %s: %w", path, cause(err))
		}
		s.logs[name] = file
	}
	return nil
}

// show writes lines to the terminal until close.
func (s *screen) show(lines <-chan []byte, out io.Writer) {
	defer close(s.ended)
	for line := range lines {
		_, _ = out.Write(line) // a closed terminal is no reason to stop a robot
	}
}

// close waits a short time for the terminal, and closes the log files.
func (s *screen) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown != nil {
		close(s.shown)
		s.shown = nil
		select {
		case <-s.ended:
		case <-time.After(terminalWait):
		}
	}
	for name, file := range s.logs {
		_ = file.Close() // nothing is buffered
		delete(s.logs, name)
	}
}

// note writes a message of the launcher about a process.
func (s *screen) note(name, text string) { s.line(name, []byte(text), true) }

// line writes one line of a process to its log and, if shown is set, to the screen. It drops a line that cannot be
// written, since the processes matter more than their output.
func (s *screen) line(name string, text []byte, shown bool) {
	line := append(append([]byte(s.prefix[name]), text...), '\n')
	s.mu.Lock()
	defer s.mu.Unlock()
	if shown && s.shown != nil {
		s.queue(line)
	}
	if file, ok := s.logs[name]; ok {
		_, _ = file.Write(line[len(s.prefix[name]):])
	}
}

// queue adds a line to the queue of the terminal, or counts it as dropped. s.mu must be
// held.
func (s *screen) queue(line []byte) {
	if s.lost > 0 {
		note := fmt.Appendf(nil, "%s%d lines were not shown, because the terminal was blocked\n", s.prefix["launch"], s.lost)
		if s.offer(note, 0) {
			s.lost = 0
		}
	}
	patience := slowTerminal
	if s.lost > 0 {
		patience = 0 // the terminal is blocked already
	}
	if !s.offer(line, patience) {
		s.lost++
	}
}

// offer adds a line to the queue. It reports whether there was room within the given time.
func (s *screen) offer(line []byte, patience time.Duration) bool {
	select {
	case s.shown <- line:
		return true
	default:
	}
	select {
	case s.shown <- line:
		return true
	case <-time.After(patience):
		return false
	}
}

// maxLine is the longest line shown in one piece.
const maxLine = 64 << 10

// maxLastLine bounds the length of the last line that is kept.
const maxLastLine = 400

// copy writes a process's output line by line, until it ends. It returns the last line.
func (s *screen) copy(p *Process, pipe io.Reader, shown bool) (last string) {
	reader := bufio.NewReaderSize(pipe, maxLine)
	for {
		text, err := reader.ReadSlice('\n')
		if len(text) > 0 {
			end := len(text)
			if text[end-1] == '\n' {
				end--
			}
			if end > 0 && text[end-1] == '\r' {
				end--
			}
			s.line(p.Name, text[:end], shown)
			last = string(text[:min(end, maxLastLine)])
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return last // the output has ended, or the pipe was closed
		}
	}
}
