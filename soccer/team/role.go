package team

import (
	"math"
	"time"

	"gonao/robot/percepts/plane"
)

// Role is a robot's task in its team.
type Role uint8

// Roles.
const (
	NoRole Role = iota
	Keeper
	Striker
	Supporter
	Defender
	Wing
	roles
)

// String returns the role's name, as the machines have it.
func (r Role) String() string {
	if r >= roles {
		return "unknown"
	}
	return [...]string{"none", "keeper", "striker", "supporter", "defender", "wing"}[r]
}

// ParseRole returns the role with a name; NoRole for any other.
func ParseRole(name string) Role {
	for r := Keeper; r < roles; r++ {
		if r.String() == name {
			return r
		}
	}
	return NoRole
}

// A Mate is what a robot knows of a player of its team, including itself.
type Mate struct {
	Number     int
	Active     bool // it plays: neither penalised nor silent
	Pose       plane.Pose
	Role       Role
	Fallen     bool
	TimeToBall float64       // s, if it sees the ball; its own estimate
	BallAge    float64       // s since it saw the ball
	SeesBall   bool          // a teammate, when it sent its last message
	Stamp      time.Duration // time for which this is valid
}

// A Board is the input of the assignment of roles.
type Board struct {
	Me     int // number
	Mates  []Mate
	BallX  float64 // m, in map
	BallY  float64
	Known  bool    // the ball
	Goal   float64 // m, x of the opponents' goal line
	Keeper int     // number of the goalkeeper
}

// Me is the robot itself; nil where it is not listed.
func (b *Board) me() *Mate {
	for i := range b.Mates {
		if b.Mates[i].Number == b.Me {
			return &b.Mates[i]
		}
	}
	return nil
}

// An Assigner assigns the role of one robot. A team's own one replaces ours.
type Assigner interface {
	Assign(b *Board) Role
}

// Luar assigns roles by the costs of UPenn's Team.lua: the attacker has the least estimated time to the ball, with a
// penalty for robots that are not the attacker now; the defender is the one nearest to the own goal. Unrepaired is the
// published version: when a robot looks for the defender, it uses its own place for all robots.
type Luar struct{ Unrepaired bool }

// Costs of Team.lua.
const (
	luarSpeed      = 0.10 // m/s
	luarNoAttacker = 6.0  // s
	luarDefender   = 0.3  // m, hard-coded there
)

// Assign returns the role of b.Me.
func (l Luar) Assign(b *Board) Role {
	if b.Me == b.Keeper {
		return Keeper
	}
	own := b.me()
	if own == nil {
		return Supporter
	}
	attacker, defender := 0, 0
	least, nearest := math.Inf(1), math.Inf(1)
	for i := range b.Mates {
		m := &b.Mates[i]
		if !m.Active || m.Number == b.Keeper {
			continue
		}
		eta := math.Hypot(m.Pose.X-b.BallX, m.Pose.Y-b.BallY)/luarSpeed + 4*max(m.BallAge-1, 0)
		if m.Role != Striker {
			eta += luarNoAttacker
		}
		if eta < least {
			least, attacker = eta, m.Number
		}
	}
	for i := range b.Mates {
		m := &b.Mates[i]
		if !m.Active || m.Number == b.Keeper || m.Number == attacker {
			continue
		}
		p := m.Pose
		if l.Unrepaired {
			p = own.Pose
		}
		d := math.Hypot(p.X+b.Goal, p.Y)
		if m.Role != Defender {
			d += luarDefender
		}
		if d < nearest {
			nearest, defender = d, m.Number
		}
	}
	switch b.Me {
	case attacker:
		return Striker
	case defender:
		return Defender
	}
	return Supporter
}

// Nearest assigns the ball to the nearest robot, and all others to support: the plain team of HULKs' shape.
type Nearest struct{}

// Assign returns the role of b.Me.
func (Nearest) Assign(b *Board) Role {
	if b.Me == b.Keeper {
		return Keeper
	}
	nearest, least := 0, math.Inf(1)
	for i := range b.Mates {
		m := &b.Mates[i]
		if d := math.Hypot(m.Pose.X-b.BallX, m.Pose.Y-b.BallY); m.Active && m.Number != b.Keeper && d < least {
			least, nearest = d, m.Number
		}
	}
	if nearest == b.Me {
		return Striker
	}
	return Supporter
}
