package team

import "time"

// Clock converts the times in teammates' messages to the receiver's clock. Robots' clocks differ, and a message has 32
// bits of milliseconds, which start again after 49 days. Of the last messages of a sender, the one with the shortest
// delay is assumed to have no delay; the others are older by their additional delay. The zero value is ready.
type Clock struct {
	senders [MostPlayers + 1]offsets
}

// rememberedOffsets is how many messages of a sender are compared.
const rememberedOffsets = 16

// offsets holds how much a sender's clock was behind the receiver's when its last messages came, ms.
type offsets struct {
	first  uint32                   // of the first message, modulo 2³²
	behind [rememberedOffsets]int32 // more than first
	count  int                      // messages so far
}

// jump is the change of the offset from which a sender's clock counts as reset, ms.
const jump = 5000

// Receive returns the time for which a message received now is valid, and the time of its whistle, on the receiver's
// clock.
func (c *Clock) Receive(now time.Duration, m *Message) (stamp, whistle time.Duration) {
	if m.Number < 1 || m.Number > MostPlayers {
		return now, now
	}
	s := &c.senders[m.Number]
	offset := uint32(now.Milliseconds()) - uint32(m.Time.Milliseconds())
	behind := int32(offset - s.first)
	if changed := behind - s.least(); s.count == 0 || changed > jump || changed < -jump {
		s.first, s.count, behind = offset, 0, 0
	}
	s.behind[s.count%rememberedOffsets] = behind
	s.count++
	age := time.Duration(behind-s.least()) * time.Millisecond
	stamp = now - age
	ago := int32(uint32(m.Time.Milliseconds()) - uint32(m.Whistle.Milliseconds()))
	return stamp, stamp - time.Duration(ago)*time.Millisecond
}

// least returns the smallest offset.
func (s *offsets) least() int32 {
	least := s.behind[0]
	for _, b := range s.behind[:min(s.count, rememberedOffsets)] {
		least = min(least, b)
	}
	return least
}
