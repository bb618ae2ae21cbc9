package show

import (
	"context"
	"encoding/base64"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gonao/internal/latest"
	"gonao/soccer/match"
	"gonao/soccer/match/scene"
	"gonao/studio/foxglove"
)

// Config holds the settings of a show.
type Config struct {
	Server *foxglove.Server
	Speed  float64                                // initial speed, in multiples of real time
	Paused bool                                   // whether the match is paused at first
	Now    func() time.Time                       // wall time
	After  func(d time.Duration) <-chan time.Time // like time.After
	// Camera returns an image of a robot's camera as JPEG, or nil if the robot has no camera. It is called in the
	// goroutine of Run. Camera is nil if there are no cameras.
	Camera func(robot int) ([]byte, error)
	// CloseCamera, if not nil, is called before Run closes the match, whose world the camera draws.
	CloseCamera func()
	// Shown, if not nil, is called after each moment, in the goroutine of Run.
	Shown func(m *match.Match)
	// Machines gives access to the players' machines; may be nil.
	Machines Machines
}

// Machines is the interface to the machines of all players that people can inspect. While one machine is paused, the
// whole match waits. Begin, End, Paused and Resume are called in the goroutine of Run, the others in any goroutine.
type Machines interface {
	Begin(now time.Duration) // called before an image
	End(now time.Duration)   // called after an image
	// Paused returns a machine that is paused, or nil.
	Paused() *PausedBy
	Resume(now time.Duration) // resumes all paused machines
	// Open offers the topics and services of a robot's machines and returns their namespaces.
	Open(robot int) ([]string, error)
	// RunTo resumes a machine until it reaches the requested place. It is called between two steps.
	RunTo(q RunToRequest, now time.Duration) error
}

// The limits of the speed.
const (
	SlowestSpeed = 0.5
	FastestSpeed = 20
)

// A Show is a match with viewers. Run must be called by one goroutine.
type Show struct {
	cfg      Config
	match    *match.Match
	history  history
	requests chan ControlRequest
	stepping sync.Mutex    // held while the match is stepped
	changed  chan struct{} // receives an element when a client has changed a machine
	err      error         // first error of the history

	moments, calls, progress, camera *foxglove.Channel

	look  atomic.Int32 // robot whose camera is shown; -1: none
	drawn time.Time    // time of its last picture

	playing bool
	speed   float64
	base    base
	sent    time.Time // time of the last published moment
	called  []Call
}

// base holds the times, of the wall clock and of the match, when play last started.
type base struct {
	wall time.Time
	sim  time.Duration
	set  bool
}

// New returns a show of a match that has not begun. It offers the topics and services on the server at once.
func New(m *match.Match, cfg Config) *Show {
	s := &Show{cfg: cfg, match: m, requests: make(chan ControlRequest, 16), changed: make(chan struct{}, 1), playing: !cfg.Paused, speed: cfg.Speed, called: []Call{}}
	about := foxglove.AddJSONTopic[About](cfg.Server, "match/about", nil)
	about.Publish(cfg.Now(), foxglove.EncodeJSON(AboutOf(m)))
	s.moments = foxglove.AddJSONTopic[Moment](cfg.Server, "match/moment", nil)
	s.calls = foxglove.AddJSONTopic[Calls](cfg.Server, "match/calls", nil)
	s.progress = foxglove.AddJSONTopic[Progress](cfg.Server, "match/progress", nil)
	foxglove.AddJSONService(cfg.Server, "match/moments", foxglove.Viewer, s.past)
	foxglove.AddJSONService(cfg.Server, "match/control", foxglove.Driver, s.control)
	s.look.Store(-1)
	if cfg.Camera != nil {
		s.camera = foxglove.AddBulkJSONTopic[Picture](cfg.Server, "match/camera")
		foxglove.AddJSONService(cfg.Server, "match/look", foxglove.Viewer, s.lookAt)
	}
	if cfg.Machines != nil {
		foxglove.AddJSONService(cfg.Server, "match/machines", foxglove.Viewer, s.machines)
		foxglove.AddJSONService(cfg.Server, "match/run_to", foxglove.Driver, s.runTo)
	}
	before := m.Observe
	m.Observe = func(m *match.Match) {
		if before != nil {
			before(m)
		}
		s.observe()
	}
	s.calls.Publish(cfg.Now(), foxglove.EncodeJSON(Calls{Calls: s.called}))
	s.publishProgress()
	return s
}

