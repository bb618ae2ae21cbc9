package ros

import (
	"context"
	"fmt"
	"sync"
	"time"

	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	stdmsgs "gonao/msgs/std_msgs"
)

// Health is the state of a part.
type Health = byte

// The levels of diagnostic_msgs/DiagnosticStatus.
const (
	HealthOK    = diagnosticmsgs.DiagnosticStatusOk
	HealthWarn  = diagnosticmsgs.DiagnosticStatusWarn
	HealthError = diagnosticmsgs.DiagnosticStatusError
	HealthStale = diagnosticmsgs.DiagnosticStatusStale // no recent data
)

// Diagnosis is the report of a diagnostics task about its part. It begins as OK.
type Diagnosis struct {
	Level   Health
	Message string // a few words
	values  []diagnosticmsgs.KeyValue
}

// Set sets the state of the part and a short message.
func (s *Diagnosis) Set(level Health, message string) { s.Level, s.Message = level, message }

// Add adds a value, formatted as by fmt.Sprint.
func (s *Diagnosis) Add(key string, value any) { s.Addf(key, "%v", value) }

// Addf adds a value with its unit: Addf("temperature", "%.0f °C", t).
func (s *Diagnosis) Addf(key, format string, args ...any) {
	s.values = append(s.values, diagnosticmsgs.KeyValue{Key: key, Value: fmt.Sprintf(format, args...)})
}

// DiagnosticsUpdater publishes the reports of its tasks.
type DiagnosticsUpdater struct {
	node     *Node
	hardware string
	pub      *Publisher[diagnosticmsgs.DiagnosticArray]
	stop     context.CancelFunc
	done     chan struct{}

	mu    sync.Mutex // held while tasks run
	tasks []diagnosticsTask
}

type diagnosticsTask struct {
	name string
	say  func(*Diagnosis)
}

// diagnosticsPeriod is the period with which tasks run, on wall time, since a simulation may stand still.
const diagnosticsPeriod = time.Second

// Diagnostics returns an updater that publishes the state of the parts of a hardware on /diagnostics, once a second
// and only while it is subscribed. It ends with the node.
func Diagnostics(n *Node, hardwareID string) (*DiagnosticsUpdater, error) {
	d := &DiagnosticsUpdater{hardware: hardwareID}
	return d, d.OpenPort(n, "/diagnostics")
}

// OpenPort begins to publish, see [Open]; the hardware has no name.
func (d *DiagnosticsUpdater) OpenPort(n *Node, topic string, opts ...Option) (err error) {
	d.node, d.done = n, make(chan struct{})
	if d.pub, err = Advertise[diagnosticmsgs.DiagnosticArray](n, topic, opts...); err != nil {
		return err
	}
	var ctx context.Context
	ctx, d.stop = context.WithCancel(context.Background()) // not the node's: tasks still run while it ends
	go d.run(ctx)
	return n.own(d)
}

// SetHardware sets the name of the hardware whose parts the tasks report.
func (d *DiagnosticsUpdater) SetHardware(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hardware = id
}

// Add adds a task, which appears as "/nao1/driver: name". It is called in a goroutine of the updater, one call at a
// time.
func (d *DiagnosticsUpdater) Add(name string, task func(*Diagnosis)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tasks = append(d.tasks, diagnosticsTask{name, task})
}

// Update runs all tasks now if /diagnostics is subscribed, for changes that must not wait a second.
func (d *DiagnosticsUpdater) Update() error {
	if d.pub.Subscribers() == 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	m := diagnosticmsgs.DiagnosticArray{Header: stdmsgs.Header{Stamp: Stamp(d.node.Clock.Now())}}
	for _, task := range d.tasks {
		var s Diagnosis
		task.say(&s)
		m.Status = append(m.Status, diagnosticmsgs.DiagnosticStatus{
			Level: s.Level, Name: d.node.FullName() + ": " + task.name, Message: s.Message, HardwareId: d.hardware, Values: s.values,
		})
	}
	return d.pub.Publish(m)
}

func (d *DiagnosticsUpdater) run(ctx context.Context) {
	defer close(d.done)
	for range NewSystemClock().Tick(ctx, diagnosticsPeriod) {
		if err := d.Update(); err != nil {
			d.node.Log.Warn("diagnostics", "error", err)
		}
	}
}

// Close ends the updates, after the task that runs. The node's Close does so too.
func (d *DiagnosticsUpdater) Close() error {
	d.stop()
	<-d.done
	return d.pub.Close()
}

// Frequency measures how often something happens. Its Check is a task for DiagnosticsUpdater.Add. Zero values of
// Tolerance and Window mean 0.1 and 5.
type Frequency struct {
	MinHz, MaxHz float64 // desired range; MaxHz 0: no limit
	Tolerance    float64 // part of the limits by which they may be missed
	Window       int     // number of updates over which is measured

	mu     sync.Mutex
	total  uint64
	looked []frequencyLook // the oldest first
}

type frequencyLook struct {
	at    time.Time
	total uint64
}

// Tick counts one event. It does not allocate.
func (f *Frequency) Tick() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.total++
	if len(f.looked) == 0 {
		f.looked = append(f.looked, frequencyLook{time.Now(), 0})
	}
}

// Check reports whether the frequency since the oldest update in the window is within the limits.
func (f *Frequency) Check(s *Diagnosis) {
	f.mu.Lock()
	defer f.mu.Unlock()
	window, tolerance := f.Window, f.Tolerance
	if window <= 0 {
		window = 5
	}
	if tolerance <= 0 {
		tolerance = 0.1
	}
	now := time.Now()
	var events uint64
	var hz, sec float64
	if len(f.looked) > 0 {
		events, sec = f.total-f.looked[0].total, now.Sub(f.looked[0].at).Seconds()
	}
	if sec > 0 {
		hz = float64(events) / sec
	}
	f.looked = append(f.looked, frequencyLook{now, f.total})
	f.looked = f.looked[max(len(f.looked)-window, 0):]
	switch {
	case events == 0:
		s.Set(HealthError, "nothing happens")
	case hz < f.MinHz*(1-tolerance):
		s.Set(HealthWarn, "too slow")
	case f.MaxHz > 0 && hz > f.MaxHz*(1+tolerance):
		s.Set(HealthWarn, "too fast")
	default:
		s.Set(HealthOK, "as often as wanted")
	}
	s.Add("events in window", events)
	s.Add("events since start", f.total)
	s.Addf("window", "%.2f s", sec)
	s.Addf("frequency", "%.2f Hz", hz)
	s.Addf("least", "%.2f Hz", f.MinHz)
	if f.MaxHz > 0 {
		s.Addf("most", "%.2f Hz", f.MaxHz)
	}
}
