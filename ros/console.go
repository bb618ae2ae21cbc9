package ros

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	"golang.org/x/sys/unix"
)

// console writes log lines as ROS 2 does, on stderr:
//
//	[INFO] [1700000000.123456789] [nao1.vision]: text key=value
type console struct {
	out    io.Writer
	colour bool
}

// newConsole returns a console on stderr, coloured if it is a terminal or RCUTILS_COLORIZED_OUTPUT is 1; never if
// that is 0.
func newConsole() *console {
	c := &console{out: os.Stderr}
	switch os.Getenv("RCUTILS_COLORIZED_OUTPUT") {
	case "1":
		c.colour = true
	case "0":
	default:
		_, err := unix.IoctlGetTermios(int(os.Stderr.Fd()), unix.TCGETS)
		c.colour = err == nil
	}
	return c
}

// severities are slog's levels with ROS's names and colours.
var severities = []struct {
	below  slog.Level
	name   string
	number uint8 // as in rcl_interfaces/msg/Log
	colour string
}{
	{slog.LevelInfo, "DEBUG", 10, "\x1b[32m"},
	{slog.LevelWarn, "INFO", 20, "\x1b[0m"},
	{slog.LevelError, "WARN", 30, "\x1b[33m"},
	{LevelFatal, "ERROR", 40, "\x1b[31m"},
}

// severity returns ROS's name, number and colour of a level.
func severity(level slog.Level) (name string, number uint8, colour string) {
	for _, s := range severities {
		if level < s.below {
			return s.name, s.number, s.colour
		}
	}
	return "FATAL", 50, "\x1b[31m"
}

// write writes one line; a nil console writes nothing.
func (c *console) write(name string, l logLine) {
	if c == nil {
		return
	}
	level, _, colour := severity(l.level)
	text := fmt.Sprintf("[%s] [%d.%09d] [%s]: %s", level, l.at.Unix(), l.at.Nanosecond(), name, l.text)
	if c.colour {
		text = colour + text + "\x1b[0m"
	}
	_, _ = io.WriteString(c.out, text+"\n") // no place is left to report an error
}
