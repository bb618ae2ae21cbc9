package walk

import (
	"math"

	"gonao/nao"
)

// plan is what one step shall do: where the swing foot lands and which offset the DCM
// has from it then, in the frame of the supporting foot.
type plan struct {
	foot   place // of the swing foot at landing
	offset vec2  // of the DCM from the new pivot at landing
	swing  float64
	period float64
}

// nominal plans a step of the swing leg at a velocity in the robot's frame.
func (c *Config) nominal(v Velocity, swing nao.Leg) plan {
	s := side(swing)
	period := c.Period + c.PeriodSide*math.Abs(v.Y)
	omega := c.omega()
	grow := math.Exp(omega * period)
	// Sideways and turning only the foot on that side opens; the other closes.
	open, shut := c.Width+2*math.Abs(v.Y)*period*c.StepGainY, c.Width
	if v.Y*s < 0 {
		open, shut = shut, open
	}
	turn := v.Yaw * period * 2 * c.StepGainYaw
	yaw := turn * (1 - c.TurnOpen)
	if turn*s > 0 {
		yaw = turn * c.TurnOpen
	}
	forward := v.X * period * c.StepGainX
	at := vec2{forward, s * open}.turned(yaw / 2)
	in := 2 * c.PivotY
	lateral := (open - in - (shut-in)*grow) / (grow*grow - 1)
	return plan{
		foot:   place{at.x, at.y, yaw},
		offset: vec2{forward / (grow - 1), s * lateral},
		swing:  period * c.SwingShare,
		period: period,
	}
}

func (c *Config) omega() float64 { return math.Sqrt(9.81 / c.PendulumM) }

// adapt looks for the landing that costs least, after Khadiv et al.: xi is the DCM now
// over the pivot, t the time since the swing began. It returns place, time and cost.
// For each time both axes are a quadratic in one unknown with bounds.
func (c *Config) adapt(p plan, swing nao.Leg, pivot, newPivot, xi vec2, t float64) (place, float64, float64) {
	omega := c.omega()
	bestCost, bestTime, best := math.Inf(1), p.swing, p.foot
	low, high := max(c.MinTime*p.swing, t+0.012), max(c.MaxTime*p.swing, t+0.012)
	if t >= p.swing*c.MaxTime {
		return p.foot, p.swing, 0
	}
	const tries = 24
	s := side(swing)
	for i := range tries + 1 {
		end := low + (high-low)*float64(i)/tries
		at := pivot.add(xi.sub(pivot).scale(math.Exp(omega * (end - t))))
		want := at.sub(p.offset).sub(newPivot)
		x, costX := c.settle(p.foot.x, want.x, -c.ReachX, c.ReachX)
		y, costY := c.settle(s*p.foot.y, s*want.y, c.ReachIn, c.ReachOut)
		cost := costX + costY + c.WeightTime*(end-p.swing)*(end-p.swing)
		if cost < bestCost {
			bestCost, bestTime, best = cost, end, place{x, s * y, p.foot.yaw}
		}
	}
	return best, bestTime, bestCost
}

// settle weighs a footstep's wished place against the one the DCM asks for.
func (c *Config) settle(wished, asked, low, high float64) (at, cost float64) {
	at = clamp((c.WeightPlace*wished+c.WeightDCM*asked)/(c.WeightPlace+c.WeightDCM), low, high)
	return at, c.WeightPlace*(at-wished)*(at-wished) + c.WeightDCM*(at-asked)*(at-asked)
}
