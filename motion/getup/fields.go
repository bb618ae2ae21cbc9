package getup

import (
	"errors"
	"fmt"

	"gonao/internal/declared"
)

// ErrBusy is returned by Tune during a get-up.
var ErrBusy = errors.New("a get-up is under way")

// Tune sets other numbers between two get-ups; the motions stay those of New.
func (e *Engine) Tune(cfg Config) error {
	if err := declared.Check(&cfg); err != nil {
		return fmt.Errorf("get up: %w", err)
	}
	if e.status == Running {
		return fmt.Errorf("get up: %w", ErrBusy)
	}
	cfg.Front, cfg.Back = e.cfg.Front, e.cfg.Back
	e.cfg = cfg
	return nil
}
