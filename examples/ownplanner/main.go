// Command ownplanner is the node planner with another planner: the robot goes straight to the goal, and past the first robot in its way by
// one corner beside it.
//
//	go run ./examples/ownplanner --ros-args -r __ns:=/nao1
package main

import (
	"context"
	"errors"
	"math"

	node "gonao/nodes/planner"
	"gonao/robot/planning"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "planner", node.DefaultConfig(), run) }

func run(ctx context.Context, n *ros.Node, cfg node.Config) error {
	return node.RunWith(ctx, n, cfg, func(planning.Config) (planning.Planner, error) { return corner{}, nil })
}

// corner is a planning.Planner.
type corner struct{}

// Plan fills a plan.
func (corner) Plan(r *planning.Request, p *planning.Plan) error {
	if !r.Start.Finite() || !r.Goal.Finite() {
		return errors.New("corner: expected finite poses")
	}
	*p = planning.Plan{Goal: r.Goal}
	dx, dy := r.Goal.X-r.Start.X, r.Goal.Y-r.Start.Y
	way := math.Hypot(dx, dy)
	add := func(fromX, fromY, toX, toY float64) {
		l := math.Hypot(toX-fromX, toY-fromY)
		p.Parts[p.Count] = planning.Part{FromX: fromX, FromY: fromY, ToX: toX, ToY: toY, Length: l}
		p.Count, p.Length = p.Count+1, p.Length+l
	}
	for i := range r.Obstacles {
		o := &r.Obstacles[i]
		along := (dx*(o.X-r.Start.X) + dy*(o.Y-r.Start.Y)) / max(way, 1e-9)
		aside := (dx*(o.Y-r.Start.Y) - dy*(o.X-r.Start.X)) / max(way, 1e-9) // to the left of the way
		if along < o.Radius || along > way || math.Abs(aside) > o.Radius {
			continue
		}
		side := math.Copysign(1.5*o.Radius, -aside) // past it on the nearer side
		x, y := o.X-dy/way*side, o.Y+dx/way*side
		add(r.Start.X, r.Start.Y, x, y)
		add(x, y, r.Goal.X, r.Goal.Y)
		return nil
	}
	add(r.Start.X, r.Start.Y, r.Goal.X, r.Goal.Y)
	return nil
}
