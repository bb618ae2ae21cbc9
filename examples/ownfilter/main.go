// Command ownfilter is the node localization with another filter. The filter has a single pose, moves it by odometry, and pulls it
// towards the landmarks that are nearest to the seen features. It begins at the initialpose of rviz, or in the middle of its own half.
//
//	gonao launch sim.launch.yaml world:=spl percepts:=truth machine:=none
//
// starts a robot without ours; this one takes its place:
//
//	go run ./examples/ownfilter --ros-args -r __ns:=/nao1
package main

import (
	"context"
	"math"

	node "gonao/nodes/localization"
	"gonao/robot/localization"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "localization", node.DefaultConfig(), ros.Managed(run)) }

func run(ctx context.Context, n *ros.Node, cfg node.Config) error {
	return node.RunWith(ctx, n, cfg, func(m *field.Map, _ localization.Config) (localization.Localizer, error) {
		return &nearest{field: m}, nil
	})
}

// nearest is a localization.Localizer.
type nearest struct {
	field    *field.Map
	pose     plane.Pose
	odometry plane.Pose
	moved    bool // whether Step was called since Reset
}

// Reset begins again at the first place of a start.
func (f *nearest) Reset(s localization.Start) {
	f.moved = false
	f.pose = plane.Pose{X: -f.field.Length / 4}
	if p, ok := s.First(); ok {
		f.pose = p
	}
}

// Step moves the pose by odometry and pulls it towards the landmarks.
func (f *nearest) Step(in *localization.Input) localization.Estimate {
	if f.moved {
		f.pose = f.pose.Mul(f.odometry.Inverse().Mul(in.Odometry))
	}
	f.odometry, f.moved = in.Odometry, true
	share := f.pull(in)
	e := localization.Estimate{Stamp: in.Stamp, Pose: f.pose, Cov: plane.Cov3{XX: 0.04, YY: 0.04, TT: 0.01}, Localized: true, Fit: share, Count: 1}
	e.Hypotheses[0] = localization.Hypothesis{Pose: e.Pose, Cov: e.Cov, Weight: 1}
	return e
}

// pull moves the pose by a part of the mean difference between the seen features and their nearest landmarks. It returns the share
// of the features that have a landmark.
func (f *nearest) pull(in *localization.Input) float64 {
	const gate, part = 0.6, 0.2 // m; of the difference
	if in.Features == nil || len(in.Features.Points) == 0 {
		return 0
	}
	var dx, dy, turn, used float64
	for i := range in.Features.Points {
		p := &in.Features.Points[i]
		x, y := f.pose.Point(p.X, p.Y)
		best := gate
		var lx, ly float64
		for _, l := range f.field.Points {
			if d := math.Hypot(l.X-x, l.Y-y); l.Kind == p.Kind && d < best {
				best, lx, ly = d, l.X, l.Y
			}
		}
		if best == gate {
			continue
		}
		dx, dy, used = dx+lx-x, dy+ly-y, used+1
		turn += plane.Angle(math.Atan2(ly-f.pose.Y, lx-f.pose.X) - math.Atan2(y-f.pose.Y, x-f.pose.X))
	}
	if used > 0 {
		f.pose = plane.Pose{X: f.pose.X + part*dx/used, Y: f.pose.Y + part*dy/used, Theta: plane.Angle(f.pose.Theta + part*turn/used)}
	}
	return used / float64(len(in.Features.Points))
}
