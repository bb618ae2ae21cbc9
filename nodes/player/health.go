package player

import (
	"sync"

	"gonao/ros"
	"gonao/soccer/player"
)

// healthOutput is the topic of the player's health.
type healthOutput struct {
	Updater *ros.DiagnosticsUpdater `topic:"/diagnostics" doc:"what is missing to play, 1 Hz"`
}

// health is the report on /diagnostics. It is safe for concurrent use.
type health struct {
	mu        sync.Mutex
	images    int
	missed    int
	faults    int
	stepped   bool
	role      string
	state     string
	localized bool
	penalized bool
}

func (h *health) open(n *ros.Node) error {
	var out healthOutput
	if err := ros.Open(n, &out); err != nil {
		return err
	}
	out.Updater.Add("player", h.diagnose)
	return nil
}

// see counts an image that was used, miss one of which the body has no state.
func (h *health) see() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.images++
}

// miss counts an image that was left out.
func (h *health) miss() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.missed++
}

// note stores how the player is after a step.
func (h *health) note(p *player.Player) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v := &p.View
	h.stepped, h.faults = true, p.Faults
	h.role, h.state, h.localized, h.penalized = v.Role.String(), v.State.String(), v.Estimate.Localized, v.Penalized
}

func (h *health) diagnose(d *ros.Diagnosis) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case !h.stepped:
		d.Set(ros.HealthWarn, "no state of the body yet")
	case h.faults > 0:
		d.Set(ros.HealthError, "a machine has failed: a guard has no value")
	case h.images == 0:
		d.Set(ros.HealthWarn, "no image: does vision run, or a simulator with percepts?")
	case h.penalized:
		d.Set(ros.HealthOK, "penalised")
	case !h.localized:
		d.Set(ros.HealthOK, "plays, and is not sure where it is")
	default:
		d.Set(ros.HealthOK, "plays")
	}
	d.Add("role", h.role)
	d.Add("state", h.state)
	d.Add("images", h.images)
	d.Add("images_missed", h.missed)
	d.Add("faults", h.faults)
}
