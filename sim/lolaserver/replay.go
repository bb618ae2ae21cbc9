package lolaserver

import (
	"context"
	"errors"
	"io"
	"time"

	"gonao/nao"
)

// Frames are a robot's sensor frames that were recorded: Next gives the bytes of the
// next one, valid until it is called again, and when the robot sent it. At the end its
// error is io.EOF; io.ErrUnexpectedEOF is one that came early.
type Frames interface {
	NextSensors() (frame []byte, at time.Duration, err error)
}

// Replay sends recorded frames again, byte for byte, instead of those of a body: in
// lockstep one for each command, else at the times they had, speed times as fast. It
// begins when a client has come, waits for no other, and ends with the frames or ctx. What the
// client commands is counted and moves nothing.
func (s *Server) Replay(ctx context.Context, frames Frames, speed float64) (sent int, err error) {
	defer s.open()()
	select {
	case <-s.joined:
	case <-ctx.Done():
		return 0, nil
	}
	var began, first time.Duration
	for ; ; sent++ {
		frame, at, err := frames.NextSensors()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return sent, nil
		}
		if err != nil {
			return sent, err
		}
		if sent == 0 {
			began, first = s.cfg.Clock.Now(), at
		}
		if !s.cfg.Lockstep {
			due := began + time.Duration(float64(at-first)/speed)
			for now := s.cfg.Clock.Now(); now < due && ctx.Err() == nil; now = s.cfg.Clock.Now() {
				s.cfg.Clock.SleepUntil(min(due, now+nao.CyclePeriod)) // a pause in the recording is no reason not to end
			}
		}
		s.offer(append(s.frame[:0], frame...))
		if s.cfg.Lockstep {
			s.awaitAnswer(ctx)
		}
		if ctx.Err() != nil {
			return sent, nil
		}
	}
}

// awaitAnswer blocks until the client has answered the frame, or ctx ends.
func (s *Server) awaitAnswer(ctx context.Context) {
	for s.greet(); !s.answered(); s.greet() {
		select {
		case <-s.wake:
		case <-ctx.Done():
			return
		}
	}
}
