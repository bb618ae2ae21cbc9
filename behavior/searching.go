package behavior

import (
	"errors"
	"fmt"
	"time"

	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/nao"
)

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

// newSearching makes one use of search.
func newSearching(b *Brain, _ *hfsm.Machine, _ *Action, args hfsm.Args) (hfsm.Activity, error) {
	return &searching{brain: b, args: args}, nil
}

// Start begins where the ball was last.
func (s *searching) Start(now time.Duration, how hfsm.Entry) {
	if how == hfsm.Anew {
		s.search.Stop()
	}
	s.target, s.began = s.brain.senses.targets[s.args.String("color")], now
	s.brain.followed = s.target
}

// Step turns the head on. It is Final when an image since the beginning has the ball.
func (s *searching) Step(now time.Duration) (hfsm.Status, error) {
	b := s.brain
	if s.target == nil {
		return hfsm.Failed, fmt.Errorf("search: colour %q is not one of vision's", s.args.String("color"))
	}
	if seen, ok := s.target.Seen(); ok && seen >= s.began {
		return hfsm.Final, nil
	}
	if now-s.began > patience && (!b.senses.anyImage || b.senses.image < s.began) {
		return hfsm.Failed, errNoImages
	}
	yaw, pitch := b.senses.headAngles()
	b.out.CommandHead(s.search.Step(now, yaw, pitch, s.target, &b.cfg.Track), false)
	return hfsm.Running, nil
}

// Stop stops the head where it is.
func (s *searching) Stop(now time.Duration) {
	s.brain.followed = nil
	s.brain.out.CommandHead(nao.HeadCommand{Stamp: now, Mode: nao.HeadSpeed}, false)
}
