package demo

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// quietPeriod is the time between status lines if the output is no terminal, such as a log
// of CI.
const quietPeriod = 5 * time.Second

// statusLine shows one line and overwrites it.
type statusLine struct {
	terminal bool
	shown    time.Time
	width    int
}

func newStatusLine() *statusLine {
	info, err := os.Stdout.Stat()
	return &statusLine{terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// status shows the status at nowSec of the machine's time.
func (s *statusLine) status(l *live, nowSec float64) {
	if !s.terminal && time.Since(s.shown) < quietPeriod {
		return
	}
	s.shown = time.Now()
	s.show(l.line(nowSec))
}

func (s *statusLine) show(line string) {
	if !s.terminal {
		fmt.Println(line)
		return
	}
	fmt.Printf("\r%s%s", line, strings.Repeat(" ", max(0, s.width-len([]rune(line)))))
	s.width = len([]rune(line))
}

func (s *statusLine) end() {
	if s.terminal && s.width > 0 {
		fmt.Println()
	}
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
		return fmt.Sprintf("starting: %d of %d processes up", up, total)
	}
	ball := "ball " + fmt.Sprintf("%4.1f° off", record.ErrorDeg)
	switch {
	case !record.Following:
		ball = fmt.Sprintf("%d positions reached", record.Positions)
	case !record.Locked:
		ball = "looking for the ball"
	}
	line := fmt.Sprintf("%6.1f s  %-18s %-22s real time × %.2f  %d/%d up", nowSec, record.Path, ball, simulator.RealTimeFactor, up, total)
	if restarts > 0 {
		line += fmt.Sprintf(", %d restarts", restarts)
	}
	return line
}
