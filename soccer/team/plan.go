package team

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonao/internal/yamlread"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// A Plan is the way a team plays, read from a file: the assignment of roles, their places, and the use of the ball. It
// must not be changed while robots use it.
type Plan struct {
	Name     string            `yaml:"team" need:"the team's name"`
	About    string            `yaml:"about"`
	Machines map[string]string `yaml:"machines"` // game, body, head, role, and keeper for another body of the goalkeeper: names of machines
	// Unit is the unit of the numbers in Places and KickOff: "" for m, share for shares of the half length of the field,
	// and of the half width for y and aside. [Plan.On] converts them to m.
	Unit     string             `yaml:"unit" enum:"share|"`
	Roles    string             `yaml:"roles"`                  // least_time, luar, luar_unrepaired or nearest
	Ball     string             `yaml:"ball" enum:"value|goal"` // value: kick, pass or dribble by value; goal: always at the goal
	Keeper   KeeperPlan         `yaml:"keeper"`
	Places   Places             `yaml:"places"`
	KickOff  KickOffPlan        `yaml:"kick_off"`
	Timeout  TimeoutPlan        `yaml:"timeout"`
	Offences map[string]float64 `yaml:"offences"` // by name, per minute and robot while possible, of a team that tests the referee

	file string
}

// KeeperPlan holds how the goalkeeper plays.
type KeeperPlan struct {
	ComesOut float64 `yaml:"comes_out" min:"0" max:"10"` // m, it plays the ball within this distance of its goal's middle; 0: never
	Blocks   bool    `yaml:"blocks"`
	Dives    bool    `yaml:"dives"`
	Steps    bool    `yaml:"steps"`                 // it steps sideways into the path of a ball
	Depth    float64 `yaml:"depth" min:"0" max:"3"` // m before the goal line
}

// TimeoutPlan holds when the team requests a timeout.
type TimeoutPlan struct {
	Behind int `yaml:"behind" min:"0" max:"20"` // goals that the team is behind by; 0: never
}

// KickOffPlan holds where players stand at SET, by number: from the middle of the field, m in map.
type KickOffPlan struct {
	Own   [][2]float64 `yaml:"own"`   // the team kicks off
	Other [][2]float64 `yaml:"other"` // the opponents do
}

// Places holds where each role stands.
type Places map[string]Place

// A Place is a place that follows the ball.
type Place struct {
	// Along is the reference of the place: goal: a share of the way from the own goal to the ball; ball: relative to the
	// ball; voronoi: the middle of the cell of the field that is nearest to the robot.
	Along string  `yaml:"along" enum:"goal|ball|voronoi"`
	Share float64 `yaml:"share" min:"0" max:"1" desc:"share of the way from the own goal to the ball"`
	Min   float64 `yaml:"min"` // m from the goal
	Max   float64 `yaml:"max"`
	Ahead float64 `yaml:"ahead"` // m from the ball towards the opponents' goal
	Aside float64 `yaml:"aside"` // m from the ball towards the middle of the field
	From  float64 `yaml:"from"`  // m, least x
	To    float64 `yaml:"to"`    // m, largest x
}

// ParsePlan reads a plan; name is its file's.
func ParsePlan(name string, text []byte) (*Plan, error) {
	p := &Plan{file: name}
	if err := yamlread.Decode(name, text, p); err != nil {
		return nil, fmt.Errorf("team: %w", err)
	}
	return p, nil
}

// Validate checks what the tags of the fields cannot.
func (p *Plan) Validate() error {
	if _, err := p.Assigner(); err != nil {
		return err
	}
	for _, m := range []string{"game", "body", "head", "role"} {
		if p.Machines[m] == "" {
			return fmt.Errorf("machines: no machine for %s; expected game, body, head and role", m)
		}
	}
	for m := range p.Machines {
		if !slices.Contains([]string{"game", "body", "head", "role", "keeper"}, m) {
			return fmt.Errorf("machines: %q; expected game, body, head, role or keeper", m)
		}
	}
	return errors.Join(p.validatePlaces(), p.validateKickOff(), p.validateOffences())
}

// Share is the unit of places that are shares of the field.
const Share = "share"

// On returns the plan with its places in m on a field. A place that lies outside of the field is an error with the file
// and the key.
func (p *Plan) On(f *field.Field) (*Plan, error) {
	halfLength, halfWidth := f.Lines.Length/2, f.Lines.Width/2
	on := *p
	on.Unit = ""
	meters := func(v, half float64) float64 {
		if p.Unit != Share {
			return v
		}
		return math.Round(v*half*1000) / 1000 // so that four digits of a share give a place to the mm
	}
	outside := func(key string, at ...float64) error {
		return fmt.Errorf("team %s: %s: %g m lies outside of the field %q, %g x %g m; expected a place on it, or unit: share", p.file, key, at, f.Title, f.Lines.Length, f.Lines.Width)
	}
	on.Places = Places{}
	for name, place := range p.Places {
		for _, v := range []*float64{&place.Min, &place.Max, &place.Ahead, &place.From, &place.To} {
			*v = meters(*v, halfLength)
		}
		place.Aside = meters(place.Aside, halfWidth)
		if place.From < -halfLength || place.To > halfLength {
			return nil, outside("places."+name+", from and to", place.From, place.To)
		}
		on.Places[name] = place
	}
	for _, l := range []struct {
		key string
		to  *[][2]float64
	}{{"own", &on.KickOff.Own}, {"other", &on.KickOff.Other}} {
		list := slices.Clone(*l.to)
		for i, at := range list {
			list[i] = [2]float64{meters(at[0], halfLength), meters(at[1], halfWidth)}
			if math.Abs(list[i][0]) > halfLength || math.Abs(list[i][1]) > halfWidth {
				return nil, outside(fmt.Sprintf("kick_off.%s[%d]", l.key, i), list[i][:]...)
			}
		}
		*l.to = list
	}
	return &on, nil
}

