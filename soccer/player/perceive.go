package player

import (
	"math"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/sense"
	"gonao/robot/worldmodel"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// sonar is that of a NAO, 0.1 m in front of base_footprint; any echo counts.
var sonar = sense.Sonar{Azimuth: [2]float64{0.34, -0.34}, Half: 0.52, Min: math.SmallestNonzeroFloat64, Max: math.MaxFloat64, Behind: 0.1}

// perceive steps localization and the world model. It ignores what a lying robot sees and hears.
func (p *Player) perceive(s *Senses) {
	v, in := &p.View, &p.worldIn
	*in = worldmodel.Input{
		View: worldmodel.View{Yaw: s.HeadYaw, HalfWidth: p.Body.Sight.WidthRad / 2, NearM: p.Body.Sight.NearM, FarM: 2.5},
		Tilt: worldmodel.Tilt{HeightM: p.Body.Sight.HeightM}, Team: p.reports,
	}
	if !s.Fallen {
		p.robots = sonar.Echoes(append(p.robots[:0], s.Robots...), s.Now, s.Sonar)
		in.Image, in.Balls, in.Robots = s.Features != nil, s.Balls, p.robots
	}
	p.sense.SetFallen(s.Fallen)
	p.sense.Step(s.Now, s.Odometry, s.Features, in, &v.World)
	for i := range p.reports {
		p.reports[i] = worldmodel.TeamReport{}
	}
	e, _ := p.sense.Estimate()
	v.Estimate = *e
	if v.Returns && (math.Abs(e.Pose.Y) < v.Field.Width/2-0.4 || v.State != game.Playing) {
		v.Returns = false
	}
	p.takeBall()
}

// ballLasts is how long a ball is believed without being seen again.
const ballLasts = 12 * time.Second

// takeBall chooses between the robot's own ball, the team's, and the last one reported by a teammate: the newest counts.
func (p *Player) takeBall() {
	v := &p.View
	w, b := &v.World, &v.Ball
	*b = BallView{Age: 1e9, Unseen: 1e9, Distance: 99}
	own := &w.Ball
	if own.SeenAt > 0 {
		b.Age = (v.Now - own.SeenAt).Seconds()
	}
	heard := v.Now - p.lastTold.at
	switch {
	case own.Known && b.Age < 2:
		b.Known, b.Own = true, b.Age < 1.5
		b.X, b.Y, b.LocalX, b.LocalY, b.VX, b.VY = own.MapX, own.MapY, own.X, own.Y, own.VX, own.VY
		b.StopX, b.StopY = own.StopsX, own.StopsY
		b.Unseen, b.Distance = b.Age, math.Hypot(b.LocalX, b.LocalY)
		return
	case w.TeamBall.Known && w.TeamBall.Seers > 1 || w.TeamBall.Known && !own.Known:
		b.X, b.Y, b.Unseen = w.TeamBall.X, w.TeamBall.Y, 0
	case p.lastTold.at > 0 && heard < ballLasts && (!own.Known || heard.Seconds() < b.Age):
		b.X, b.Y, b.Unseen = p.lastTold.ball[0], p.lastTold.ball[1], heard.Seconds()
	case own.Known && b.Age < ballLasts.Seconds():
		b.X, b.Y, b.Unseen = own.MapX, own.MapY, b.Age
	case v.State == game.Set && v.SetPlay == game.KickOff: // the rules place it there
		b.Unseen = 0
	default:
		return
	}
	b.Known = true
	b.LocalX, b.LocalY = v.Estimate.Pose.Local(b.X, b.Y)
	b.StopX, b.StopY = b.LocalX, b.LocalY
	b.Distance = math.Hypot(b.LocalX, b.LocalY)
}

// silent is how long a robot without messages still counts: SPL's budget allows a message in some ten seconds.
const silent = 25 * time.Second

// share reads the messages of the team and fills the board.
func (p *Player) share(s *Senses) {
	v := &p.View
	for i := range s.Inbox {
		m := &s.Inbox[i]
		if m.Number == p.Number || m.Number > p.Players {
			continue
		}
		v.Mates[m.Number] = team.Mate{
			Number: m.Number, Pose: m.Pose, Role: m.Role, Fallen: m.Fallen, TimeToBall: m.TimeToBall, BallAge: m.BallAge, SeesBall: m.HasBall,
			Stamp: m.Time,
		}
		if m.HasBall && m.Time-seconds(m.BallAge) > p.lastTold.at {
			p.lastTold = told{m.Time - seconds(m.BallAge), m.Ball}
		}
		r := m.Report()
		r.Number = 0 // its place in the list is the number
		p.reports[m.Number-1] = r
	}
	b := &v.Board
	b.Me, b.Goal, b.Keeper = p.Number, v.Field.Length/2, v.Game.Team(p.Side).Goalkeeper
	if p.Players == 1 {
		b.Keeper = 0 // a robot that is alone plays the ball
	}
	b.BallX, b.BallY, b.Known = v.Ball.X, v.Ball.Y, v.Ball.Known
	b.Mates = b.Mates[:0]
	for n := 1; n <= p.Players; n++ {
		m := v.Mates[n]
		if n == p.Number {
			m = team.Mate{
				Number: n, Active: true, Pose: v.Estimate.Pose, Role: v.Role, Fallen: v.Fallen, BallAge: min(v.Ball.Age, 99), Stamp: s.Now,
			}
			m.TimeToBall = team.TimeTo(&m, b.BallX, b.BallY, b.Goal)
			v.Mates[n] = m
		} else if !m.SeesBall { // its ball grows older as the robot's own does: all compare the same ages
			m.BallAge = min(m.BallAge+(s.Now-m.Stamp).Seconds(), 99)
		}
		m.Active = v.Game.Player(p.Side, n).Penalty == game.NoPenalty && (n == p.Number || m.Number == n && s.Now-m.Stamp < silent)
		b.Mates = append(b.Mates, m)
	}
}

// decide chooses the use of the ball.
func (p *Player) decide() {
	v, s := &p.View, &p.situation
	s.BallX, s.BallY, s.Goal, s.GoalHalf, s.HalfWidth, s.Kick = v.Ball.X, v.Ball.Y, v.Field.Length/2, v.Field.GoalWidth/2, v.Field.Width/2, p.Kick
	s.Opponents, s.Mates, s.Direct = s.Opponents[:0], s.Mates[:0], true
	for i := range v.World.Count {
		if r := &v.World.Robots[i]; r.Side != percepts.OwnSide && v.Now-r.SeenAt < 3*time.Second {
			s.Opponents = append(s.Opponents, [2]float64{r.MapX, r.MapY})
		}
	}
	for i := range v.Board.Mates {
		if m := &v.Board.Mates[i]; m.Active && m.Number != p.Number && !m.Fallen && m.Number != v.Board.Keeper {
			s.Mates = append(s.Mates, [2]float64{m.Pose.X, m.Pose.Y})
		}
	}
	if p.Plan.Ball == "goal" {
		v.Decision = team.AtGoal(s)
		return
	}
	s.Direct = v.SetPlay == game.NoSetPlay
	before := v.Decision
	v.Decision = team.Decide(s)
	// A choice is kept while its target has nearly the same value, so that the robot does not step around the ball.
	if before.Choice != v.Decision.Choice && v.Decision.Value < before.Value+0.03 && v.Ball.Distance < 0.6 && before.Distance > 0 {
		v.Decision = before
	}
}

// Message returns the player's present message to its team; ok is false if it has none.
func (p *Player) Message(remaining time.Duration) (team.Message, bool) {
	v := &p.View
	signed := v.Game.State == game.Standby && p.heard // a robot that has seen the sign for READY passes it on
	if v.Penalized || !signed && (v.Game.State < game.Ready || v.Game.State > game.Playing) {
		return team.Message{}, false
	}
	m := team.Believed(v.Now, v.Estimate.Pose, &v.Estimate.Cov, &v.World)
	m.Number, m.Role, m.Fallen = p.Number, v.Role, v.Fallen
	m.Target, m.TimeToBall = [2]float64{v.Decision.X, v.Decision.Y}, v.Mates[p.Number].TimeToBall
	m.Whistle, m.Heard = p.whistle, p.heard
	if o, ok := p.behaviour.(*offender); ok && o.chatters() {
		return m, true
	}
	p.sender.Contested = p.contested()
	return m, p.sender.Due(v.Now, &m, v.Game.Team(p.Side).Messages, p.Players, remaining)
}

// contested reports whether the robot is the striker and a teammate has just reported the same role.
func (p *Player) contested() bool {
	v := &p.View
	if v.Role != team.Striker {
		return false
	}
	for i := range v.Board.Mates {
		m := &v.Board.Mates[i]
		if m.Active && m.Number != p.Number && m.Role == team.Striker && v.Now-m.Stamp < 2*time.Second {
			return true
		}
	}
	return false
}

// seconds returns a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
