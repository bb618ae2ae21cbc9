package behavior

import (
	"math"
	"time"

	"gonao/behavior/play"
	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/robot/planning"
)

// solo fills the view of a robot without a team and a game, which plays by itself.
type solo struct {
	view *play.View
	ball play.Ball
	on   *field.Map // the map of the guide
	at   time.Duration
	any  bool
}

// newSolo returns the skills of a robot without a team.
func newSolo() (*play.Skills, *solo) {
	s := &play.Skills{Body: play.DefaultBody(), Follow: planning.DefaultConfig()}
	s.Team = play.Alone{View: &s.View, Body: &s.Body}
	a := &solo{view: &s.View, ball: noBallKnown}
	s.View.Ball = &a.ball
	return s, a
}

var noBallKnown = play.Ball{Age: neverSeen, Unseen: neverSeen, Distance: noBall}

// ballLasts is how long a ball that was not seen again is believed in, as by a player of a team.
const ballLasts = 12 * time.Second

// updateView fills the view with the present belief, once for all machines. A team fills it itself.
func (s *Senses) updateView(now time.Duration) {
	a := s.solo
	if a == nil || a.any && a.at == now {
		return
	}
	a.any, a.at, a.ball = true, now, noBallKnown
	*a.view = play.View{
		Now: now, Number: 1, Ball: &a.ball, Fallen: s.Fallen(), Rules: play.Rules{Playing: true, MayPlay: true}, Game: play.Game{State: "playing", BestRole: "striker"},
	}
	b, ok := s.Belief()
	if !ok || b.World == nil {
		return
	}
	v := a.view
	v.Pose, v.Cov, v.Localized, v.World, v.Field = b.Pose, b.Cov, b.Localized, b.World, b.Field
	if state, ok := s.Body(); ok {
		v.HeadYaw = state.Position[nao.HeadYaw]
	}
	a.see(b)
	if b.Field != nil && a.on != b.Field {
		if planner, err := planning.NewTangents(planning.DefaultConfig()); err == nil { // its figures are valid
			a.on, s.play.Guide = b.Field, planning.NewGuide(planner, b.Field, play.Clearance)
		}
	}
	s.play.Aim()
}

// see reads the ball: the robot's own, or the one that a teammate sees.
func (a *solo) see(at *Belief) {
	w, b := at.World, &a.ball
	own := &w.Ball
	if own.SeenAt > 0 {
		b.Age = (w.Stamp - own.SeenAt).Seconds()
	}
	switch {
	case own.Known && w.Stamp-own.SeenAt < ballLasts:
		b.Known, b.Own, b.Unseen = true, b.Age < 1.5, b.Age
		b.X, b.Y, b.LocalX, b.LocalY, b.VX, b.VY, b.StopX, b.StopY = own.MapX, own.MapY, own.X, own.Y, own.VX, own.VY, own.StopsX, own.StopsY
	case w.TeamBall.Known:
		b.Known, b.Unseen, b.X, b.Y = true, 0, w.TeamBall.X, w.TeamBall.Y
		b.LocalX, b.LocalY = at.Pose.Local(b.X, b.Y)
		b.StopX, b.StopY = b.LocalX, b.LocalY
	default:
		return
	}
	b.Distance = math.Hypot(b.LocalX, b.LocalY)
}