func (p *Plan) validatePlaces() error {
	for name, place := range p.Places {
		if r := ParseRole(name); r == NoRole || r == Striker || r == Keeper {
			return fmt.Errorf("places: %q; expected supporter, defender or wing", name)
		}
		if place.Min > place.Max || place.From > place.To {
			return fmt.Errorf("places.%s: min %g, max %g, from %g, to %g: expected min up to max, and from up to to", name, place.Min, place.Max, place.From, place.To)
		}
	}
	for _, r := range []Role{Supporter, Defender, Wing} {
		if _, ok := p.Places[r.String()]; !ok {
			return fmt.Errorf("places: no place for %s", r)
		}
	}
	return nil
}

func (p *Plan) validateKickOff() error {
	for name, list := range map[string][][2]float64{"own": p.KickOff.Own, "other": p.KickOff.Other} {
		if len(list) < 1 || len(list) > MostPlayers {
			return fmt.Errorf("kick_off.%s: %d places; expected 1 to %d", name, len(list), MostPlayers)
		}
		for i, at := range list {
			if !(math.Abs(at[0]) < 12 && math.Abs(at[1]) < 8) {
				return fmt.Errorf("kick_off.%s[%d]: %g %g: expected a place on the field", name, i, at[0], at[1])
			}
		}
	}
	return nil
}

func (p *Plan) validateOffences() error {
	for name, rate := range p.Offences {
		if !slices.Contains(Offences(), name) {
			return fmt.Errorf("offences: %q; expected %s", name, strings.Join(Offences(), ", "))
		}
		if !(rate >= 0 && rate <= 60) {
			return fmt.Errorf("offences.%s: %g a minute: expected 0 to 60", name, rate)
		}
	}
	return nil
}

// Assigner returns the assigner of the roles.
func (p *Plan) Assigner() (Assigner, error) {
	switch p.Roles {
	case "least_time":
		return &LeastTime{Places: p.Places}, nil
	case "luar":
		return Luar{}, nil
	case "luar_unrepaired":
		return Luar{Unrepaired: true}, nil
	case "nearest":
		return Nearest{}, nil
	}
	return nil, fmt.Errorf("roles: %q; expected least_time, luar, luar_unrepaired or nearest", p.Roles)
}

// KickOffPlace returns where a player stands at SET.
func (p *Plan) KickOffPlace(number int, own bool) plane.Pose {
	list := p.KickOff.Other
	if own {
		list = p.KickOff.Own
	}
	at := list[(number-1)%len(list)]
	return plane.Pose{X: at[0], Y: at[1], Theta: math.Atan2(-at[1], 0.001-at[0])}
}

// Of returns the place of a role. A role that plans have no place for stands where it is.
func (p Places) Of(r Role, b *Board) plane.Pose {
	place, ok := p[r.String()]
	own := plane.Pose{}
	if m := b.me(); m != nil {
		own = m.Pose
	}
	if !ok {
		return own
	}
	ballX, ballY := b.BallX, b.BallY
	if !b.Known {
		ballX, ballY = 0, 0
	}
	var x, y float64
	switch place.Along {
	case "goal":
		dx, dy := ballX+b.Goal, ballY
		d := max(math.Hypot(dx, dy), 0.01)
		way := max(place.Min, min(place.Max, place.Share*d))
		x, y = -b.Goal+dx/d*way, dy/d*way
		// Beside the line from the ball to the goal, not on it: the keeper sees the ball.
		x, y = x-dy/d*place.Aside*side(ballY), y+dx/d*place.Aside*side(ballY)
	case "ball":
		x, y = ballX+place.Ahead, ballY-side(ballY)*place.Aside
	default:
		x, y = voronoi(b)
	}
	x = max(place.From, min(place.To, x))
	y = max(-b.Goal*0.62, min(b.Goal*0.62, y))
	return plane.Pose{X: x, Y: y, Theta: math.Atan2(ballY-y, ballX-x)}
}

// side returns the sign of y, and 1 in the middle.
func side(y float64) float64 {
	if y < 0 {
		return -1
	}
	return 1
}

// voronoi returns the middle of the part of the field that is nearer to the robot than to its team.
func voronoi(b *Board) (x, y float64) {
	own := b.me()
	if own == nil {
		return 0, 0
	}
	n := 0.0
	const step = 0.5
	for gx := -b.Goal; gx <= b.Goal; gx += step {
		for gy := -b.Goal * 2 / 3; gy <= b.Goal*2/3; gy += step {
			mine := math.Hypot(gx-own.Pose.X, gy-own.Pose.Y)
			nearest := true
			for i := range b.Mates {
				m := &b.Mates[i]
				if m.Active && m.Number != b.Me && math.Hypot(gx-m.Pose.X, gy-m.Pose.Y) < mine {
					nearest = false
					break
				}
			}
			if nearest {
				x, y, n = x+gx, y+gy, n+1
			}
		}
	}
	if n == 0 {
		return own.Pose.X, own.Pose.Y
	}
	return x / n, y / n
}
