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
)

// screen shows the processes' lines, each whole and behind its process's name, and
// writes them to the log files.
type screen struct {
	mu     sync.Mutex // a line at a time
	out    io.Writer
	prefix map[string]string // by process name, coloured or not
	logs   map[string]io.WriteCloser
}

// The colours of the prefixes, as ANSI codes that are readable on black and white.
var colors = [...]int{36, 32, 33, 35, 34, 96, 92, 93, 95, 94}

// newScreen opens the log files and chooses the colours.
func newScreen(plan *Plan, opts Options) (*screen, error) {
	s := &screen{out: opts.Output, prefix: map[string]string{}, logs: map[string]io.WriteCloser{}}
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
	if opts.LogDir == "" {
		return s, nil
	}
	if err := os.MkdirAll(opts.LogDir, 0o755); err != nil {
		return nil, fmt.Errorf("log directory %s: %w", opts.LogDir, cause(err))
	}
	for _, name := range names {
		path := filepath.Join(opts.LogDir, strings.ReplaceAll(name, "/", "_")+".log")
		file, err := os.Create(path)
		if err != nil {
			s.close()
			return nil, fmt.Errorf("log file %s: %w", path, cause(err))
		}
		s.logs[name] = file
	}
	return s, nil
}

// close closes the log files.
func (s *screen) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, file := range s.logs {
		_ = file.Close() // nothing is buffered
		delete(s.logs, name)
	}
}

// say shows a line of the launcher's own about a process.
func (s *screen) say(name, text string) { s.line(name, []byte(text), true) }

// line writes one line of a process, to its log and where shown on the screen. What
// cannot be written is lost: the processes matter more than their output.
func (s *screen) line(name string, text []byte, shown bool) {
	line := append(append([]byte(s.prefix[name]), text...), '\n')
	s.mu.Lock()
	defer s.mu.Unlock()
	if shown && s.out != nil {
		_, _ = s.out.Write(line)
	}
	if file, ok := s.logs[name]; ok {
		_, _ = file.Write(line[len(s.prefix[name]):])
	}
}

// maxLine is the longest line shown in one piece.
const maxLine = 64 << 10

// copy writes a process's output line by line, until it ends.
func (s *screen) copy(p *Process, pipe io.Reader, shown bool) {
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
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return // the end, or the pipe was closed
		}
	}
}
