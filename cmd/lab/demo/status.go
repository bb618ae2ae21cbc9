package demo

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"gonao/cmd/gonao/cli"
)

// quietPeriod is the time between status lines if the output is not a terminal, such as a log
// of CI.
const quietPeriod = 5 * time.Second

// statusLine shows one line and overwrites it.
type statusLine struct {
	terminal bool
	shown    time.Time
	width    int
}

func newStatusLine() *statusLine {
	return &statusLine{terminal: cli.OnTerminal(os.Stdout)}
}

// report shows a line; where the output is no terminal, at most one every quietPeriod.
func (s *statusLine) report(line string) {
	if !s.terminal && time.Since(s.shown) < quietPeriod {
		return
	}
	s.shown = time.Now()
	s.show(line)
}

// show shows a line, as much of it as the terminal is wide.
func (s *statusLine) show(line string) {
	if !s.terminal {
		fmt.Println(line)
		return
	}
	line = clip(line, columns())
	fmt.Printf("\r%s%s", line, strings.Repeat(" ", max(0, s.width-len([]rune(line)))))
	s.width = len([]rune(line))
}

func (s *statusLine) end() {
	if s.terminal && s.width > 0 {
		fmt.Println()
	}
}

// columns returns the width of the terminal; 0 if it has none.
func columns() int {
	size, err := unix.IoctlGetWinsize(int(os.Stdout.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}

// clip returns a line that fits a terminal of the width, with runs of blanks made one before
// anything is cut. A width of 0 is no limit.
func clip(line string, width int) string {
	if width == 0 || len([]rune(line)) < width {
		return line
	}
	short := []rune(strings.Join(strings.Fields(line), " "))
	if len(short) < width {
		return string(short)
	}
	return string(short[:max(0, width-2)]) + "…"
}

// line returns the status as text.
func (l *live) line(nowSec float64) string {
	record := l.record.Status()
	_, simulator := l.rec.Stats()
	l.mu.Lock()
	up, restarts := 0, 0
	for name, running := range l.running {
		if running {
			up++
		}
		restarts += l.restarts[name]
	}
	total := len(l.running)
	l.mu.Unlock()

	if record.Path == "" {
		doing := "the robot gets ready"
		if simulator.RealTimeFactor == 0 {
			doing = "loading the world"
		}
		return fmt.Sprintf("%s (%.0f s), %d of %d processes up", doing, time.Since(l.started).Seconds(), up, total)
	}
	ball := "ball " + fmt.Sprintf("%4.1f° off", record.ErrorDeg)
	switch {
	case !record.Following:
		ball = fmt.Sprintf("%d positions reached", record.Positions)
	case !record.Locked:
		ball = "looking for the ball"
	}
	pace := ""
	if simulator.RealTimeFactor > 0 { // known a second after the start
		pace = fmt.Sprintf("real time × %.2f", simulator.RealTimeFactor)
	}
	line := fmt.Sprintf("%6.1f s  %-18s %-22s %-16s  %d/%d up", nowSec, record.Path, ball, pace, up, total)
	if restarts > 0 {
		line += fmt.Sprintf(", %d restarts", restarts)
	}
	return line
}
