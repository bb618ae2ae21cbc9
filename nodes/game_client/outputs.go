package gameclient

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	hsl "gonao/msgs/game_controller_hsl_interfaces"
	spl "gonao/msgs/game_controller_spl_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/soccer/game/wire"
)

// outputs are the publishers. Of the two types of gc/data one is nil.
type outputs struct {
	state *ros.Publisher[msgs.GameState]
	phase *ros.Publisher[msgs.GamePhase]
	spl14 *ros.Publisher[spl.RCGCD14]
	spl15 *ros.Publisher[spl.RCGCD15]
	hsl   *ros.Publisher[hsl.GameState]
}

// open opens the topics, and publishes the role that the robot always has.
func (o *outputs) open(n *ros.Node, cfg Config) error {
	var errs [5]error
	if cfg.Role != "" {
		var role *ros.Publisher[stdmsgs.String]
		if role, errs[4] = ros.Advertise[stdmsgs.String](n, "role", ros.Reliable(), ros.TransientLocal(), ros.Depth(1)); errs[4] == nil {
			errs[4] = role.Publish(stdmsgs.String{Data: cfg.Role})
		}
	}
	o.state, errs[0] = ros.Advertise[msgs.GameState](n, "game_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	o.phase, errs[1] = ros.Advertise[msgs.GamePhase](n, "game_phase", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	if cfg.SPLVersion == wire.OldestVersion {
		o.spl14, errs[2] = ros.Advertise[spl.RCGCD14](n, "gc/data")
	} else {
		o.spl15, errs[2] = ros.Advertise[spl.RCGCD15](n, "gc/data")
	}
	o.hsl, errs[3] = ros.Advertise[hsl.GameState](n, "gamestate", ros.Reliable(), ros.Depth(1))
	return errors.Join(errs[:]...)
}

// foreign publishes a control message as the nodes of others do.
func (o *outputs) foreign(stamp builtininterfaces.Time, c *wire.Control, own, player uint8) error {
	switch {
	case c.Version >= 19:
		m, ok := gamestate.HSL(stamp, c, own, player)
		if !ok {
			return nil
		}
		return o.hsl.Publish(m)
	case c.Version == wire.OldestVersion && o.spl14 != nil:
		return o.spl14.Publish(gamestate.SPL14(c))
	case c.Version > wire.OldestVersion && o.spl15 != nil:
		return o.spl15.Publish(gamestate.SPL15(c))
	}
	return nil
}

// health is what /diagnostics reports: whether a GameController speaks. It is safe for concurrent use.
type health struct {
	now    func() time.Duration
	silent float64 // s without messages after which the buttons count

	mu      sync.Mutex
	at      time.Duration
	from    netip.AddrPort
	version uint8 // 0: none has spoken
	locked  bool  // others are not obeyed, also after a silence
	others  int   // messages of other GameControllers that were not obeyed
}

func (h *health) open(n *ros.Node) error {
	d, err := ros.Diagnostics(n, "")
	if err != nil {
		return err
	}
	d.Add("GameController", h.diagnose)
	return nil
}

// heard stores whose message was heard.
func (h *health) heard(at time.Duration, from netip.AddrPort, version uint8, locked bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at, h.from, h.version, h.locked = at, from, version, locked
}

// lock stores whether others are not obeyed.
func (h *health) lock(locked bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.locked = locked
}

// second counts a message of another GameController.
func (h *health) second() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.others++
}

func (h *health) diagnose(d *ros.Diagnosis) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	silent := now - h.at
	switch {
	case h.version == 0:
		d.Set(ros.HealthWarn, "none speaks: the buttons count")
		return
	case silent.Seconds() > h.silent && h.locked:
		d.Set(ros.HealthWarn, fmt.Sprintf("silent: the buttons count, and no other address than %v is obeyed while lock_controller is true", h.from.Addr()))
	case silent.Seconds() > h.silent:
		d.Set(ros.HealthWarn, "silent: the buttons count")
	default:
		d.Set(ros.HealthOK, "speaks")
	}
	d.Addf("silent", "%.1f s", silent.Seconds())
	d.Add("address", h.from)
	d.Add("version", h.version)
	d.Add("locked", h.locked)
	d.Add("messages of others", h.others)
}
