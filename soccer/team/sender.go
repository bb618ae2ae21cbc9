package team

import (
	"cmp"
	"math"
	"time"
)

// A Sender decides when a robot sends: when there is news for the team, and never more than the budget allows. The zero
// value is ready.
type Sender struct {
	Shortest time.Duration // between two messages; 0: 1 s
	// Contested is true when a teammate also claims to be the striker: then this robot's place is urgent.
	Contested bool
	last      Message
	sent      bool
	at        time.Duration
	sequence  uint16
}

// Due reports whether a message shall be sent now, and numbers it. left is the team's budget, players how many share it,
// and remaining how long the game still lasts.
func (s *Sender) Due(now time.Duration, m *Message, left, players int, remaining time.Duration) bool {
	shortest := cmp.Or(s.Shortest, time.Second)
	const reserve = 20 // of the team, for the extra time of a half
	usable := float64(max(left-reserve, 0)) / float64(max(players, 1))
	if usable < 1 {
		return false
	}
	fair := time.Duration(max(remaining.Seconds(), 1) / usable * float64(time.Second))
	since := now - s.at
	if s.sent && since < shortest {
		return false
	}
	if s.sent && since < fair && !s.urgent(m) {
		return false
	}
	if s.sent && since < 2*fair && !s.news(m) {
		return false
	}
	s.sequence++
	m.Sequence = s.sequence
	s.last, s.sent, s.at = *m, true, now
	return true
}

// urgent reports whether a message cannot wait: the striker has changed, or a whistle was heard.
func (s *Sender) urgent(m *Message) bool {
	return (m.Role == Striker) != (s.last.Role == Striker) || m.Heard && !s.last.Heard || s.Contested
}

// news reports whether something has changed since the last message.
func (s *Sender) news(m *Message) bool {
	ball := math.Hypot(m.Ball[0]-s.last.Ball[0], m.Ball[1]-s.last.Ball[1])
	return s.Contested || m.Role != s.last.Role || m.Pose.Distance(s.last.Pose) > 0.5 || m.HasBall != s.last.HasBall || m.HasBall && ball > 0.5 ||
		m.Fallen != s.last.Fallen || m.Heard != s.last.Heard
}
