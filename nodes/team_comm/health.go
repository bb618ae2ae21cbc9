package teamcomm

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"gonao/msgs"
	"gonao/ros"
	"gonao/soccer/team"
)

// silentAfter is the time after its last message for which a teammate counts as heard: SPL's budget allows a message in
// about ten seconds.
const silentAfter = 25 * time.Second

// health is the report on /diagnostics. It is safe for concurrent use.
type health struct {
	own     int
	n       *ros.Node
	Updater *ros.DiagnosticsUpdater `topic:"/diagnostics" doc:"who is heard, and what is left of the budget, 1 Hz"`

	mu      sync.Mutex
	mates   [team.MostPlayers + 1]time.Time // time of each one's last message
	sent    int
	sentAt  time.Time
	refused int
}

func (h *health) open(n *ros.Node) error {
	h.n = n
	if err := ros.Open(n, h); err != nil {
		return err
	}
	h.Updater.Add("team", h.diagnose)
	return nil
}

// heard stores that a teammate was heard.
func (h *health) heard(number int, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.mates[number] = now
}

// send stores that a message was sent.
func (h *health) send(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent++
	h.sentAt = now
}

// refuse counts a packet that was refused or not sent.
func (h *health) refuse() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refused++
}

func (h *health) diagnose(d *ros.Diagnosis) {
	now := h.n.Clock.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	var heard []string
	for number, at := range h.mates {
		if !at.IsZero() && now.Sub(at) < silentAfter {
			heard = append(heard, fmt.Sprintf("%d (%.0f s)", number, now.Sub(at).Seconds()))
		}
	}
	d.Set(ros.HealthOK, "hears "+strings.Join(heard, ", "))
	if len(heard) == 0 {
		d.Set(ros.HealthOK, "hears nobody")
	}
	if h.refused > 0 {
		d.Set(ros.HealthWarn, fmt.Sprintf("%d packets refused", h.refused))
	}
	d.Add("sent", h.sent)
	d.Add("refused", h.refused)
}

// half is the length of a half in both leagues, s.
const half = 600

// left returns the remaining time of a game, by its clock, as far as a robot can know.
func left(g *msgs.GameState) time.Duration {
	s := math.Max(float64(g.Remaining), 0) + 10
	if g.Phase == msgs.GameStatePhaseFirstHalf {
		s += half
	}
	return time.Duration(s * float64(time.Second))
}