// Between calls do between two steps of the match. If do changes machines, the next step uses the changes.
func (s *Show) Between(do func()) {
	s.stepping.Lock()
	do()
	s.stepping.Unlock()
	latest.Notify(s.changed)
}

// machines opens the machines of a robot.
func (s *Show) machines(_ context.Context, _ *foxglove.Session, q MachinesRequest) (a MachinesResponse, err error) {
	if q.Robot < 0 || q.Robot >= len(s.match.Players) {
		return a, fmt.Errorf("robot %d: expected 0 to %d", q.Robot, len(s.match.Players)-1)
	}
	a.Namespaces, err = s.cfg.Machines.Open(q.Robot)
	return a, err
}

// runTo lets the match continue until a machine reaches the requested place.
func (s *Show) runTo(_ context.Context, _ *foxglove.Session, q RunToRequest) (_ struct{}, err error) {
	s.Between(func() { err = s.cfg.Machines.RunTo(q, s.match.Now()) })
	if err == nil {
		s.requests <- ControlRequest{Op: scene.Play}
	}
	return struct{}{}, err
}

// paused returns the machine for which the match waits, or nil.
func (s *Show) paused() *PausedBy {
	if s.cfg.Machines == nil {
		return nil
	}
	return s.cfg.Machines.Paused()
}

// past returns earlier moments.
func (s *Show) past(_ context.Context, _ *foxglove.Session, q MomentsRequest) (Moments, error) {
	n := s.history.len()
	if n == 0 {
		return Moments{Moments: []Moment{}}, nil
	}
	a := index(q.From, n)
	b := min(max(index(q.Until, n), a)+1, a+blockSize, n)
	all, err := s.history.between(a, b)
	return Moments{Moments: all}, err
}

// control passes a request to the goroutine of Run.
func (s *Show) control(ctx context.Context, _ *foxglove.Session, q ControlRequest) (struct{}, error) {
	switch q.Op {
	case scene.Play, scene.Pause, scene.Step:
	case scene.Speed:
		if !(q.Speed >= SlowestSpeed && q.Speed <= FastestSpeed) {
			return struct{}{}, fmt.Errorf("speed %g: expected %g to %d", q.Speed, SlowestSpeed, FastestSpeed)
		}
	default:
		return struct{}{}, fmt.Errorf("op %q: expected play, pause, step or speed", q.Op)
	}
	select {
	case s.requests <- q:
		return struct{}{}, nil
	case <-ctx.Done():
		return struct{}{}, ctx.Err()
	}
}

// lookAt selects the robot whose camera is shown.
func (s *Show) lookAt(_ context.Context, _ *foxglove.Session, q LookRequest) (struct{}, error) {
	if q.Robot < -1 || q.Robot >= len(s.match.Players) {
		return struct{}{}, fmt.Errorf("robot %d: expected -1 to %d", q.Robot, len(s.match.Players)-1)
	}
	s.look.Store(int32(q.Robot)) //nolint:gosec // a few dozen
	return struct{}{}, nil
}

// pictureEvery is the least time between two pictures of a camera.
const pictureEvery = 200 * time.Millisecond

// picture publishes the image of the selected camera, if there is a subscriber and the last picture is old enough.
func (s *Show) picture() {
	robot := int(s.look.Load())
	now := s.cfg.Now()
	if s.camera == nil || robot < 0 || s.camera.Subscribers() == 0 || now.Sub(s.drawn) < pictureEvery {
		return
	}
	s.drawn = now
	jpeg, err := s.cfg.Camera(robot)
	if err != nil {
		s.err = fmt.Errorf("camera: %w", err)
		return
	}
	if jpeg == nil {
		return
	}
	s.camera.Publish(now, foxglove.EncodeJSON(Picture{Robot: robot, Sec: s.match.Now().Seconds(), JPEG: base64.StdEncoding.EncodeToString(jpeg)}))
}

