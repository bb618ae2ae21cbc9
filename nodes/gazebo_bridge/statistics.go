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
	from       time.Duration // of the world, at the first state of this connection
	fromWall   time.Time
	connection uint64
	sent       time.Time
}

// cycle returns the statistics once a second of wall time. missed counts the cycles without a command.
func (s *statistics) cycle(state *nao.State, connection, missed uint64, lockstep bool, now time.Time) (m msgs.SimulatorStats, due bool) {
	if !s.began || connection != s.connection || state.Time < s.from {
		*s = statistics{began: true, from: state.Time, fromWall: now, connection: connection, sent: now}
		return m, false
	}
	if now.Sub(s.sent) < time.Second {
		return m, false
	}
	s.sent = now
	simulated := state.Time - s.from
	return msgs.SimulatorStats{
		Stamp: ros.EpochStamp(state.Time), Simulated: simulated.Seconds(), RealTimeFactor: simulated.Seconds() / now.Sub(s.fromWall).Seconds(),
		Speed: 1, MissedCommands: missed, Reproducible: lockstep && missed == 0,
	}, true
}
