package bodytest

import (
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/lola"
)

// line is a proxy between a driver that dials one path and a body that serves another. It applies
// faults to the body's frames, records the driver's frames, and can stall.
type line struct {
	faults faults

	mu       sync.Mutex
	states   uint64 // number of states sent to the driver
	targets  []Target
	commands lola.Commands
	held     chan struct{} // not nil while the line stalls; closed when it continues
}

func (l *line) open(t *testing.T, path, body string) {
	t.Helper()
	listener, err := net.Listen("unix", path)
	require.NoError(t, err)
	var all sync.WaitGroup
	t.Cleanup(func() { listener.Close(); l.stall(false); all.Wait() })
	all.Go(func() {
		for {
			driver, err := listener.Accept()
			if err != nil {
				return
			}
			robot, err := net.Dial("unix", body)
			if err != nil {
				driver.Close()
				continue
			}
			all.Go(func() { defer robot.Close(); l.listen(robot, driver) })
			all.Go(func() { defer driver.Close(); l.spoil(driver, robot) })
		}
	})
}

// spoil forwards the body's frames and applies the faults.
func (l *line) spoil(to io.Writer, from io.Reader) {
	frame := make([]byte, lola.SensorFrameSize)
	for n := 1; ; n++ {
		if _, err := io.ReadFull(from, frame); err != nil {
			return
		}
		pieces, times := l.faults.of(frame, n)
		if pieces == nil {
			return
		}
		l.wait()
		l.mu.Lock()
		l.states += times
		l.mu.Unlock()
		for _, p := range pieces {
			if _, err := to.Write(p); err != nil {
				return
			}
		}
	}
}

// listen forwards the driver's frames.
func (l *line) listen(to io.Writer, from io.Reader) {
	for reader := lola.NewReader(from); ; {
		frame, err := reader.Frame()
		if err != nil {
			return
		}
		l.wait()
		l.mu.Lock()
		err = l.commands.Decode(frame)
		l.targets = append(l.targets, Target{l.states, float64(l.commands.Position[nao.HeadYaw])})
		l.mu.Unlock()
		if err != nil {
			return
		}
		if _, err := to.Write(frame); err != nil {
			return
		}
	}
}

// wait blocks while the line stalls.
func (l *line) wait() {
	l.mu.Lock()
	held := l.held
	l.mu.Unlock()
	if held != nil {
		<-held
	}
}

func (l *line) stall(yes bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held != nil {
		close(l.held)
		l.held = nil
	}
	if yes {
		l.held = make(chan struct{})
	}
}

// received returns the targets that reached the body.
func (l *line) received() []Target {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Target(nil), l.targets...)
}

func (l *line) chest() nao.Color {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lights nao.Lights
	l.commands.Lights(&lights)
	return lights.Chest
}
