package team

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// MostPlayers is the highest number of a player.
const MostPlayers = 20

// Link holds how a network loses and delays messages, for each pair of robots: a link is good or bad (Gilbert and Elliott),
// and loses messages in both states.
type Link struct {
	Loss      float64       // share lost while the link is good
	BurstLoss float64       // share lost while it is bad
	Bursts    float64       // changes to bad per second
	BurstSec  float64       // s that it stays bad, on average
	MinDelay  time.Duration // of a message
	MaxDelay  time.Duration
}

// Validate returns an error for a wrong field.
func (l *Link) Validate() error {
	switch {
	case !(l.Loss >= 0 && l.Loss <= 1) || !(l.BurstLoss >= 0 && l.BurstLoss <= 1):
		return fmt.Errorf("link: loss %g and %g: expected 0 to 1", l.Loss, l.BurstLoss)
	case !(l.Bursts >= 0 && l.Bursts <= 100) || !(l.BurstSec >= 0 && l.BurstSec <= 600):
		return fmt.Errorf("link: %g bursts per second of %g s: expected 0 to 100, 0 to 600 s", l.Bursts, l.BurstSec)
	case l.MinDelay < 0 || l.MaxDelay < l.MinDelay || l.MaxDelay > time.Minute:
		return fmt.Errorf("link: delay %v to %v: expected 0 to 1 m, rising", l.MinDelay, l.MaxDelay)
	}
	return nil
}

// A Network carries the messages of one team, in one process. It is not safe for concurrent use.
type Network struct {
	link  Link
	rng   *rand.Rand
	bad   [MostPlayers + 1][MostPlayers + 1]bool
	since [MostPlayers + 1][MostPlayers + 1]time.Duration
	under []carried
	// Sent and Lost count messages, and messages to one robot that were lost.
	Sent, Lost int
}

// carried is a message under way.
type carried struct {
	to    int
	due   time.Duration
	bytes [Size]byte
}

// NewNetwork returns a network without messages.
func NewNetwork(l Link, seed, side uint64) (*Network, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	return &Network{link: l, rng: rand.New(rand.NewPCG(seed, 5000+side)), under: make([]carried, 0, 64)}, nil
}

// Send sends a message to the players 1 to n but the sender.
func (n *Network) Send(now time.Duration, m *Message, players int) {
	n.Sent++
	var buffer [Size]byte
	bytes := [Size]byte(m.Append(buffer[:0]))
	for to := 1; to <= min(players, MostPlayers); to++ {
		if to == m.Number || m.Number < 1 || m.Number > MostPlayers {
			continue
		}
		if n.loses(now, m.Number, to) {
			n.Lost++
			continue
		}
		delay := n.link.MinDelay
		if spread := n.link.MaxDelay - n.link.MinDelay; spread > 0 {
			delay += time.Duration(n.rng.Int64N(int64(spread)))
		}
		n.under = append(n.under, carried{to, now + delay, bytes})
	}
}

// loses reports whether a link loses a message now.
func (n *Network) loses(now time.Duration, from, to int) bool {
	bad, since := &n.bad[from][to], &n.since[from][to]
	dt := (now - *since).Seconds()
	*since = now
	if n.link.Bursts > 0 && n.link.BurstSec > 0 {
		if *bad {
			*bad = n.rng.Float64() < 1/(1+dt/n.link.BurstSec)
		} else {
			*bad = n.rng.Float64() > 1/(1+dt*n.link.Bursts)
		}
	}
	if *bad {
		return n.rng.Float64() < n.link.BurstLoss
	}
	return n.rng.Float64() < n.link.Loss
}

// Peek appends the messages that have arrived at a player, in the order in which they were sent. They stay until Drop, so
// that several players may read at once.
func (n *Network) Peek(now time.Duration, to int, in []Message) []Message {
	for i := range n.under {
		c := &n.under[i]
		if c.to != to || c.due > now {
			continue
		}
		if m, err := Decode(c.bytes[:]); err == nil {
			in = append(in, m)
		}
	}
	return in
}

// Drop removes the messages that have arrived by now.
func (n *Network) Drop(now time.Duration) {
	kept := n.under[:0]
	for i := range n.under {
		if n.under[i].due > now {
			kept = append(kept, n.under[i])
		}
	}
	n.under = kept
}
