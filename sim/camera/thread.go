package camera

import (
	"math"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Thread draws camera images beside a simulation. The simulation offers its pose after
// each cycle, which costs a microsecond; when an image is due and wanted, the thread
// draws it and calls deliver. A thread that cannot keep up skips images.
type Thread struct {
	renderer *Renderer
	deliver  func(*Image)
	failed   func(error)
	period   atomic.Uint64 // bits of a float64, s
	tuned    atomic.Pointer[Options]

	wanted [nao.NumCameras]atomic.Bool
	drawn  atomic.Uint64
	missed atomic.Uint64
	spent  atomic.Int64 // ns drawing

	// The simulation's side.
	nextSec [nao.NumCameras]float64 // when the next image is due
	lastSec float64

	// Written by Offer under mu while the thread waits for work.
	mu   sync.Mutex
	busy bool
	pose mujoco.Pose
	due  [nao.NumCameras]bool
	turn [nao.NumCameras]r3.Vec // rad/s, of each camera in its own frame

	work chan struct{}
	done chan struct{}
	once sync.Once
}

// StartThread starts the thread of the robot whose names begin with prefix. It calls deliver with each image, which
// deliver must not keep, and failed, which may be nil, with errors, both in the thread's goroutine. It draws nothing
// until Want is called.
func StartThread(m *mujoco.Model, prefix string, o Options, deliver func(*Image), failed func(error)) (*Thread, error) {
	r, err := NewRenderer(m, prefix, o)
	if err != nil {
		return nil, err
	}
	t := &Thread{
		renderer: r, deliver: deliver, failed: failed,
		work: make(chan struct{}, 1), done: make(chan struct{}),
	}
	t.period.Store(math.Float64bits(1 / r.options.RateHz))
	go t.run()
	return t, nil
}

// Tune sets rate, noise and exposure, from the next image on; the other options stay. It
// is safe for concurrent use.
func (t *Thread) Tune(o Options) error {
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	t.period.Store(math.Float64bits(1 / o.RateHz))
	t.tuned.Store(&o)
	return nil
}

// Want sets whether a camera's images are wanted; call it whenever that may have changed.
func (t *Thread) Want(camera nao.Camera, wanted bool) { t.wanted[camera].Store(wanted) }

// Drawn returns the number of images delivered so far, and of those skipped for lack of
// time.
func (t *Thread) Drawn() (drawn, missed uint64) { return t.drawn.Load(), t.missed.Load() }

// Offer copies the pose of the world for the thread when an image is due. Call it from the
// simulation's goroutine after every cycle. It never waits.
func (t *Thread) Offer(d *mujoco.Data) {
	now := d.Time()
	period := math.Float64frombits(t.period.Load())
	var due [nao.NumCameras]bool
	some := false
	for c := range due {
		if now < t.lastSec {
			t.nextSec[c] = now // the world was reset
		}
		if !t.wanted[c].Load() {
			t.nextSec[c] = now // the first image comes as soon as it is wanted
			continue
		}
		t.nextSec[c] = min(t.nextSec[c], now+period) // the rate was raised
		// Times are sums of steps: a nanosecond early is in time.
		due[c] = now >= t.nextSec[c]-1e-9
		some = some || due[c]
	}
	t.lastSec = now
	if some && t.submit(d, due) {
		t.schedule(now, period, due)
	}
}

// Renew makes the next offer of a wanted camera due, whatever its time: something was moved while time
// stood. Call it from the simulation's goroutine.
func (t *Thread) Renew() { t.nextSec = [nao.NumCameras]float64{t.lastSec, t.lastSec} }

// submit copies the pose for the thread if that waits for work.
func (t *Thread) submit(d *mujoco.Data, due [nao.NumCameras]bool) bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	if t.busy {
		return false
	}
	d.CopyPose(&t.pose)
	if t.renderer.warp != nil {
		for c, id := range t.renderer.ids {
			w := d.CameraTurning(id)
			t.turn[c] = r3.Vec{X: w[0], Y: w[1], Z: w[2]}
		}
	}
	t.due, t.busy = due, true
	t.work <- struct{}{} // has room: not busy means the last one was taken
	return true
}

// schedule sets when the next images are due, in whole periods from the first one; those
// whose time has already passed are counted as missed.
func (t *Thread) schedule(now, period float64, due [nao.NumCameras]bool) {
	for c := range due {
		if !due[c] {
			continue
		}
		t.nextSec[c] += period
		for t.nextSec[c] < now-1e-9 {
			t.nextSec[c] += period
			t.missed.Add(1)
		}
	}
}

func (t *Thread) run() {
	defer close(t.done)
	var img Image
	for range t.work {
		if o := t.tuned.Swap(nil); o != nil {
			t.renderer.tune(*o)
		}
		for c := range nao.Camera(nao.NumCameras) {
			if !t.due[c] {
				continue
			}
			begin := monotonic()
			err := t.renderer.Capture(c, &t.pose, t.turn[c], &img)
			t.spent.Add(int64(monotonic() - begin))
			if err != nil {
				if t.failed != nil {
					t.failed(err)
				}
				continue
			}
			t.drawn.Add(1)
			t.deliver(&img)
		}
		t.mu.Lock()
		t.busy = false
		t.mu.Unlock()
	}
}

// Close ends the thread and blocks until the image that is being drawn is done. Offer must
// not be called afterwards.
func (t *Thread) Close() {
	t.once.Do(func() {
		close(t.work)
		<-t.done
		t.renderer.Close()
	})
}

// working reports whether an image is being drawn or delivered.
func (t *Thread) working() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.busy
}