// Run plays the match to its end, or until ctx ends.
func (s *Show) Run(ctx context.Context) error {
	defer s.match.Close()
	if s.cfg.CloseCamera != nil {
		defer s.cfg.CloseCamera()
	}
	for !s.match.Over() && s.err == nil {
		wait, ok := s.due()
		switch {
		case !ok: // paused
			select {
			case <-ctx.Done():
				return ctx.Err()
			case q := <-s.requests:
				s.apply(q)
			case <-s.changed:
				s.publishProgress()
			case <-s.cfg.After(pictureEvery):
				s.picture()
			}
		case wait > 0:
			select {
			case <-ctx.Done():
				return ctx.Err()
			case q := <-s.requests:
				s.apply(q)
			case <-s.cfg.After(wait):
			}
		default:
			select {
			case <-ctx.Done():
				return ctx.Err()
			case q := <-s.requests:
				s.apply(q)
			default:
				s.image()
			}
		}
	}
	s.playing = false
	s.publish()
	s.publishProgress()
	return s.err
}

// apply carries out a request.
func (s *Show) apply(q ControlRequest) {
	switch q.Op {
	case scene.Play:
		s.playing = true
		s.resume()
	case scene.Pause:
		s.playing = false
	case scene.Step:
		s.playing = false
		s.resume()
		s.image()
		s.publish()
	case scene.Speed:
		s.speed = q.Speed
	}
	s.base = base{}
	if !s.playing {
		s.publish()
	}
	s.publishProgress()
}

// resume resumes the machines that are paused.
func (s *Show) resume() {
	if s.cfg.Machines == nil {
		return
	}
	s.stepping.Lock()
	defer s.stepping.Unlock()
	s.cfg.Machines.Resume(s.match.Now())
}

// late is the largest delay behind the wall clock that is caught up. After a longer delay, play continues from the
// present time.
const late = 200 * time.Millisecond

// due returns the time until the next image, and whether play continues.
func (s *Show) due() (time.Duration, bool) {
	if !s.playing || s.paused() != nil {
		s.base = base{}
		return 0, false
	}
	now := s.cfg.Now()
	if !s.base.set {
		s.base = base{wall: now, sim: s.match.Now(), set: true}
	}
	wait := time.Duration(float64(s.match.Now()-s.base.sim)/s.speed) - now.Sub(s.base.wall)
	if wait < -late {
		s.base = base{wall: now, sim: s.match.Now(), set: true}
	}
	return wait, true
}

// image steps the match until the players have received the next image.
func (s *Show) image() {
	s.stepping.Lock()
	defer s.stepping.Unlock()
	n := s.history.len()
	for s.history.len() == n && !s.match.Over() && s.err == nil {
		s.step()
	}
	if s.paused() != nil {
		s.publish()
		s.publishProgress()
	}
	s.picture()
	if s.cfg.Shown != nil {
		s.cfg.Shown(s.match)
	}
}

// step plays one cycle. If the cycle begins with an image, the machines tick.
func (s *Show) step() {
	if now := s.match.Now(); s.cfg.Machines != nil && now%Every == 0 {
		s.cfg.Machines.Begin(now)
		defer s.cfg.Machines.End(now)
	}
	s.match.Step()
}

// publishEvery is the least time between two moments that are published.
const publishEvery = 40 * time.Millisecond

// observe stores the moment of the match, and publishes it if publishEvery has passed since the last one.
func (s *Show) observe() {
	s.err = s.history.add(MomentOf(s.match))
	if n := len(s.called); n < len(s.match.Calls) {
		for i := n; i < len(s.match.Calls); i++ {
			s.called = append(s.called, CallOf(&s.match.Calls[i]))
		}
		s.calls.Publish(s.cfg.Now(), foxglove.EncodeJSON(Calls{Calls: s.called}))
	}
	if s.cfg.Now().Sub(s.sent) >= publishEvery {
		s.publish()
	}
}

// publish publishes the newest moment.
func (s *Show) publish() {
	n := s.history.len()
	if n == 0 {
		return
	}
	newest, err := s.history.between(n-1, n)
	if err != nil {
		s.err = err
		return
	}
	s.sent = s.cfg.Now()
	s.moments.Publish(s.sent, foxglove.EncodeJSON(newest[0]))
}

// publishProgress publishes the progress of the match.
func (s *Show) publishProgress() {
	p := Progress{Playing: s.playing, Speed: s.speed, Sec: s.match.Now().Seconds(), Over: s.match.Over(), PausedBy: s.paused()}
	p.Playing = p.Playing && p.PausedBy == nil
	if p.Over {
		r := s.match.Result()
		p.Result = fmt.Sprintf("%s %d : %d %s", r.Red, r.Score[0], r.Score[1], r.Blue)
	}
	s.progress.Publish(s.cfg.Now(), foxglove.EncodeJSON(p))
}
