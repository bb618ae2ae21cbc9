package behavior

import (
	"math"
	"time"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/lua"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// Belief is what the robot believes about the field: its own place, the ball and the other robots. Each part has its own
// stamp; a part with a zero stamp has not come yet.
type Belief struct {
	// PoseStamp is when the pose was estimated. Pose is that of base_footprint in map.
	PoseStamp time.Duration
	Pose      plane.Pose
	Cov       plane.Cov3
	Localized bool
	Fit       float64 // share of the features of the last seconds that fit the pose, 0 to 1

	World    *worldmodel.Snapshot // nil before the first
	Features *percepts.FieldFeatures
	Field    *field.Map // nil: unknown
}

// part is a part of a belief.
type part uint8

const (
	ofPose part = iota
	ofWorld
	ofFeatures
)

// stamp returns when a part came; ok is false before that.
func (b *Belief) stamp(p part) (at time.Duration, ok bool) {
	switch p {
	case ofPose:
		return b.PoseStamp, b.PoseStamp > 0
	case ofWorld:
		if b.World != nil {
			return b.World.Stamp, true
		}
	case ofFeatures:
		if b.Features != nil {
			return b.Features.Stamp, true
		}
	}
	return 0, false
}

// goal returns the middle of the goal that the robot attacks (side 1) or defends (side −1), in base_footprint.
func (b *Belief) goal(side float64) (x, y float64) {
	if b.Field == nil {
		return 0, 0
	}
	return b.Pose.Local(side*b.Field.Length/2, 0)
}

// teamBall returns the ball of the team in base_footprint; zero when no robot sees it.
func (b *Belief) teamBall() (x, y float64) {
	if !b.World.TeamBall.Known {
		return 0, 0
	}
	return b.Pose.Local(b.World.TeamBall.X, b.World.TeamBall.Y)
}

// nearest returns the robot next to this one; nil without one.
func (b *Belief) nearest() *worldmodel.Robot {
	var best *worldmodel.Robot
	for i := range b.World.Count {
		r := &b.World.Robots[i]
		if best == nil || math.Hypot(r.X, r.Y) < math.Hypot(best.X, best.Y) {
			best = r
		}
	}
	return best
}

// noRobot is the distance to the nearest obstacle, m, while no obstacle is known.
const noRobot = 99

// beliefPeriod is how often the world model reports.
const beliefPeriod = 100 * time.Millisecond

// beliefInput is an input that comes from a belief.
type beliefInput struct {
	vocabulary.Input
	of   part
	read func(*Belief) hfsm.Value
}

// beliefInputs are the inputs of the group field.
var beliefInputs = concatBeliefs(poseInputs, ballInputs, teamInputs, robotInputs, featureInputs)

func concatBeliefs(lists ...[]beliefInput) (all []beliefInput) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func believed(name string, t hfsm.Type, unit, about, source string, of part, read func(*Belief) hfsm.Value) beliefInput {
	return beliefInput{vocabulary.Input{
		Name: name, Type: t, Unit: unit, Description: about, Group: "field", Source: source, Period: beliefPeriod,
	}, of, read}
}

func poseFloat(name, unit, about string, read func(*Belief) float64) beliefInput {
	return believed(name, hfsm.Float, unit, about, "pose_estimate", ofPose, func(b *Belief) hfsm.Value { return hfsm.FloatValue(read(b)) })
}

func worldFloat(name, unit, about string, read func(*Belief) float64) beliefInput {
	return believed(name, hfsm.Float, unit, about, "world_model", ofWorld, func(b *Belief) hfsm.Value { return hfsm.FloatValue(read(b)) })
}

func worldBool(name, about string, read func(*Belief) bool) beliefInput {
	return believed(name, hfsm.Bool, "", about, "world_model", ofWorld, func(b *Belief) hfsm.Value { return hfsm.BoolValue(read(b)) })
}

// poseInputs say where the robot is. map has its origin at the centre of the field and +x towards the goal that it attacks.
var poseInputs = []beliefInput{
	believed("localized", hfsm.Bool, "", "the robot knows where it is: recent features fit its pose", "pose_estimate", ofPose,
		func(b *Belief) hfsm.Value { return hfsm.BoolValue(b.Localized) }),
	poseFloat("pose_x", "m", "place of the robot in map: from the centre of the field towards the goal that it attacks", func(b *Belief) float64 { return b.Pose.X }),
	poseFloat("pose_y", "m", "place of the robot in map, to the left of that direction", func(b *Belief) float64 { return b.Pose.Y }),
	poseFloat("pose_theta", "rad", "heading in map, counterclockwise; 0 looks towards the goal that it attacks", func(b *Belief) float64 { return b.Pose.Theta }),
	poseFloat("pose_deviation", "m", "standard deviation of the place, along its larger axis", func(b *Belief) float64 { return largest(b.Cov.XX, b.Cov.XY, b.Cov.YY) }),
	poseFloat("pose_turn_deviation", "rad", "standard deviation of the heading", func(b *Belief) float64 { return math.Sqrt(max(b.Cov.TT, 0)) }),
	poseFloat("pose_fit", "", "share of the features of the last seconds that fit the pose, 0 to 1", func(b *Belief) float64 { return b.Fit }),
	poseFloat("goal_bearing", "rad", "direction of the middle of the goal that the robot attacks, left positive", func(b *Belief) float64 { return bearing(b.goal(1)) }),
	poseFloat("goal_distance", "m", "distance to the middle of the goal that the robot attacks", func(b *Belief) float64 { return math.Hypot(b.goal(1)) }),
	poseFloat("own_goal_bearing", "rad", "direction of the middle of the robot's own goal, left positive", func(b *Belief) float64 { return bearing(b.goal(-1)) }),
	poseFloat("own_goal_distance", "m", "distance to the middle of the robot's own goal", func(b *Belief) float64 { return math.Hypot(b.goal(-1)) }),
}

// ballInputs concern the ball on the field, not the coloured one that the head follows.
var ballInputs = []beliefInput{
	worldBool("ball_known", "the robot believes that it knows where the ball is", func(b *Belief) bool { return b.World.Ball.Known }),
	worldFloat("ball_seen_age", "s", "time since the ball was last seen; 1e9 when it was never seen", func(b *Belief) float64 {
		if !b.World.Ball.Known {
			return neverSeen
		}
		return (b.World.Stamp - b.World.Ball.SeenAt).Seconds()
	}),
	worldFloat("ball_x", "m", "place of the ball, forward", func(b *Belief) float64 { return b.World.Ball.X }),
	worldFloat("ball_y", "m", "place of the ball, to the left", func(b *Belief) float64 { return b.World.Ball.Y }),
	worldFloat("ball_distance", "m", "distance to the ball", func(b *Belief) float64 { return math.Hypot(b.World.Ball.X, b.World.Ball.Y) }),
	worldFloat("ball_bearing", "rad", "direction of the ball, left positive", func(b *Belief) float64 { return bearing(b.World.Ball.X, b.World.Ball.Y) }),
	worldFloat("ball_vx", "m/s", "velocity of the ball over the ground, forward", func(b *Belief) float64 { return b.World.Ball.VX }),
	worldFloat("ball_vy", "m/s", "velocity of the ball over the ground, to the left", func(b *Belief) float64 { return b.World.Ball.VY }),
	worldFloat("ball_speed", "m/s", "speed of the ball over the ground", func(b *Belief) float64 { return math.Hypot(b.World.Ball.VX, b.World.Ball.VY) }),
	worldFloat("ball_deviation", "m", "standard deviation of the ball's place, along its larger axis", func(b *Belief) float64 {
		c := &b.World.Ball.Cov
		return largest(c.XX, c.XY, c.YY)
	}),
	worldFloat("ball_stops_x", "m", "where the ball comes to rest, forward", func(b *Belief) float64 { return b.World.Ball.StopsX }),
	worldFloat("ball_stops_y", "m", "where the ball comes to rest, to the left", func(b *Belief) float64 { return b.World.Ball.StopsY }),
	worldFloat("ball_field_x", "m", "place of the ball in map", func(b *Belief) float64 { return b.World.Ball.MapX }),
	worldFloat("ball_field_y", "m", "place of the ball in map", func(b *Belief) float64 { return b.World.Ball.MapY }),
}

// teamInputs are of the ball as the team sees it.
var teamInputs = []beliefInput{
	worldBool("team_ball_known", "the robot or a teammate sees the ball", func(b *Belief) bool { return b.World.TeamBall.Known }),
	worldFloat("team_ball_x", "m", "place of the ball as the whole team sees it, forward; 0 when no robot does", func(b *Belief) float64 { x, _ := b.teamBall(); return x }),
	worldFloat("team_ball_y", "m", "place of the ball as the whole team sees it, to the left", func(b *Belief) float64 { _, y := b.teamBall(); return y }),
	worldFloat("team_ball_field_x", "m", "place of the ball as the whole team sees it, in map", func(b *Belief) float64 { return b.World.TeamBall.X }),
	worldFloat("team_ball_field_y", "m", "place of the ball as the whole team sees it, in map", func(b *Belief) float64 { return b.World.TeamBall.Y }),
	worldFloat("team_ball_deviation", "m", "standard deviation of the place of the team's ball", func(b *Belief) float64 { return b.World.TeamBall.Dev }),
	worldBool("mates_ball_known", "a teammate sees the ball", func(b *Belief) bool { return b.World.MatesBall.Known }),
}

// robotInputs are of the other robots.
var robotInputs = []beliefInput{
	believed("robots_known", hfsm.Int, "", "number of other robots that the robot has seen or heard of", "world_model", ofWorld,
		func(b *Belief) hfsm.Value { return hfsm.IntValue(int64(b.World.Count)) }),
	worldFloat("obstacle_distance", "m", "distance to the nearest robot; 99 when there is none", func(b *Belief) float64 {
		if r := b.nearest(); r != nil {
			return math.Hypot(r.X, r.Y)
		}
		return noRobot
	}),
	worldFloat("obstacle_x", "m", "place of the nearest robot, forward; 99 when there is none", func(b *Belief) float64 {
		if r := b.nearest(); r != nil {
			return r.X
		}
		return noRobot
	}),
	worldFloat("obstacle_y", "m", "place of the nearest robot, to the left", func(b *Belief) float64 {
		if r := b.nearest(); r != nil {
			return r.Y
		}
		return 0
	}),
	worldFloat("obstacle_bearing", "rad", "direction of the nearest robot, left positive", func(b *Belief) float64 {
		if r := b.nearest(); r != nil {
			return bearing(r.X, r.Y)
		}
		return 0
	}),
	worldBool("obstacle_opponent", "the nearest robot belongs to the other team", func(b *Belief) bool {
		r := b.nearest()
		return r != nil && r.Side == percepts.OpponentSide
	}),
	worldBool("obstacle_fallen", "the nearest robot lies on the ground", func(b *Belief) bool {
		r := b.nearest()
		return r != nil && r.Fallen
	}),
}

// featureInputs count the field features in the last image.
var featureInputs = []beliefInput{
	features("lines_seen", "lines of the field in the last image", func(f *percepts.FieldFeatures) int { return len(f.Lines) }),
	features("corners_seen", "corners and crossings of lines in the last image", func(f *percepts.FieldFeatures) int {
		return count(f, field.CornerL) + count(f, field.CornerT) + count(f, field.CrossX)
	}),
	features("marks_seen", "penalty marks in the last image", func(f *percepts.FieldFeatures) int { return count(f, field.Mark) }),
	features("circles_seen", "middles of the centre circle in the last image", func(f *percepts.FieldFeatures) int { return count(f, field.Center) }),
	features("posts_seen", "goal posts in the last image", func(f *percepts.FieldFeatures) int { return count(f, field.Post) }),
	features("landmarks_seen", "landmarks of two colours in the last image", func(f *percepts.FieldFeatures) int { return count(f, field.Pole) }),
}

func features(name, about string, read func(*percepts.FieldFeatures) int) beliefInput {
	return believed(name, hfsm.Int, "", about, "field_features", ofFeatures, func(b *Belief) hfsm.Value { return hfsm.IntValue(int64(read(b.Features))) })
}

// count returns the number of features of a kind.
func count(f *percepts.FieldFeatures, k field.Kind) int {
	n := 0
	for i := range f.Points {
		if f.Points[i].Kind == k {
			n++
		}
	}
	return n
}

// bearing returns the direction of a place, rad.
func bearing(x, y float64) float64 { return math.Atan2(y, x) }

// largest returns the square root of the larger eigenvalue of a covariance.
func largest(xx, xy, yy float64) float64 {
	mean, half := (xx+yy)/2, (xx-yy)/2
	return math.Sqrt(max(mean+math.Hypot(half, xy), 0))
}

// usedBelief is an input of the group field that a machine reads.
type usedBelief struct {
	in    hfsm.Input
	entry *beliefInput
}

// usedBeliefs returns the inputs of the group field that a model has declared.
func usedBeliefs(model *hfsm.Model) []usedBelief {
	var all []usedBelief
	for i := range beliefInputs {
		if in, ok := model.Input(beliefInputs[i].Name); ok {
			all = append(all, usedBelief{in, &beliefInputs[i]})
		}
	}
	return all
}

// setBeliefInputs writes the machine's inputs of the group field.
func (b *Brain) setBeliefInputs() {
	if len(b.beliefs) == 0 {
		return
	}
	now, ok := b.senses.Belief()
	if !ok {
		return
	}
	for i := range b.beliefs {
		u := &b.beliefs[i]
		at, ok := now.stamp(u.entry.of)
		if !ok {
			continue
		}
		switch v := u.entry.read(now); v.Type {
		case hfsm.Bool:
			b.machine.SetBoolAt(u.in, v.Bool, at)
		case hfsm.Int:
			b.machine.SetIntAt(u.in, v.Int, at)
		case hfsm.Float:
			b.machine.SetFloatAt(u.in, v.Float, at)
		case hfsm.String:
			b.machine.SetStringAt(u.in, v.String, at)
		}
	}
}

// fieldFunctions are the functions of the field: to_field_x(x, y) of a place that is seen from the robot, to_robot_x(x, y) of a
// place in map. They read the robot's pose.
var fieldFunctions = []chart.Function{
	fieldFunction("to_field_x", "x in map of a place that is seen from the robot, m", "pose_x + x * cos(pose_theta) - y * sin(pose_theta)"),
	fieldFunction("to_field_y", "y in map of a place that is seen from the robot, m", "pose_y + x * sin(pose_theta) + y * cos(pose_theta)"),
	fieldFunction("to_robot_x", "how far a place of map lies in front of the robot, m", "(x - pose_x) * cos(pose_theta) + (y - pose_y) * sin(pose_theta)"),
	fieldFunction("to_robot_y", "how far a place of map lies to the left of the robot, m", "(y - pose_y) * cos(pose_theta) - (x - pose_x) * sin(pose_theta)"),
	fieldFunction("bearing_to", "direction of a place of map from the robot, rad, left positive", "atan2(to_robot_y(x, y), to_robot_x(x, y))"),
	fieldFunction("distance_to", "distance to a place of map, m", "hypot(x - pose_x, y - pose_y)"),
}

func fieldFunction(name, about, value string) chart.Function {
	return chart.Function{
		Name: name, Description: about, Type: chart.Float, Value: chart.Expression{Text: value},
		Parameters: []chart.FunctionParameter{{Name: "x", Type: chart.Float}, {Name: "y", Type: chart.Float}},
	}
}

// luaFunctions returns the same functions for scripts, and pairs of them: to_field(x, y) returns x and y in map.
func luaFunctions() []lua.Function {
	all := []lua.Function{
		{Name: "to_field", Results: []string{"to_field_x", "to_field_y"}}, {Name: "to_robot", Results: []string{"to_robot_x", "to_robot_y"}},
	}
	for i := range fieldFunctions {
		all = append(all, lua.Function{Name: fieldFunctions[i].Name, Results: []string{fieldFunctions[i].Name}})
	}
	return all
}
