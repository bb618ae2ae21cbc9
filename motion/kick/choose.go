package kick

import (
	"math"

	"gonao/nao"
)

// choose selects the foot, and computes the kick as the left foot sees it.
func (e *Engine) choose(r *Request, command *nao.Joints) (aim, nao.Leg, error) {
	feet := [...]nao.Leg{nao.LeftLeg, nao.RightLeg}
	switch r.Foot {
	case LeftFoot:
		feet[1] = nao.LeftLeg
	case RightFoot:
		feet[0] = nao.RightLeg
	default:
	}
	var best aim
	var bestLeg nao.Leg
	var firstErr error
	bestRoom := math.Inf(-1)
	for _, leg := range feet {
		a, err := e.aim(r, leg, command)
		if err != nil {
			if firstErr == nil {
				firstErr = err
			}
			continue
		}
		if room := e.room(&a); room > bestRoom {
			best, bestLeg, bestRoom = a, leg, room
		}
	}
	if math.IsInf(bestRoom, -1) {
		return aim{}, 0, firstErr
	}
	return best, bestLeg, nil
}

// room returns how much of the stroke fits into the foot's reach, 0 to 2, and less for
// a foot that has to leave its place far to the side.
func (e *Engine) room(a *aim) float64 {
	x, y := e.contact(a)
	s := e.blend(a.direction)
	sin, cos := math.Sincos(a.direction + s.BackTurn)
	back := min(within(x, -s.Back*cos, leastX, mostX), within(y, -s.Back*sin, leastY, mostY))
	sin, cos = math.Sincos(a.direction + s.Turn)
	through := min(within(x, s.Through*cos, leastX, mostX), within(y, s.Through*sin, leastY, mostY))
	return back + through - math.Abs(y-0.1)
}

// aim converts a request to a kick of the left foot; the error names what does not fit.
func (e *Engine) aim(r *Request, leg nao.Leg, command *nao.Joints) (aim, error) {
	var soles [nao.NumLegs]nao.Pose
	for l := range soles {
		soles[l] = nao.SoleInTorso(nao.Leg(l), command)
	}
	between := soles[0].Inverse().Mul(soles[1])
	roll, pitch, yaw := between.RollPitchYaw()
	if math.Abs(between.P.Z) > 0.01 || math.Hypot(roll, pitch) > 0.1 || math.Abs(yaw) > 0.1 ||
		math.Abs(between.P.X) > 0.05 || between.P.Y > -0.07 || between.P.Y < -0.16 {
		return aim{}, ErrNotStanding
	}
	// The other sole seen from the middle between both.
	side := 1.0
	if leg == nao.RightLeg {
		side = -1
	}
	half := -between.P.Y / 2
	a := aim{
		ballX: r.BallX - side*between.P.X/2, ballY: side*r.BallY + half,
		direction: side * math.Remainder(r.Direction, 2*math.Pi),
	}
	const backwards = 2.1 // rad; the standing leg and the heel are in the way
	if math.Abs(a.direction) > backwards {
		return aim{}, &unreachableError{Request: *r, What: "direction", Value: r.Direction, Low: -backwards, High: backwards}
	}
	if r.Strength > 0 {
		s := e.blend(a.direction)
		a.footSpeed = r.Strength * s.TopSpeed
		return a, e.meet(r, &a, side)
	}
	if farthest := e.farthest(a.direction); r.Distance < 0.05 || r.Distance > farthest {
		return aim{}, &unreachableError{Request: *r, What: "distance", Value: r.Distance, Low: 0.05, High: farthest}
	}
	if corrected, ok := e.corrected(&a, r); ok {
		return corrected, nil
	}
	e.correct(&a, 0, r.Distance)
	return a, e.meet(r, &a, side)
}

// corrected returns the kick with the fitted table's correction of the direction, as far as the foot still reaches the
// ball and the distance shrinks by at most a tenth. ok is false if there is no such correction.
func (e *Engine) corrected(a *aim, r *Request) (corrected aim, ok bool) {
	enough := min(r.Distance, 0.9*e.table.farthest(a.direction))
	for _, share := range [...]float64{1, 0.5, 0.25} {
		corrected = *a
		e.correct(&corrected, share, r.Distance)
		x, y := e.contact(&corrected)
		reached := x >= leastX && x <= mostX && y >= leastY && y <= mostY
		if reached && e.table.farthest(corrected.direction) >= enough {
			return corrected, true
		}
	}
	return aim{}, false
}

// meet returns an error that names how far away the ball lies from where the foot can meet it; a ball that lies a little too far
// inwards is aimed at as if it lay where the foot comes to. side is 1 for the left foot and −1 for the right one.
func (e *Engine) meet(r *Request, a *aim, side float64) error {
	x, y := e.contact(a)
	if x < leastX || x > mostX {
		return &unreachableError{Request: *r, What: "ball x", Value: r.BallX, Low: r.BallX + leastX - x, High: r.BallX + mostX - x}
	}
	if short := leastY - y; short > 0 && short <= nearMissM && math.Abs(a.direction) < straightRad {
		a.ballY += short // the front of the foot is flat: it meets the ball a little beside its own middle
		return nil
	}
	if y < leastY || y > mostY {
		low, high := r.BallY+side*(leastY-y), r.BallY+side*(mostY-y)
		return &unreachableError{Request: *r, What: "ball y", Value: r.BallY, Low: min(low, high), High: max(low, high)}
	}
	return nil
}

// How far aside of the ball a forward kick may meet it, because the standing leg is in the way.
const (
	nearMissM   = 0.017
	straightRad = 0.6
)

// correct writes the foot's speed, and turns the direction by a share of the fitted table's correction, as far as Config.TableShare
// counts it.
func (e *Engine) correct(a *aim, share, distance float64) {
	stroke := e.blend(a.direction)
	line := stroke.footSpeed(math.Sqrt(2 * e.cfg.Rolling * distance))
	sent, strength := e.table.aimFor(a.direction, distance)
	a.direction = mix(a.direction, sent, share*e.cfg.TableShare)
	stroke = e.blend(a.direction)
	a.footSpeed = mix(line, strength*stroke.TopSpeed, e.cfg.TableShare)
}

// farthest returns the farthest distance that a request may have in a direction that the kicking foot has. By the table the ball may
// not roll as far; then it is kicked with the best strength.
func (e *Engine) farthest(direction float64) float64 {
	s := e.blend(direction)
	v := (s.TopSpeed - s.Offset) / s.Gain
	return max(v*v/(2*e.cfg.Rolling), e.cfg.TableShare*e.table.farthest(direction))
}
