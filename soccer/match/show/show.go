package show

import (
	"context"
	"encoding/base64"
	"fmt"
	"sync/atomic"
	"time"

	"gonao/foxglove"
	"gonao/foxglove/jsonwire"
	"gonao/soccer/match"
	"gonao/soccer/match/scene"
)

// Config is what a show is made with.
type Config struct {
	Server *foxglove.Server
	Speed  float64                                // times real time, at the beginning
	Paused bool                                   // at the beginning
	Now    func() time.Time                       // of the wall
	After  func(d time.Duration) <-chan time.Time // as time.After
	// Camera returns a picture of a robot's camera as JPEG, nil where it has none; it is called in the goroutine of Run. nil: there are
	// no cameras.
	Camera func(robot int) ([]byte, error)
	// CloseCamera is called before Run closes the match, whose world the camera draws; nil: nothing is to be closed.
	CloseCamera func()
	// Shown is called after each moment, in the goroutine of Run; nil: by nobody.
	Shown func(m *match.Match)
}

// The limits of the speed.
const (
	SlowestSpeed = 0.5
	FastestSpeed = 20
)

// A Show is a match that people look on. Run must be called by one goroutine.
type Show struct {
	cfg      Config
	match    *match.Match
	history  history
	requests chan ControlRequest
	err      error // of the history

	moments, calls, progress, camera *foxglove.Channel

	look  atomic.Int32 // whose camera is shown; -1: nobody's
	drawn time.Time    // when its last picture was

	playing bool
	speed   float64
	base    base
	sent    time.Time // when the last moment was published
	called  []Call
}

// base is when play went on: the wall's time and the match's.
type base struct {
	wall time.Time
	sim  time.Duration
	set  bool
}

// New returns a show of a match that has not begun. It offers the topics and services on the server at once.
func New(m *match.Match, cfg Config) *Show {
	s := &Show{cfg: cfg, match: m, requests: make(chan ControlRequest, 16), playing: !cfg.Paused, speed: cfg.Speed, called: []Call{}}
	about := jsonwire.AddTopic[About](cfg.Server, "match/about", nil)
	about.Publish(cfg.Now(), jsonwire.Encode(AboutOf(m)))
	s.moments = jsonwire.AddTopic[Moment](cfg.Server, "match/moment", nil)
	s.calls = jsonwire.AddTopic[Calls](cfg.Server, "match/calls", nil)
	s.progress = jsonwire.AddTopic[Progress](cfg.Server, "match/progress", nil)
	jsonwire.AddService(cfg.Server, "match/moments", foxglove.Viewer, s.past)
	jsonwire.AddService(cfg.Server, "match/control", foxglove.Driver, s.control)
	s.look.Store(-1)
	if cfg.Camera != nil {
		s.camera = jsonwire.AddBulkTopic[Picture](cfg.Server, "match/camera")
		jsonwire.AddService(cfg.Server, "match/look", foxglove.Viewer, s.lookAt)
	}
	before := m.Observe
	m.Observe = func(m *match.Match) {
		if before != nil {
			before(m)
		}
		s.observe()
	}
	s.calls.Publish(cfg.Now(), jsonwire.Encode(Calls{Calls: s.called}))
	s.publishProgress()
	return s
}

// past returns moments that have passed.
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

// control passes a request to the goroutine that plays.
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

// lookAt chooses whose camera is shown.
func (s *Show) lookAt(_ context.Context, _ *foxglove.Session, q LookRequest) (struct{}, error) {
	if q.Robot < -1 || q.Robot >= len(s.match.Players) {
		return struct{}{}, fmt.Errorf("robot %d: expected -1 to %d", q.Robot, len(s.match.Players)-1)
	}
	s.look.Store(int32(q.Robot)) //nolint:gosec // a few dozen
	return struct{}{}, nil
}

// pictureEvery is the least time between two pictures of a camera.
const pictureEvery = 200 * time.Millisecond

// picture publishes what the chosen camera sees, if somebody looks at it and the last picture is old enough.
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
	s.camera.Publish(now, jsonwire.Encode(Picture{Robot: robot, Sec: s.match.Now().Seconds(), JPEG: base64.StdEncoding.EncodeToString(jpeg)}))
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

// apply does what was requested.
func (s *Show) apply(q ControlRequest) {
	switch q.Op {
	case scene.Play:
		s.playing = true
	case scene.Pause:
		s.playing = false
	case scene.Step:
		s.playing = false
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

// late is how far play may be behind the wall before it no longer hurries to catch up.
const late = 200 * time.Millisecond

// due returns how long to wait before the next image, and whether play goes on at all.
func (s *Show) due() (time.Duration, bool) {
	if !s.playing {
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

// image plays until the next image has been seen.
func (s *Show) image() {
	n := s.history.len()
	for s.history.len() == n && !s.match.Over() && s.err == nil {
		s.match.Step()
	}
	s.picture()
	if s.cfg.Shown != nil {
		s.cfg.Shown(s.match)
	}
}

// publishEvery is the least time between two moments that are published.
const publishEvery = 40 * time.Millisecond

// observe keeps the moment of the match, and publishes it if the last one was published a while ago.
func (s *Show) observe() {
	s.err = s.history.add(MomentOf(s.match))
	if n := len(s.called); n < len(s.match.Calls) {
		for i := n; i < len(s.match.Calls); i++ {
			s.called = append(s.called, CallOf(&s.match.Calls[i]))
		}
		s.calls.Publish(s.cfg.Now(), jsonwire.Encode(Calls{Calls: s.called}))
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
	s.moments.Publish(s.sent, jsonwire.Encode(newest[0]))
}

// publishProgress publishes how the match goes on.
func (s *Show) publishProgress() {
	p := Progress{Playing: s.playing, Speed: s.speed, Sec: s.match.Now().Seconds(), Over: s.match.Over()}
	if p.Over {
		r := s.match.Result()
		p.Result = fmt.Sprintf("%s %d : %d %s", r.Red, r.Score[0], r.Score[1], r.Blue)
	}
	s.progress.Publish(s.cfg.Now(), jsonwire.Encode(p))
}
