// Package matchview converts moments of a match to messages that rviz2, Foxglove and the studio draw.
package matchview

import (
	"fmt"
	"math"
	"strings"

	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/soccer/match/scene"
)

// frame is the frame of all positions.
const frame = "world"

// Sizes of what is drawn, m.
const (
	torsoHeight = 0.33 // of an upright robot's torso
	height      = 0.55 // of a robot
	width       = 0.30
	ballSize    = 0.10
	lineWidth   = 0.05
	postHeight  = 0.80
)

// list collects markers.
type list struct {
	stamp builtininterfaces.Time
	array visualizationmsgs.MarkerArray
}

// add appends a marker and returns it. Markers of a namespace and an id replace each other from one array to the next.
func (l *list) add(ns string, id int, kind int32, c stdmsgs.ColorRGBA) *visualizationmsgs.Marker {
	m := visualizationmsgs.NewMarker()
	m.Header.FrameId, m.Header.Stamp, m.FrameLocked = frame, l.stamp, true
	m.Ns, m.Id, m.Type, m.Action, m.Color = ns, int32(id), kind, visualizationmsgs.MarkerAdd, c //nolint:gosec // some dozens
	l.array.Markers = append(l.array.Markers, m)
	return &l.array.Markers[len(l.array.Markers)-1]
}

// remove appends the removal of a marker.
func (l *list) remove(ns string, id int) {
	l.add(ns, id, 0, stdmsgs.ColorRGBA{}).Action = visualizationmsgs.MarkerDelete
}

func rgba(r, g, b, a float32) stdmsgs.ColorRGBA { return stdmsgs.ColorRGBA{R: r, G: g, B: b, A: a} }

// colour returns the colour of a team's robots, gray for one with a penalty.
func colour(r *scene.Robot, alpha float32) stdmsgs.ColorRGBA {
	switch {
	case r.Penalty != "":
		return rgba(0.5, 0.5, 0.53, alpha)
	case r.Side == "red":
		return rgba(0.85, 0.18, 0.15, alpha)
	}
	return rgba(0.13, 0.38, 0.80, alpha)
}

func yaw(theta float64) geometrymsgs.Quaternion {
	s, c := math.Sincos(theta / 2)
	return geometrymsgs.Quaternion{Z: s, W: c}
}

// Field returns carpet, lines and goals. The namespaces are those of the simulator's world_markers.
func Field(stamp builtininterfaces.Time, f *scene.Field) visualizationmsgs.MarkerArray {
	l := &list{stamp: stamp}
	white := rgba(0.95, 0.95, 0.95, 1)
	carpet := l.add("carpet", 0, visualizationmsgs.MarkerCube, rgba(0.16, 0.38, 0.2, 1))
	carpet.Scale = geometrymsgs.Vector3{X: f.Length + 2*f.Border, Y: f.Width + 2*f.Border, Z: 0.002}
	carpet.Pose.Position.Z = -0.003 // 2 mm below the lines: at one height, viewers hide the lines
	lines := l.add("lines", 1, visualizationmsgs.MarkerLineList, white)
	lines.Scale.X = lineWidth
	stroke := func(ax, ay, bx, by float64) {
		lines.Points = append(lines.Points, geometrymsgs.Point{X: ax, Y: ay}, geometrymsgs.Point{X: bx, Y: by})
	}
	for _, s := range f.Lines {
		stroke(s[0], s[1], s[2], s[3])
	}
	const parts = 48
	for k := range parts {
		if f.Circle > 0 {
			sa, ca := math.Sincos(2 * math.Pi * float64(k) / parts)
			sb, cb := math.Sincos(2 * math.Pi * float64(k+1) / parts)
			stroke(f.Circle*ca, f.Circle*sa, f.Circle*cb, f.Circle*sb)
		}
	}
	for _, m := range f.Marks {
		stroke(m[0]-0.05, m[1], m[0]+0.05, m[1])
	}
	id := 2
	for _, s := range []float64{1, -1} {
		if f.GoalWidth == 0 {
			continue
		}
		for _, t := range []float64{1, -1} {
			post := l.add("goals", id, visualizationmsgs.MarkerCylinder, white)
			post.Pose.Position = geometrymsgs.Point{X: s * f.Length / 2, Y: t * f.GoalWidth / 2, Z: postHeight / 2}
			post.Scale = geometrymsgs.Vector3{X: 0.1, Y: 0.1, Z: postHeight}
			id++
		}
		bar := l.add("goals", id, visualizationmsgs.MarkerCylinder, white)
		bar.Pose.Position = geometrymsgs.Point{X: s * f.Length / 2, Z: postHeight}
		bar.Pose.Orientation = geometrymsgs.Quaternion{X: math.Sqrt2 / 2, W: math.Sqrt2 / 2}
		bar.Scale = geometrymsgs.Vector3{X: 0.1, Y: 0.1, Z: f.GoalWidth}
		id++
	}
	return l.array
}

