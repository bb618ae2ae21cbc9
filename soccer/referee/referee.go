package referee

import (
	"slices"

	"gonao/soccer/game"
)

// A Referee judges one game. The zero value is ready. It is used by one goroutine.
type Referee struct {
	past   History
	moment moment // the moment being judged
	calls  []Call

	conducted []Call
}

// rules are all rules, in the order in which they are judged: a goal comes before a ball that is out. The first is that of goals.
var rules = []func(*moment) []Call{
	goal, out, kickOffOffence, penaltyKick, ballFree, kickOffPosition, freeKick, goalArea, pushing, collision, arms, motionInSet, motionInStandby,
	fallen, inactive, ballHolding, blockingBall, stance, leaving, messages, localStuck, globalStuck,
}

// Step judges a moment and returns the calls. The caller performs their actions in the game before the next moment, and
// places the ball. The calls are valid until the next Step.
func (r *Referee) Step(t *Truth, g *game.Game, b *game.Book) []Call {
	r.past.add(t, g, b)
	m := r.at(t, g, b)
	r.calls = r.calls[:0]
	if r.past.entered && g.State == game.Playing && g.SetPlay == game.KickOff {
		m.rememberKicker()
	}
	if g.Stopped {
		r.calls = append(r.calls, motionInStop(m)...)
		return r.calls
	}
	judged := rules
	if g.Phase == game.PenaltyShootout {
		judged = rules[:1] // goals alone; the conductor ends a shot
	}
	for _, rule := range judged {
		for _, c := range rule(m) {
			if !r.called(c.Action) {
				m.place(&c, r.calls)
				r.calls = append(r.calls, c)
			}
		}
	}
	for i := range r.calls {
		if c := &r.calls[i]; c.Rule == "kick_off_offence" && c.PlaceAt {
			r.past.plays = [2]uint32{} // the kick-off is not taken yet
		}
	}
	for i := range r.calls {
		if k := r.calls[i].Action; k.Kind == game.GlobalGameStuck || k.Penalty == game.LocalGameStuck {
			r.past.anchored, r.past.lonely = t.Time, t.Time // the game has a new chance of progress
		}
	}
	f := m.field
	r.past.out = f.leavesAtEnd(t.Ball) || f.leavesAtSide(t.Ball)
	return r.calls
}

// at returns the moment, in memory of the referee.
func (r *Referee) at(t *Truth, g *game.Game, b *game.Book) *moment {
	r.moment = moment{truth: t, past: &r.past, game: g, book: b, field: fieldOf(b)}
	return &r.moment
}

// called reports whether a robot has a penalty in this moment already: one is enough.
func (r *Referee) called(a game.Action) bool {
	return a.Kind == game.Penalize && slices.ContainsFunc(r.calls, func(c Call) bool {
		return c.Action.Kind == game.Penalize && c.Action.Side == a.Side && c.Action.Player == a.Player
	})
}

// Restarted sets the last restart. failed means that its team has let its time pass, so that the opponents may kick
// directly. A referee that joins a game later begins with it.
func (r *Referee) Restarted(play game.SetPlay, s game.Side, failed bool) {
	r.past.restart = play
	if failed {
		r.past.direct = direct{side: s.Other()}
	}
}

// conduct are the rules that lead through a game. The first rule that changes the state ends the moment.
var conduct = []func(*moment) []Call{timeout, halfEnds, readyEnds, setEnds, returns}

// Conduct leads through the game at the moment that Step has judged: it ends READY, SET and halves, and lets robots come
// back. A referee that only judges must not call it. The calls are valid until the next Conduct.
func (r *Referee) Conduct(t *Truth, g *game.Game, b *game.Book) []Call {
	m := r.at(t, g, b)
	r.conducted = r.conducted[:0]
	if g.Stopped {
		return r.conducted
	}
	for _, rule := range conduct {
		calls := rule(m)
		r.conducted = append(r.conducted, calls...)
		if len(calls) > 0 && calls[0].Action.Kind != game.Unpenalize {
			break
		}
	}
	return r.conducted
}
