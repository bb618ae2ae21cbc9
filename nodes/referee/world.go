package referee

import (
	"context"
	"errors"
	"strings"

	"gonao/internal/throttle"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/soccer/game"
	room "gonao/soccer/referee"
)

// world is the simulator as the referee uses it: contacts come from it, and things are placed in it.
type world struct {
	n        *ros.Node
	robots   []robot
	Contacts *ros.Subscription[msgs.Contacts] `topic:"contacts" qos:"sensor data, depth 20" doc:"of the simulator: who touches whom, and what robots cover"`
	places   []placeClient                    // of each robot; nil: robots are not placed
	failed   throttle.Counter

	ball     room.Ball
	met      room.Meetings
	outlines map[string]msgs.RobotOutline
	reported bool // contacts have come
}

// placeClient places one robot, or the ball in its world.
type placeClient struct {
	Place *ros.Client[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse] `service:"{robot}/simulator/place" doc:"of each robot, with the parameter place: places robots and the ball"`
}

// open opens topic and services.
func (w *world) open(n *ros.Node, robots []robot, place bool) error {
	w.n, w.robots, w.outlines = n, robots, map[string]msgs.RobotOutline{}
	if err := ros.Open(n, w); err != nil || !place {
		return err
	}
	w.places = make([]placeClient, len(robots))
	for i, r := range robots {
		if err := ros.Open(n, &w.places[i], "{robot}", "/"+r.namespace); err != nil {
			return err
		}
	}
	return nil
}

// take returns the contacts since the last call; nil if contacts are not reported. It is valid until the next call.
func (w *world) take() *room.Meetings {
	w.met.Touches, w.met.Contacts = w.met.Touches[:0], w.met.Contacts[:0]
	for len(w.Contacts.C()) > 0 {
		m := <-w.Contacts.C()
		w.reported = true
		for i := range m.Contacts {
			w.meet(&m.Contacts[i])
		}
		for _, o := range m.Robots {
			w.outlines[o.Robot] = o
		}
	}
	if !w.reported {
		return nil
	}
	return &w.met
}

// meet adds a contact.
func (w *world) meet(c *msgs.Contact) {
	a, ok := w.id(c.Robot)
	if !ok {
		return
	}
	if b, ok := w.id(c.Other); ok {
		w.met.Contacts = append(w.met.Contacts, room.Contact{A: a, B: b, X: c.Point.X, Y: c.Point.Y})
		return
	}
	w.met.Touches = append(w.met.Touches, room.Touch{ID: a, Arm: isArm(c.Link)})
}

// isArm reports whether a link is a part of an arm.
func isArm(link string) bool {
	for _, part := range [...]string{"Shoulder", "Bicep", "Elbow", "ForeArm", "Wrist", "Hand", "gripper"} {
		if strings.Contains(link, part) {
			return true
		}
	}
	return false
}

// id returns the robot that a name belongs to.
func (w *world) id(name string) (room.ID, bool) {
	for _, r := range w.robots {
		if r.namespace == name {
			return r.id, true
		}
	}
	return room.ID{}, false
}

// outline sets the last reported outline of a robot.
func (w *world) outline(s *room.Sight) {
	for _, r := range w.robots {
		if r.id == s.ID {
			o := w.outlines[r.namespace]
			s.Stance, s.Cover, s.AtPost = float64(o.Stance), float64(o.BallCover), o.AtGoal
		}
	}
}

// placeBall places the ball, or beside that point where a robot is.
func (w *world) placeBall(ctx context.Context, x, y float64, robots []room.Robot) {
	x, y = room.FreeBall(x, y, robots)
	w.call(ctx, 0, msgs.PlaceObjectRequest{Object: ballName, Position: geometrymsgs.Point{X: x, Y: y}})
}

// ballName is the ball's name in the simulator's services.
const ballName = "ball"

// place puts a robot down upright.
func (w *world) place(ctx context.Context, s room.Stand) {
	for i, r := range w.robots {
		if r.id == s.ID {
			w.call(ctx, i, msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: s.X, Y: s.Y}, Yaw: s.Theta})
		}
	}
}

// remove takes a robot from the field and puts it down beside the carpet.
func (w *world) remove(ctx context.Context, id room.ID, f *game.FieldRules) {
	for i, r := range w.robots {
		if r.id == id {
			at := room.Parking(f.Length.Value, f.Width.Value, f.Border.Value, i)
			w.place(ctx, room.Stand{ID: id, X: at.X, Y: at.Y, Theta: at.Theta})
		}
	}
}

// lineUp puts all robots beside the touchlines of their own halves.
func (w *world) lineUp(ctx context.Context, g *game.Game, f *game.FieldRules) {
	players := 0
	for _, r := range w.robots {
		players = max(players, r.id.Number)
	}
	for _, r := range w.robots {
		attack := plane.NegativeX
		if g.DefendsLeft(r.id.Side) {
			attack = plane.PositiveX
		}
		at := room.LineUp(f.Length.Value, f.Width.Value, attack, r.id.Number, players)
		w.place(ctx, room.Stand{ID: r.id, X: at.X, Y: at.Y, Theta: at.Theta})
	}
}

// call calls the service of a robot's namespace. A failure is logged; the game continues.
func (w *world) call(ctx context.Context, robot int, q msgs.PlaceObjectRequest) {
	if len(w.places) == 0 {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	a, err := w.places[robot].Place.Call(bounded, q)
	if err == nil && !a.Success {
		err = errors.New(a.Message)
	}
	if err != nil && ctx.Err() == nil {
		if times, due := w.failed.Count(w.n.Clock.Now()); due {
			w.n.Log.Warn("not placed", "robot", w.robots[robot].namespace, "object", q.Object, "error", err, "times", times)
		}
	}
}