// Markers returns robots, ball, beliefs, roles, the scoreboard and the newest call. calls are those of the match so far.
func Markers(stamp builtininterfaces.Time, about *scene.About, m *scene.Moment, calls []scene.Call) visualizationmsgs.MarkerArray {
	l := &list{stamp: stamp}
	for i := range m.Robots {
		l.robot(i, &m.Robots[i])
	}
	ball := l.add("ball", 0, visualizationmsgs.MarkerSphere, rgba(1, 0.95, 0.7, 1))
	ball.Pose.Position = geometrymsgs.Point{X: m.Ball.X, Y: m.Ball.Y, Z: max(m.Ball.Z, ballSize/2)}
	ball.Scale = geometrymsgs.Vector3{X: ballSize, Y: ballSize, Z: ballSize}
	edge := about.Field.Width/2 + about.Field.Border/2 // both texts fit the border and a window as wide as the field
	board := l.text("scoreboard", 0, Scoreboard(about, m), 0.2, rgba(1, 1, 1, 1))
	board.Pose.Position = geometrymsgs.Point{Y: edge, Z: 1}
	const shownSec = 4
	for i := len(calls) - 1; i >= 0 && m.Sec-calls[i].Sec < shownSec; i-- {
		if c := &calls[i]; c.Refused == "" && c.Rule != "ball_free" {
			call := l.text("call", 0, Call(c), 0.2, rgba(1, 0.77, 0.25, 1))
			call.Pose.Position = geometrymsgs.Point{Y: -edge, Z: 0.5}
			return l.array
		}
	}
	l.remove("call", 0)
	return l.array
}

// discHeight is the height of the disc below a robot whose body a viewer draws, m.
const discHeight = 0.02

// Flatten makes a disc of a robot's marker, for a robot whose body viewers draw by its description.
func Flatten(array *visualizationmsgs.MarkerArray, robot int) {
	for i := range array.Markers {
		m := &array.Markers[i]
		if m.Ns == "robots" && int(m.Id) == robot && m.Action == visualizationmsgs.MarkerAdd {
			m.Scale.Z, m.Pose.Position.Z = discHeight, discHeight/2
		}
	}
}

// text adds a text that always faces the viewer.
func (l *list) text(ns string, id int, words string, size float64, c stdmsgs.ColorRGBA) *visualizationmsgs.Marker {
	t := l.add(ns, id, visualizationmsgs.MarkerTextViewFacing, c)
	t.Text, t.Scale.Z = words, size
	return t
}

// robot adds a robot: its body, a nose, its words, and where it believes itself and the ball to be.
func (l *list) robot(i int, r *scene.Robot) {
	if r.Away {
		for _, ns := range []string{"robots", "noses", "words", "beliefs", "balls_believed"} {
			l.remove(ns, i)
		}
		return
	}
	kind, down := visualizationmsgs.MarkerCylinder, r.Posture == "fallen" || r.Posture == "getting_up"
	if r.Side == "blue" {
		kind = visualizationmsgs.MarkerCube
	}
	body := l.add("robots", i, kind, colour(r, 1))
	body.Pose.Position, body.Pose.Orientation = geometrymsgs.Point{X: r.X, Y: r.Y, Z: height / 2}, yaw(r.Theta)
	body.Scale = geometrymsgs.Vector3{X: 0.8 * width, Y: width, Z: height}
	if down {
		body.Pose.Position.Z, body.Scale = 0.1, geometrymsgs.Vector3{X: height, Y: width, Z: 0.2}
	}
	nose := l.add("noses", i, visualizationmsgs.MarkerArrow, rgba(1, 1, 1, 1))
	nose.Pose.Position, nose.Pose.Orientation = geometrymsgs.Point{X: r.X, Y: r.Y, Z: body.Pose.Position.Z}, yaw(r.Theta)
	nose.Scale = geometrymsgs.Vector3{X: 0.3, Y: 0.05, Z: 0.05}
	words := l.text("words", i, strings.TrimSpace(fmt.Sprintf("%d %s", r.Number, what(r))), 0.16, rgba(1, 1, 1, 1))
	words.Pose.Position = geometrymsgs.Point{X: r.X, Y: r.Y, Z: height + 0.15}
	if r.Belief.XX == 0 && r.Belief.YY == 0 { // it has published no belief
		l.remove("beliefs", i)
		l.remove("balls_believed", i)
		return
	}
	a, b, theta := Ellipse(r.Belief.XX, r.Belief.XY, r.Belief.YY)
	belief := l.add("beliefs", i, visualizationmsgs.MarkerCylinder, colour(r, 0.4))
	belief.Pose.Position, belief.Pose.Orientation = geometrymsgs.Point{X: r.Belief.X, Y: r.Belief.Y, Z: 0.006}, yaw(theta)
	belief.Scale = geometrymsgs.Vector3{X: max(2*a, 0.05), Y: max(2*b, 0.05), Z: 0.01}
	if r.Belief.Ball == nil {
		l.remove("balls_believed", i)
		return
	}
	ball := l.add("balls_believed", i, visualizationmsgs.MarkerSphere, colour(r, 0.55))
	ball.Pose.Position = geometrymsgs.Point{X: r.Belief.Ball.X, Y: r.Belief.Ball.Y, Z: 0.03}
	ball.Scale = geometrymsgs.Vector3{X: 0.07, Y: 0.07, Z: 0.07}
}

