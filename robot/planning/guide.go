package planning

import (
	"math"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// Target is where a Guide leads the robot, in map.
type Target struct {
	Pose         plane.Pose
	AroundBall   bool    // the ball is an obstacle on the way
	BallX, BallY float64 // with AroundBall; an [Errand] uses the world model's ball
}

// MaxPoints is the largest number of points of a Lead: as many way points and one goal as motion accepts.
const MaxPoints = 24

// Lead is the present path, in map: way points, and at the end the goal.
type Lead struct {
	Points [MaxPoints]plane.Pose
	Count  int
	Left   float64 // m, of the way that is left
	// Blocked is set when no way is known. Steps is set when the points are near and change often: the robot steps aside or goes round the ball.
	Blocked, Steps bool
}

// Clearance holds which obstacles a Guide avoids, and at which distance.
type Clearance struct {
	Robot, Fallen float64 // m, radii of a standing and of a lying robot, both robots together
	Moving        bool    // robots count where they will be, and are dodged
	Within        float64 // m: only robots this near count, and none farther than the goal by 0.5 m; 0: all
	OfGoal        float64 // m: a robot this near to the goal does not count
	Posts         float64 // m: the posts count while the robot or the goal is this near to the goal line; 0: always
	Beyond        float64 // m that the robot may walk beyond the lines; 0: to 0.2 m before the carpet's edge
}

// DefaultClearance returns the figures of the node planner and of the robot in one process.
func DefaultClearance() Clearance {
	return Clearance{Robot: RobotRadius, Fallen: FallenRadius, Moving: true}
}

// Guide leads the robot to a target around the obstacles of the world model, with a Planner. Step is called at 10 Hz. It
// is not safe for concurrent use.
type Guide struct {
	planner  Planner
	field    *field.Map
	spare    Clearance
	plan     Plan
	request  Request
	side     Side
	obstacle [MaxObstacles]Obstacle
}

// NewGuide returns a guide on a field; nil: one without posts and edges.
func NewGuide(p Planner, m *field.Map, c Clearance) *Guide {
	g := &Guide{planner: p, field: m, spare: c}
	if m != nil {
		beyond := c.Beyond
		if beyond == 0 {
			const edge = 0.2 // m, that the feet stay away from the carpet's edge
			beyond = m.Border - edge
		}
		g.request.HalfLength, g.request.HalfWidth = m.Length/2+beyond, m.Width/2+beyond
	}
	return g
}

// Plan returns the last plan.
func (g *Guide) Plan() *Plan { return &g.plan }

// ForgetSide forgets the side on which the last plan passed its first obstacle.
func (g *Guide) ForgetSide() { g.side = Straight }

// Sizes of obstacles and paths.
const (
	pointEvery  = 0.25 // m between points on an arc
	carrotFrom  = 0.8  // m of the way: nearer to the ball than this the robot goes round it in short steps
	carrotAhead = 0.12 // m
	carrotOut   = 0.02 // m, beyond the circle round the ball
)

// Step plans from a pose and returns the path. The robots of the world model are obstacles, and so is the ball if the
// target says so.
func (g *Guide) Step(pose plane.Pose, t Target, s *worldmodel.Snapshot, out *Lead) error {
	if _, err := g.Find(pose, t, s); err != nil {
		return err
	}
	g.lead(pose, t, out)
	return nil
}

// Find plans from a pose. It returns true when nothing stands on the field that counts.
func (g *Guide) Find(pose plane.Pose, t Target, s *worldmodel.Snapshot) (free bool, err error) {
	r := &g.request
	r.Start, r.Goal, r.LastSide = pose, t.Pose, g.side
	r.Obstacles = g.obstacles(pose, t, s)
	if err := g.planner.Plan(r, &g.plan); err != nil {
		return false, err
	}
	g.side = g.plan.Side
	return len(r.Obstacles) == 0, nil
}

// obstacles returns the obstacles.
func (g *Guide) obstacles(pose plane.Pose, t Target, s *worldmodel.Snapshot) []Obstacle {
	list, c := g.obstacle[:0], &g.spare
	if t.AroundBall {
		list = append(list, AroundBall(t.BallX, t.BallY, t.Pose))
	}
	if g.field != nil && (c.Posts == 0 || max(math.Abs(pose.X), math.Abs(t.Pose.X)) > g.field.GoalX-c.Posts) {
		list = Posts(list, g.field)
	}
	farthest := math.Inf(1)
	if c.Within > 0 {
		farthest = min(pose.Distance(t.Pose)+0.5, c.Within)
	}
	sin, cos := math.Sincos(s.Pose.Theta)
	for i := range s.Count {
		o := &s.Robots[i]
		if len(list) == MaxObstacles {
			break
		}
		if math.Hypot(o.X, o.Y) > farthest || math.Hypot(o.MapX-t.Pose.X, o.MapY-t.Pose.Y) < c.OfGoal {
			continue
		}
		at := Obstacle{X: o.MapX, Y: o.MapY, Radius: c.Robot}
		if o.Fallen {
			at.Radius = c.Fallen
		}
		if c.Moving {
			at.VX, at.VY = cos*o.VX-sin*o.VY, sin*o.VX+cos*o.VY
		}
		list = append(list, at)
	}
	return list
}

// lead writes the points of the plan.
func (g *Guide) lead(pose plane.Pose, t Target, out *Lead) {
	p := &g.plan
	*out = Lead{Left: p.Length, Blocked: p.Blocked}
	ball := math.Hypot(t.BallX-t.Pose.X, t.BallY-t.Pose.Y)
	if p.Dodges || t.AroundBall && ball < carrotFrom && p.Count > 1 && p.Length < carrotFrom {
		g.carrot(pose, t, out)
		return
	}
	for i := range p.Count - 1 {
		q := &p.Parts[i]
		if q.Radius == 0 {
			out.add(q.ToX, q.ToY, math.Atan2(q.ToY-q.FromY, q.ToX-q.FromX))
			continue
		}
		steps := max(1, int(q.Length/pointEvery))
		from := math.Atan2(q.FromY-q.CenterY, q.FromX-q.CenterX)
		for k := 1; k <= steps; k++ {
			a := from + float64(q.Direction)*q.Length/q.Radius*float64(k)/float64(steps)
			sin, cos := math.Sincos(a)
			out.add(q.CenterX+q.Radius*cos, q.CenterY+q.Radius*sin, a+float64(q.Direction)*math.Pi/2)
		}
	}
	out.Points[out.Count] = t.Pose
	out.Count++
}

// carrot writes one point a little ahead on the plan. Round the ball the robot faces it, so that it walks sideways.
func (g *Guide) carrot(pose plane.Pose, t Target, out *Lead) {
	x, y, _ := g.plan.At(carrotAhead)
	theta := pose.Theta
	if t.AroundBall && !g.plan.Dodges {
		theta = math.Atan2(t.BallY-y, t.BallX-x)
		// The straight step to the point must not cut through the circle.
		least := min(BallRadius, math.Hypot(t.BallX-t.Pose.X, t.BallY-t.Pose.Y)) + carrotOut
		if d := math.Hypot(x-t.BallX, y-t.BallY); d < least && d > 0 && g.plan.Length > carrotAhead {
			x, y = t.BallX+(x-t.BallX)*least/d, t.BallY+(y-t.BallY)*least/d
		}
	}
	out.Points[0], out.Count, out.Steps = plane.Pose{X: x, Y: y, Theta: theta}, 1, true
}

// add adds a way point; one place is kept for the goal.
func (l *Lead) add(x, y, theta float64) {
	if l.Count < MaxPoints-1 {
		l.Points[l.Count] = plane.Pose{X: x, Y: y, Theta: plane.Angle(theta)}
		l.Count++
	}
}

// Bounds returns the largest |x| and |y| of a goal, m; infinite without a field.
func (g *Guide) Bounds() (x, y float64) {
	if g.field == nil {
		return math.Inf(1), math.Inf(1)
	}
	return g.request.HalfLength, g.request.HalfWidth
}
