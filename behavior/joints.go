package behavior

import (
	"errors"
	"fmt"
	"time"

	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/nao"
)

// servo takes one joint to an angle, once.
type servo struct {
	brain   *Brain
	args    hfsm.Args
	running Motion // or nil
	called  bool   // off
}

// Start begins the way.
func (s *servo) Start(time.Duration, hfsm.Entry) {
	joint, err := nao.ParseJoint(s.args.String("joint"))
	if err != nil {
		s.running = nil
		return
	}
	s.running, s.called = s.brain.out.Move(joint, s.args.Float("angle"), s.args.Float("speed")), false
}

// Step tells how far it is.
func (s *servo) Step(time.Duration) (hfsm.Status, error) {
	if s.running == nil {
		return hfsm.Failed, fmt.Errorf("servo: no joint %q", s.args.String("joint"))
	}
	_, status := s.running.Progress()
	if status == hfsm.Failed {
		return status, fmt.Errorf("servo: %s did not come to %.3g rad", s.args.String("joint"), s.args.Float("angle"))
	}
	return status, nil
}

// Stopping brings the joint to rest and waits for that.
func (s *servo) Stopping(time.Duration) (done bool) {
	if s.running == nil {
		return true
	}
	if !s.called {
		s.called = true
		s.running.Cancel()
	}
	_, status := s.running.Progress()
	return status != hfsm.Running
}

// Stop brings the joint to rest without waiting.
func (s *servo) Stop(now time.Duration) { s.Stopping(now) }

// errNoImages is why search fails.
var errNoImages = errors.New("search: no image since the search began; is vision running?")

// patience is how long search waits for the first image.
const patience = 2 * time.Second

// searching turns the head until the ball is seen.
type searching struct {
	brain  *Brain
	args   hfsm.Args
	target *track.Target
	search track.Search
	began  time.Duration
}

// Start begins where the ball was last.
func (s *searching) Start(now time.Duration, how hfsm.Entry) {
	if how == hfsm.Anew {
		s.search.Stop()
	}
	s.target, s.began = s.brain.targets[s.args.String("color")], now
	s.brain.followed = s.target
}

// Step turns the head on. It is Final when an image since the beginning has the ball.
func (s *searching) Step(now time.Duration) (hfsm.Status, error) {
	b := s.brain
	if s.target == nil {
		return hfsm.Failed, fmt.Errorf("search: colour %q is none of vision's", s.args.String("color"))
	}
	if seen, ok := s.target.Seen(); ok && seen >= s.began {
		return hfsm.Final, nil
	}
	if now-s.began > patience && (!b.anyImage || b.image < s.began) {
		return hfsm.Failed, errNoImages
	}
	yaw, pitch := b.headAngles()
	b.out.CommandHead(s.search.Step(now, yaw, pitch, s.target, &b.cfg.Track))
	return hfsm.Running, nil
}

// Stop lets the head rest where it is.
func (s *searching) Stop(now time.Duration) {
	s.brain.followed = nil
	s.brain.out.CommandHead(track.Command{Stamp: now, Mode: track.Speed})
}
