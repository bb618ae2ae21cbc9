package team

import "math"

// Choice is what a robot does with the ball.
type Choice uint8

// Choices.
const (
	Shoot   Choice = iota // at the goal
	Pass                  // to a teammate
	Dribble               // the ball rolls a little ahead of the robot
	Clear                 // away from the own goal
)

// String returns the choice's name, as the machines have it.
func (c Choice) String() string {
	if c > Clear {
		return "unknown"
	}
	return [...]string{"shoot", "pass", "dribble", "clear"}[c]
}

// A Kick holds the results of the robot's kicks, as measured in the world of the match.
type Kick struct {
	Distance  float64 // m
	Side      float64 // m, of a kick to the side
	Error     float64 // share of the length, one deviation
	Direction float64 // rad, one deviation
}

// A Situation is the input of a choice, in map.
type Situation struct {
	BallX, BallY float64
	Goal         float64 // m, x of the opponents' goal line
	GoalHalf     float64 // m, between the middle of the goal and a post
	HalfWidth    float64 // m, of the field
	Kick         Kick
	Opponents    [][2]float64
	Mates        [][2]float64
	Direct       bool // a goal would count: false before a second robot has played the ball after some restarts
}

// A Decision is a choice with its target.
type Decision struct {
	Choice   Choice
	X, Y     float64 // target, m in map
	Distance float64 // m, that the ball shall roll
	Value    float64
}

// Decide returns the choice of most value: the expected goals of where the ball will be, less those against.
func Decide(s *Situation) Decision {
	best := s.dribble()
	for _, d := range []Decision{s.shoot(), s.clear()} {
		if d.Value > best.Value {
			best = d
		}
	}
	for _, m := range s.Mates {
		if d := s.pass(m[0], m[1]); d.Value > best.Value {
			best = d
		}
	}
	return best
}

// BestPass returns the pass with the highest value; ok is false if there is no receiver.
func BestPass(s *Situation) (best Decision, ok bool) {
	best.Value = math.Inf(-1)
	for _, m := range s.Mates {
		if d := s.pass(m[0], m[1]); d.Value > best.Value {
			best, ok = d, true
		}
	}
	return best, ok
}

// ClearBall returns a kick out of the own half, and false for a ball in the other one.
func ClearBall(s *Situation) (d Decision, ok bool) {
	d = s.clear()
	return d, !math.IsInf(d.Value, -1)
}

// AtGoal returns a shot at the middle of the goal, whatever it is worth.
func AtGoal(s *Situation) Decision {
	d := s.shoot()
	d.Choice = Shoot
	return d
}

// worth returns the value of a ball at a place: highest at the opponents' goal, lowest at the own one.
func (s *Situation) worth(x, y float64) float64 {
	ahead := math.Hypot(s.Goal-x, y)
	behind := math.Hypot(s.Goal+x, y)
	return 0.5/(1+ahead*ahead/4) - 0.6/(1+behind*behind/3)
}

// near returns the distance of the nearest opponent to a place.
func (s *Situation) near(x, y float64) float64 {
	d := math.Inf(1)
	for _, o := range s.Opponents {
		d = min(d, math.Hypot(o[0]-x, o[1]-y))
	}
	return d
}

// opening returns the share of kicks towards a direction that stay within the half angle, of a normal distribution.
func (k *Kick) opening(half float64) float64 {
	return math.Erf(half / (math.Sqrt2 * max(k.Direction, 0.01)))
}

// free returns the share of kicks that no opponent stops on the way.
func (s *Situation) free(x, y float64) float64 {
	dx, dy := x-s.BallX, y-s.BallY
	length := math.Hypot(dx, dy)
	if length < 1e-6 {
		return 1
	}
	free := 1.0
	for _, o := range s.Opponents {
		ox, oy := o[0]-s.BallX, o[1]-s.BallY
		along := (ox*dx + oy*dy) / length
		if along < 0.1 || along > length {
			continue
		}
		across := math.Abs(ox*dy-oy*dx) / length
		spread := 0.15 + along*s.Kick.Direction
		if across < 2*spread {
			free *= 1 - 0.8*(1-across/(2*spread))*min(1, 0.25/spread+0.2)
		}
	}
	return free
}

