package lolaserver

import (
	"context"
	"errors"
	"io"
	"time"

	"gonao/nao"
)

// Frames is a recording of a robot's sensor frames. NextSensors returns the bytes of the
// next one, valid until it is called again, and the time at which the robot sent it. At
// the end its error is io.EOF, or io.ErrUnexpectedEOF when the recording was cut off.
type Frames interface {
	NextSensors() (frame []byte, at time.Duration, err error)
}

// Replay sends recorded frames again, byte for byte, instead of those of a body: in
// lockstep one for each command, else at their recorded times, speed times as fast. It
// begins when a client has come, waits for no other, and ends with the frames or with ctx.
// Commands of the client are counted and have no effect.
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
				s.cfg.Clock.SleepUntil(min(due, now+nao.CyclePeriod)) // so that ctx can end it during a pause in the recording
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
