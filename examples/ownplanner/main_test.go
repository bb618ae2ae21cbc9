package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/robot/worldmodel"
)

// The node's guide works with any planner: it leads past a robot that stands in the way, to the goal.
func TestTheGuideLeadsByThisPlanner(t *testing.T) {
	g := planning.NewGuide(corner{}, nil, planning.DefaultClearance())
	world := worldmodel.Snapshot{Count: 1}
	world.Robots[0] = worldmodel.Robot{MapX: 1, MapY: 0.1}
	var lead planning.Lead
	require.NoError(t, g.Step(plane.Pose{}, planning.Target{Pose: plane.Pose{X: 2}}, &world, &lead))
	last := lead.Points[lead.Count-1]
	require.InDelta(t, 2, last.X, 1e-9)
	nearest := math.Inf(1)
	for _, p := range g.Plan().Parts[:g.Plan().Count] {
		for s := 0.0; s <= 1; s += 0.01 {
			nearest = min(nearest, math.Hypot(p.FromX+s*(p.ToX-p.FromX)-1, p.FromY+s*(p.ToY-p.FromY)-0.1))
		}
	}
	require.Greater(t, nearest, 0.5)
	require.Error(t, corner{}.Plan(&planning.Request{Start: plane.Pose{X: math.NaN()}}, g.Plan()))
}