// what returns the text above a robot.
func what(r *scene.Robot) string {
	if r.Penalty != "" {
		return strings.ReplaceAll(r.Penalty, "_", " ")
	}
	if r.Posture == "fallen" || r.Posture == "getting_up" {
		return strings.ReplaceAll(r.Posture, "_", " ")
	}
	return r.Role
}

// Ellipse returns the half axes of the ellipse that holds 95 % of a normal distribution, m, and the direction of the first.
func Ellipse(xx, xy, yy float64) (a, b, theta float64) {
	const deviations = 2.4477
	middle, radius := (xx+yy)/2, math.Hypot((xx-yy)/2, xy)
	return deviations * math.Sqrt(max(0, middle+radius)), deviations * math.Sqrt(max(0, middle-radius)), 0.5 * math.Atan2(2*xy, xx-yy)
}

// Scoreboard returns score, clock and state in a line.
func Scoreboard(about *scene.About, m *scene.Moment) string {
	s := int(math.Abs(m.Clock))
	sign := ""
	if m.Clock < 0 {
		sign = "-"
	}
	state := m.State
	if m.SetPlay != "" {
		state += " " + m.SetPlay + " " + m.Kicking
	}
	text := fmt.Sprintf("%s %d : %d %s   %s%d:%02d  %s %s", about.Teams[0], m.Score[0], m.Score[1], about.Teams[1], sign, s/60, s%60, m.Phase, state)
	return strings.TrimSpace(strings.ReplaceAll(text, "_", " "))
}

// Call returns a call in a line.
func Call(c *scene.Call) string { return strings.ReplaceAll(c.Rule+": "+c.Text, "_", " ") }

// Truth returns where a robot's torso and the ball are.
func Truth(stamp builtininterfaces.Time, r *scene.Robot, b *scene.Ball) msgs.GroundTruth {
	z := torsoHeight
	if r.Posture == "fallen" || r.Posture == "getting_up" {
		z = 0.1
	}
	return msgs.GroundTruth{
		Header: stdmsgs.Header{Stamp: stamp, FrameId: frame}, Names: []string{"torso", "ball"},
		Poses: []geometrymsgs.Pose{
			{Position: geometrymsgs.Point{X: r.X, Y: r.Y, Z: z}, Orientation: yaw(r.Theta)},
			{Position: geometrymsgs.Point{X: b.X, Y: b.Y, Z: b.Z}, Orientation: geometrymsgs.Quaternion{W: 1}},
		},
	}
}

// Pose returns where a robot believes itself to be, in the frame world.
func Pose(stamp builtininterfaces.Time, b *scene.Belief) geometrymsgs.PoseWithCovarianceStamped {
	m := geometrymsgs.PoseWithCovarianceStamped{Header: stdmsgs.Header{Stamp: stamp, FrameId: frame}}
	m.Pose.Pose = geometrymsgs.Pose{Position: geometrymsgs.Point{X: b.X, Y: b.Y}, Orientation: yaw(b.Theta)}
	m.Pose.Covariance[0], m.Pose.Covariance[1], m.Pose.Covariance[6], m.Pose.Covariance[7] = b.XX, b.XY, b.XY, b.YY
	return m
}
