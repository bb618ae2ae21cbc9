package planning

import (
	"math"

	"gonao/robot/percepts/plane"
)

// frontier is a binary heap of states by cost.
type frontier struct {
	items [8 * allStates]heapItem
	count int
}

type heapItem struct {
	key float64
	id  int32
}

func (h *frontier) push(key float64, id int32) {
	if h.count == len(h.items) {
		return // the way stays free of obstacles, and may be longer than needed
	}
	i := h.count
	h.count++
	for i > 0 {
		up := (i - 1) / 2
		if h.items[up].key <= key {
			break
		}
		h.items[i] = h.items[up]
		i = up
	}
	h.items[i] = heapItem{key, id}
}

func (h *frontier) pop() (heapItem, bool) {
	if h.count == 0 {
		return heapItem{}, false
	}
	top := h.items[0]
	h.count--
	last := h.items[h.count]
	i := 0
	for {
		child := 2*i + 1
		if child >= h.count {
			break
		}
		if child+1 < h.count && h.items[child+1].key < h.items[child].key {
			child++
		}
		if h.items[child].key >= last.key {
			break
		}
		h.items[i] = h.items[child]
		i = child
	}
	h.items[i] = last
	return top, true
}

// A tangent from one circle to another.
type tangent struct {
	fromX, fromY, toX, toY float64
	direction, length      float64
}

// sign returns +1 for direction 0, counterclockwise, and −1 for direction 1.
func sign(d int) float64 { return 1 - 2*float64(d) }

// tangentOf returns the tangent that leaves circle a in direction da and reaches b in direction db. Travelling
// counterclockwise, a circle's centre is its radius to the left of the tangent, else to the right. So the tangent's direction α
// follows from |ab| sin(φ − α) = sb − sa, with φ the direction from a to b and s the offsets to the left.
func tangentOf(a circle, da float64, b circle, db float64) (tangent, bool) {
	dx, dy := b.x-a.x, b.y-a.y
	distance := math.Hypot(dx, dy)
	sa, sb := da*a.r, db*b.r
	if distance <= math.Abs(sb-sa) {
		return tangent{}, false
	}
	alpha := math.Atan2(dy, dx) - math.Asin((sb-sa)/distance)
	sin, cos := math.Sincos(alpha)
	// The normal to the left is (−sin, cos).
	return tangent{
		fromX: a.x + sa*sin, fromY: a.y - sa*cos, toX: b.x + sb*sin, toY: b.y - sb*cos,
		direction: alpha, length: math.Sqrt(distance*distance - (sb-sa)*(sb-sa)),
	}, true
}

// search finds the cheapest way round the circles by A*; the rest of the way is at least the straight line.
func (t *Tangents) search(r *Request, p *Plan) bool {
	for _, id := range t.used[:t.uses] {
		t.states[id] = state{}
	}
	t.uses, t.heap.count = 0, 0
	start := circle{r.Start.X, r.Start.Y, 0}
	goal := circle{r.Goal.X, r.Goal.Y, 0}
	bestGoal, bestFrom := math.Inf(1), none
	if r.Start.Distance(r.Goal) < 1e-9 {
		p.Count, p.Length = 0, 0
		return true
	}
	if g, ok := tangentOf(start, 1, goal, 1); ok && !t.blocked(r, &g, -1, -1) {
		bestGoal = g.length + t.turning(r, g.direction)
		bestFrom = allStates // from the start
	}
	for j := range t.count {
		for d := range 2 {
			g, ok := tangentOf(start, 1, t.circles[j], sign(d))
			if !ok || t.blocked(r, &g, -1, j) {
				continue
			}
			cost := g.length + t.turning(r, g.direction)
			if r.LastSide != Straight && float64(r.LastSide) != sign(d) {
				cost += t.cfg.SideCost
			}
			t.reach(r, none, j, d, fromStart, &g, cost)
		}
	}
	for {
		top, ok := t.heap.pop()
		if !ok || top.key >= bestGoal {
			break
		}
		s := &t.states[top.id]
		if s.closed {
			continue
		}
		s.closed = true
		i, d := int(top.id)/perCircle, (int(top.id)%perCircle)%2
		if g, ok := tangentOf(t.circles[i], sign(d), goal, 1); ok {
			if arc, ok := t.arc(r, i, sign(d), s.angle, &g); ok && s.cost+arc+g.length < bestGoal && !t.blocked(r, &g, i, -1) {
				bestGoal, bestFrom = s.cost+arc+g.length, top.id
			}
		}
		t.expand(r, top.id, i, d)
	}
	if bestFrom == none {
		return false
	}
	t.write(r, p, bestFrom)
	return true
}

// expand adds the tangents that leave a circle.
func (t *Tangents) expand(r *Request, id int32, i, d int) {
	s := &t.states[id]
	for j := range t.count {
		if j == i {
			continue
		}
		for e := range 2 {
			if t.free[i][d][j][e] < 0 {
				continue
			}
			g, ok := tangentOf(t.circles[i], sign(d), t.circles[j], sign(e))
			if !ok {
				t.free[i][d][j][e] = -1
				continue
			}
			arc, ok := t.arc(r, i, sign(d), s.angle, &g)
			if !ok {
				continue
			}
			if t.free[i][d][j][e] == 0 {
				t.free[i][d][j][e] = 1
				if t.blocked(r, &g, i, j) {
					t.free[i][d][j][e] = -1
					continue
				}
			}
			t.reach(r, id, j, e, 2*i+d, &g, s.cost+arc+g.length)
		}
	}
}

