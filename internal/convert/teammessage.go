package convert

import (
	"gonao/msgs"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/soccer/team"
)

// TeamMessage returns the topic's message of a team message.
func TeamMessage(m *team.Message) msgs.TeamMessage {
	return msgs.TeamMessage{
		Stamp: ros.EpochStamp(m.Time), Number: uint8(m.Number), Role: m.Role.String(), X: m.Pose.X, Y: m.Pose.Y, Theta: m.Pose.Theta,
		Deviation: float32(m.PoseDev), Fallen: m.Fallen, BallKnown: m.HasBall, BallX: m.Ball[0], BallY: m.Ball[1],
		BallVx: m.BallSpeed[0], BallVy: m.BallSpeed[1], BallAge: float32(m.BallAge), BallDeviation: float32(m.BallDev),
		TargetX: m.Target[0], TargetY: m.Target[1], TimeToBall: float32(m.TimeToBall), WhistleHeard: m.Heard, Whistle: ros.EpochStamp(m.Whistle),
	}
}

// FromTeamMessage returns the team message of a topic's message.
func FromTeamMessage(m *msgs.TeamMessage) team.Message {
	return team.Message{
		Number: int(m.Number), Time: ros.StampSinceEpoch(m.Stamp), Role: team.ParseRole(m.Role), Pose: plane.Pose{X: m.X, Y: m.Y, Theta: m.Theta},
		PoseDev: float64(m.Deviation), Fallen: m.Fallen, HasBall: m.BallKnown, Ball: [2]float64{m.BallX, m.BallY},
		BallSpeed: [2]float64{m.BallVx, m.BallVy}, BallAge: float64(m.BallAge), BallDev: float64(m.BallDeviation),
		Target: [2]float64{m.TargetX, m.TargetY}, TimeToBall: float64(m.TimeToBall), Heard: m.WhistleHeard, Whistle: ros.StampSinceEpoch(m.Whistle),
	}
}

// TeamReport returns the message of what the world model uses of a teammate's message.
func TeamReport(m *team.Message) msgs.TeamReport {
	r := m.Report()
	return msgs.TeamReport{
		Stamp: ros.EpochStamp(r.Stamp), Number: uint8(r.Number), X: r.Pose.X, Y: r.Pose.Y, Theta: r.Pose.Theta, Deviation: float32(r.PoseDev),
		BallKnown: r.HasBall, BallX: r.BallX, BallY: r.BallY, BallDeviation: float32(r.BallDev),
	}
}
