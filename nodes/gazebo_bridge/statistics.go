package gazebobridge

import (
	"time"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// statistics counts how the world runs.
type statistics struct {
	began      bool
	from       time.Duration // time of the world at the first state of this connection
	fromWall   time.Time
	connection uint64
	sent       time.Time
}

// cycle returns the statistics of a state, and reports whether they are due: once a second of wall time.
// missed counts the cycles without a command.
func (s *statistics) cycle(state *nao.State, connection, missed uint64, lockstep bool, now time.Time) (m msgs.SimulatorStats, due bool) {
	if !s.began || connection != s.connection || state.Time < s.from {
		*s = statistics{began: true, from: state.Time, fromWall: now, connection: connection, sent: now}
		return m, false
	}
	due = now.Sub(s.sent) >= time.Second
	if due {
		s.sent = now
	}
	simulated := state.Time - s.from
	return msgs.SimulatorStats{
		Stamp: ros.EpochStamp(state.Time), Simulated: simulated.Seconds(), RealTimeFactor: simulated.Seconds() / now.Sub(s.fromWall).Seconds(),
		MissedCommands: missed, Reproducible: lockstep && missed == 0,
	}, due
}