// shoot returns the best of three shots at the goal.
func (s *Situation) shoot() Decision {
	best := Decision{Choice: Shoot, X: s.Goal + 0.2, Value: math.Inf(-1)}
	for _, y := range [...]float64{0, 0.5 * s.GoalHalf, -0.5 * s.GoalHalf} {
		d := math.Hypot(s.Goal-s.BallX, y-s.BallY)
		left := math.Atan2(s.GoalHalf-s.BallY, s.Goal-s.BallX)
		right := math.Atan2(-s.GoalHalf-s.BallY, s.Goal-s.BallX)
		toward := math.Atan2(y-s.BallY, s.Goal-s.BallX)
		half := min(left-toward, toward-right)
		reach := 0.5 * (1 + math.Erf((s.Kick.Distance-d-0.1)/(math.Sqrt2*s.Kick.Error*s.Kick.Distance+1e-9)))
		free := s.free(s.Goal, y)
		p := s.Kick.opening(max(half, 0)) * reach * free
		gain := 1.0
		if !s.Direct {
			gain = -0.1 // a goal kick for the opponents
		}
		ends := min(d, s.Kick.Distance)
		x, yy := s.BallX+(s.Goal-s.BallX)*ends/d, s.BallY+(y-s.BallY)*ends/d
		v := p*gain + (1-p)*(free*s.worth(min(x, s.Goal-0.6), yy)+(1-free)*s.worth(s.BallX+0.5, s.BallY)-0.05)
		if v > best.Value {
			best.Y, best.Value, best.Distance = y, v, s.Kick.Distance
		}
	}
	return best
}

// pass returns a pass that ends ahead of a robot of the team.
func (s *Situation) pass(x, y float64) Decision {
	x += 0.3
	d := math.Hypot(x-s.BallX, y-s.BallY)
	if d < 1.2 || d > s.Kick.Distance || x > s.Goal-0.3 || math.Abs(y) > s.HalfWidth-0.3 {
		return Decision{Choice: Pass, Value: math.Inf(-1)}
	}
	arrives := s.free(x, y) * (1 - min(0.5, s.Kick.Direction*d*0.5))
	if s.near(x, y) < 0.8 {
		arrives *= 0.5
	}
	v := arrives*(s.worth(x, y)+0.04) + (1-arrives)*(s.worth((x+s.BallX)/2, (y+s.BallY)/2)-0.08)
	return Decision{Choice: Pass, X: x, Y: y, Distance: d * 1.05, Value: v}
}

// dribble returns a step with the ball towards the goal.
func (s *Situation) dribble() Decision {
	const step = 0.8 // m
	toX, toY := s.Goal, 0.0
	if s.BallX > s.Goal-1 && math.Abs(s.BallY) > s.GoalHalf {
		toX = s.BallX - 0.3 // from the corner towards the middle
	}
	d := max(math.Hypot(toX-s.BallX, toY-s.BallY), 0.01)
	x, y := s.BallX+(toX-s.BallX)/d*step, s.BallY+(toY-s.BallY)/d*step
	v := s.worth(x, y)
	if n := s.near(s.BallX+(toX-s.BallX)/d*0.3, s.BallY+(toY-s.BallY)/d*0.3); n < 1 {
		v -= 0.12 * (1 - n)
	}
	return Decision{Choice: Dribble, X: x, Y: y, Distance: step, Value: v}
}

// clear returns a kick out of the own half, towards the nearer touchline.
func (s *Situation) clear() Decision {
	if s.BallX > 0 {
		return Decision{Choice: Clear, Value: math.Inf(-1)}
	}
	x := s.BallX + 0.85*s.Kick.Distance
	y := side(s.BallY) * min(s.HalfWidth-0.8, math.Abs(s.BallY)+0.8)
	free := s.free(x, y)
	v := free*s.worth(x, y) + (1-free)*s.worth(s.BallX, s.BallY) - 0.06
	return Decision{Choice: Clear, X: x, Y: y, Distance: s.Kick.Distance, Value: v}
}
