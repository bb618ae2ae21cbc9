package team

import "math"

// LeastTime assigns the roles so that the weighted sum of the times to their places is the least. The striker has the
// largest weight. A robot keeps its role unless a change gains for all together.
type LeastTime struct {
	Places Places
}

// weights of a second to each role's place.
var weights = [roles]float64{Striker: 3, Supporter: 1, Defender: 1.5, Wing: 0.7}

// keepsFor is how much later a role's owner may come and still keep it, s.
const keepsFor = 1.0

// mostOutfield is the largest number of robots that are assigned by trying all orders.
const mostOutfield = 6

// Assign returns the role of b.Me.
func (l LeastTime) Assign(b *Board) Role {
	if b.Me == b.Keeper {
		return Keeper
	}
	var who [mostOutfield]*Mate
	n := 0
	for i := range b.Mates {
		if m := &b.Mates[i]; m.Active && m.Number != b.Keeper && n < mostOutfield {
			who[n] = m
			n++
		}
	}
	order := [mostOutfield]Role{Striker, Defender, Supporter, Wing, Supporter, Wing}
	var cost [mostOutfield][mostOutfield]float64
	for i := range n {
		for j := range n {
			cost[i][j] = l.cost(b, who[i], order[j])
		}
	}
	best, mine := math.Inf(1), Supporter
	var taken [mostOutfield]int
	var try func(i int, used uint, sum float64)
	try = func(i int, used uint, sum float64) {
		if sum >= best {
			return
		}
		if i == n {
			best = sum
			for k := range n {
				if who[k].Number == b.Me {
					mine = order[taken[k]]
				}
			}
			return
		}
		for j := range n {
			if used&(1<<j) == 0 {
				taken[i] = j
				try(i+1, used|1<<j, sum+cost[i][j])
			}
		}
	}
	try(0, 0, 0)
	return mine
}

// cost returns the weighted time of a robot to a role's place.
func (l LeastTime) cost(b *Board, m *Mate, r Role) float64 {
	var t float64
	if r == Striker {
		t = TimeTo(m, b.BallX, b.BallY, b.Goal)
		if m.BallAge > 3 {
			t += 2
		}
	} else {
		p := l.Places.Of(r, b)
		t = math.Hypot(m.Pose.X-p.X, m.Pose.Y-p.Y) / walkSpeed
	}
	if m.Fallen {
		t += 6
	}
	if m.Role != r {
		t += keepsFor
	}
	return weights[r] * t
}

// walkSpeed is the speed for estimates of times, m/s; turnSpeed rad/s.
const (
	walkSpeed = 0.25
	turnSpeed = 1.0
)

// TimeTo returns how long a robot needs to stand behind the ball, facing the goal at x = goal, s.
func TimeTo(m *Mate, ballX, ballY, goal float64) float64 {
	dx, dy := ballX-m.Pose.X, ballY-m.Pose.Y
	d := math.Hypot(dx, dy)
	toGoal := math.Atan2(-ballY, goal-ballX)
	toBall := math.Atan2(dy, dx)
	around := math.Abs(math.Remainder(toGoal-toBall, 2*math.Pi))
	turn := math.Abs(math.Remainder(toBall-m.Pose.Theta, 2*math.Pi))
	return d/walkSpeed + min(around, 2.5)*0.4/walkSpeed + turn*0.3/turnSpeed
}
