package simulator

import (
	"log/slog"
	"time"
)

// skippedEvery is the time between two reports of skipped images.
const skippedEvery = 10 * time.Second

// skipped logs how many camera images were left out for lack of time.
type skipped struct {
	log           *slog.Logger
	at            time.Time // of the last report
	drawn, missed uint64    // at the last report
}

// report logs the images that were skipped since the last report, at most once per skippedEvery.
func (s *skipped) report(now time.Time, drawn, missed uint64) {
	if missed < s.missed || drawn < s.drawn {
		s.drawn, s.missed = 0, 0 // the counters began again
	}
	if missed == s.missed || now.Sub(s.at) < skippedEvery {
		return
	}
	lost := missed - s.missed
	s.log.Info("camera images skipped: this computer is too busy to draw and send all of them", "skipped", lost, "of", lost+drawn-s.drawn)
	s.at, s.drawn, s.missed = now, drawn, missed
}