// turning returns the cost of turning into a direction.
func (t *Tangents) turning(r *Request, direction float64) float64 {
	return t.cfg.TurnCost * math.Abs(plane.Angle(direction-r.Start.Theta))
}

// reach notes that a circle j is reached in direction d by a tangent, at a cost; from is twice the circle that the
// tangent comes from, and its direction.
func (t *Tangents) reach(r *Request, parent int32, j, d, from int, g *tangent, cost float64) {
	id := int32(j*perCircle + 2*from + d)
	s := &t.states[id]
	if s.open && s.cost <= cost {
		return
	}
	if !s.open {
		t.used[t.uses] = id
		t.uses++
	}
	*s = state{
		cost: cost, angle: math.Atan2(g.toY-t.circles[j].y, g.toX-t.circles[j].x), x: g.toX, y: g.toY, parent: parent, open: true,
	}
	t.heap.push(cost+math.Hypot(r.Goal.X-g.toX, r.Goal.Y-g.toY), id)
}

// blocked reports whether a tangent runs into a circle, or leaves the carpet. The circles it touches do not count.
func (t *Tangents) blocked(r *Request, g *tangent, from, to int) bool {
	if r.HalfLength > 0 && to >= 0 && (math.Abs(g.toX) > r.HalfLength || math.Abs(g.toY) > r.HalfWidth) {
		return true
	}
	sin, cos := math.Sincos(g.direction)
	for k := range t.count {
		if k == from || k == to {
			continue
		}
		c := &t.circles[k]
		dx, dy := c.x-g.fromX, c.y-g.fromY
		along := min(max(cos*dx+sin*dy, 0), g.length)
		ex, ey := dx-along*cos, dy-along*sin
		if limit := c.r - 1e-9; ex*ex+ey*ey < limit*limit {
			return true
		}
	}
	return false
}

// arc returns the length of the arc of circle i, in a direction, from an angle to where a tangent leaves it, and false
// when it runs into another circle.
func (t *Tangents) arc(r *Request, i int, direction, from float64, g *tangent) (float64, bool) {
	c := &t.circles[i]
	swept := direction * (math.Atan2(g.fromY-c.y, g.fromX-c.x) - from)
	swept = math.Mod(swept, 2*math.Pi)
	if swept < 0 {
		swept += 2 * math.Pi
	}
	if swept > 2*math.Pi-1e-9 {
		swept = 0
	}
	for k := range t.count {
		o := &t.circles[k]
		dx, dy := o.x-c.x, o.y-c.y
		distance := math.Hypot(dx, dy)
		if k == i || distance >= c.r+o.r-1e-9 {
			continue
		}
		if distance <= o.r-c.r {
			return 0, false // the whole circle is inside
		}
		if distance <= c.r-o.r {
			continue // the other one is inside
		}
		half := math.Acos((distance*distance + c.r*c.r - o.r*o.r) / (2 * distance * c.r))
		// The part of the arc inside the other circle begins at this angle from where the robot starts.
		begins := math.Mod(direction*(math.Atan2(dy, dx)-from)-half, 2*math.Pi)
		if begins < 0 {
			begins += 2 * math.Pi
		}
		if begins < swept-1e-9 || begins+2*half > 2*math.Pi+1e-9 {
			return 0, false
		}
	}
	if r.HalfLength > 0 && swept > 0.2 {
		sin, cos := math.Sincos(from + direction*swept/2)
		if math.Abs(c.x+c.r*cos) > r.HalfLength || math.Abs(c.y+c.r*sin) > r.HalfWidth {
			return 0, false
		}
	}
	return c.r * swept, true
}

// write fills the plan by going back from the last circle.
func (t *Tangents) write(r *Request, p *Plan, last int32) {
	var chain [allStates]int32
	n := 0
	for id := last; id != none && id != allStates; id = t.states[id].parent {
		chain[n] = id
		n++
	}
	p.Count, p.Length, p.Side, p.Goal, p.Blocked = 0, 0, Straight, r.Goal, false
	x, y := r.Start.X, r.Start.Y
	for k := n - 1; k >= 0; k-- {
		id := chain[k]
		s := &t.states[id]
		i, d := int(id)/perCircle, (int(id)%perCircle)%2
		if p.Count == 0 {
			p.Side = Side(sign(d))
		}
		p.line(x, y, s.x, s.y)
		next, nextSign := circle{r.Goal.X, r.Goal.Y, 0}, 1.0
		if k > 0 {
			j := int(chain[k-1])
			next, nextSign = t.circles[j/perCircle], sign((j%perCircle)%2)
		}
		g, _ := tangentOf(t.circles[i], sign(d), next, nextSign)
		length, _ := t.arc(r, i, sign(d), s.angle, &g)
		c := &t.circles[i]
		p.add(Part{
			FromX: s.x, FromY: s.y, ToX: g.fromX, ToY: g.fromY, CenterX: c.x, CenterY: c.y, Radius: c.r, Direction: Side(sign(d)), Length: length,
		})
		x, y = g.fromX, g.fromY
	}
	p.line(x, y, r.Goal.X, r.Goal.Y)
}

func (p *Plan) line(fromX, fromY, toX, toY float64) {
	p.add(Part{FromX: fromX, FromY: fromY, ToX: toX, ToY: toY, Length: math.Hypot(toX-fromX, toY-fromY)})
}

func (p *Plan) add(part Part) {
	if part.Length < 1e-6 || p.Count == maxParts {
		return
	}
	p.Parts[p.Count] = part
	p.Count++
	p.Length += part.Length
}
