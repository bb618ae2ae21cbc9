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

// outputs are the publishers. Of the two types of gc/data one is open.
type outputs struct {
	State *ros.Publisher[msgs.GameState] `topic:"game_state" qos:"reliable, transient local, depth 1" doc:"what the robot is to know, on change and with each control message"`
	Phase *ros.Publisher[msgs.GamePhase] `topic:"game_phase" qos:"reliable, transient local, depth 1" doc:"what the robot has to do, on change"`
	spl14 spl14
	spl15 spl15
	Hsl   *ros.Publisher[hsl.GameState] `topic:"gamestate" qos:"reliable, depth 1" doc:"control messages of versions 19 and 20, each"`
}

// spl14 is gc/data when the parameter spl_version is 14.
type spl14 struct {
	Data *ros.Publisher[spl.RCGCD14] `topic:"gc/data" doc:"each control message of version 14, when spl_version is 14"`
}

// spl15 is gc/data otherwise.
type spl15 struct {
	Data *ros.Publisher[spl.RCGCD15] `topic:"gc/data" doc:"each control message of versions 15 to 18"`
}

// ownRole is the topic of the role that the robot always has.
type ownRole struct {
	Role *ros.Publisher[stdmsgs.String] `topic:"role" qos:"reliable, transient local, depth 1" doc:"once, the parameter role if there is one"`
}

// open opens the topics, and publishes the role that the robot always has.
func (o *outputs) open(n *ros.Node, cfg Config) error {
	if cfg.Role != "" {
		var own ownRole
		if err := ros.Open(n, &own); err != nil {
			return err
		}
		if err := own.Role.Publish(stdmsgs.String{Data: cfg.Role}); err != nil {
			return err
		}
	}
	var data any = &o.spl15
	if cfg.SPLVersion == wire.OldestVersion {
		data = &o.spl14
	}
	return errors.Join(ros.Open(n, o), ros.Open(n, data))
}

// foreign publishes a control message as the nodes of others do.
func (o *outputs) foreign(stamp builtininterfaces.Time, c *wire.Control, own, player uint8) error {
	switch {
	case c.Version >= 19:
		m, ok := gamestate.HSL(stamp, c, own, player)
		if !ok {
			return nil
		}
		return o.Hsl.Publish(m)
	case c.Version == wire.OldestVersion && o.spl14.Data != nil:
		return o.spl14.Data.Publish(gamestate.SPL14(c))
	case c.Version > wire.OldestVersion && o.spl15.Data != nil:
		return o.spl15.Data.Publish(gamestate.SPL15(c))
	}
	return nil
}

// health is the report on /diagnostics: whether a GameController is received. It is safe for concurrent use.
type health struct {
	Updater *ros.DiagnosticsUpdater `topic:"/diagnostics" doc:"whether a GameController speaks, 1 Hz"`

	now    func() time.Duration
	silent float64 // s without messages after which the buttons count

	mu      sync.Mutex
	at      time.Duration
	from    netip.AddrPort
	version uint8 // 0: none was received
	locked  bool  // others are not obeyed, also after a silence
	others  int   // messages of other GameControllers that were not obeyed
}

func (h *health) open(n *ros.Node) error {
	if err := ros.Open(n, h); err != nil {
		return err
	}
	h.Updater.Add("GameController", h.diagnose)
	return nil
}

// heard stores the GameController of the last message.
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
