package sim

import "time"

// meter sums up the time that the physics needs, by a clock of the caller, such as the processor time of the thread.
type meter struct {
	clock func() time.Duration
	since time.Duration
	spent time.Duration
}

func (m *meter) start() {
	if m.clock != nil {
		m.since = m.clock()
	}
}

func (m *meter) stop() {
	if m.clock != nil {
		m.spent += m.clock() - m.since
	}
}

// Meter measures with a clock what MuJoCo's own steps need from now on; nil: nothing is measured.
func (w *World) Meter(clock func() time.Duration) { w.meter = meter{clock: clock} }

// Spent returns the time that MuJoCo's own steps have needed since Meter.
func (w *World) Spent() time.Duration { return w.meter.spent }
