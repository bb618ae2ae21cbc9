package localization

import (
	"math"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Logarithms of the densities of features that come from nowhere: 5 % of the points, within some 12 m² (per m²), and 5 % of the lines,
// within some 6 m (per m). Both may have any heading; that of a match is divided by the density of all headings.
const (
	logOutlier     = -5.5
	logOutlierLine = -4.8
)

// match is how a hypothesis explains a feature.
type match struct {
	rowX, rowY [states]float64 // derivative of the seen place by the state
	ex, ey     float64         // innovation, m
	heading    float64         // innovation, rad
	d2         float64         // squared deviations
	logDensity float64
}

// point finds the landmark that a seen point most probably is, and how far it is off.
func (f *Filter) point(h *hypothesis, p *percepts.FieldPoint, height float64) (match, bool) {
	var best match
	found := false
	best.d2 = f.cfg.Gate2
	pose := h.pose()
	sin, cos := math.Sincos(pose.Theta)
	// The point in map, for a cheap first choice.
	px, py := pose.Point(p.X, p.Y)
	reach := 4 * math.Sqrt(h.cov[0][0]+h.cov[1][1]+(p.X*p.X+p.Y*p.Y)*(h.cov[2][2]+h.cov[iPitch][iPitch]*(1+(p.X*p.X+p.Y*p.Y)/(height*height)))+p.Cov.XX+p.Cov.YY)
	for i := range f.field.Points {
		l := &f.field.Points[i]
		if l.Kind != p.Kind || math.Abs(l.X-px) > reach || math.Abs(l.Y-py) > reach || !sameLook(l, p) {
			continue
		}
		dx, dy := l.X-pose.X, l.Y-pose.Y
		lx, ly := cos*dx+sin*dy, cos*dy-sin*dx
		m := match{ex: p.X - lx, ey: p.Y - ly}
		xp, yp, xr, yr := tilted(p.X, p.Y, height)
		m.rowX = [states]float64{-cos, -sin, ly, xp, xr}
		m.rowY = [states]float64{sin, -cos, -lx, yp, yr}
		// The mean of the tilt is part of the prediction.
		m.ex -= xp*h.mean[iPitch] + xr*h.mean[iRoll]
		m.ey -= yp*h.mean[iPitch] + yr*h.mean[iRoll]
		s := plane.Cov2{
			XX: h.variance(&m.rowX) + p.Cov.XX, XY: h.covariance(&m.rowX, &m.rowY) + p.Cov.XY, YY: h.variance(&m.rowY) + p.Cov.YY,
		}
		m.d2 = s.Mahalanobis2(m.ex, m.ey)
		headingVar := 0.0
		if p.HeadingVar > 0 && l.Symmetry > 0 {
			m.heading, headingVar = turn(p.Heading+pose.Theta-l.Heading, l.Symmetry), p.HeadingVar+h.cov[iTheta][iTheta]
			m.d2 += m.heading * m.heading / headingVar
		}
		if m.d2 < best.d2 {
			m.logDensity = -0.5*m.d2 - math.Log(2*math.Pi) - 0.5*math.Log(s.XX*s.YY-s.XY*s.XY)
			if headingVar > 0 {
				m.logDensity += logHeading(headingVar, l.Symmetry)
			}
			best, found = m, true
		}
	}
	return best, found
}

// sameLook reports whether a landmark may have the colours that were seen.
func sameLook(l *field.Landmark, p *percepts.FieldPoint) bool {
	return (p.Color == "" || p.Color == l.Color) && (p.Lower == "" || p.Lower == l.Lower)
}

// turn returns an angle modulo the turns under which a landmark looks the same.
func turn(angle float64, symmetry int) float64 {
	return math.Remainder(angle, 2*math.Pi/float64(symmetry))
}

// logHeading returns the logarithm of the density of a heading at its mean, divided by that of a heading that may be any.
func logHeading(variance float64, symmetry int) float64 {
	return math.Log(2*math.Pi/float64(symmetry)) - 0.5*math.Log(2*math.Pi*variance)
}

// usePoint updates a hypothesis with a seen point.
func (f *Filter) usePoint(h *hypothesis, p *percepts.FieldPoint, height float64) (logLikelihood float64, fits bool) {
	m, ok := f.point(h, p, height)
	if !ok || m.logDensity < logOutlier {
		return logOutlier, false
	}
	if p.HeadingVar > 0 {
		row := [states]float64{iTheta: 1}
		h.scalar(&row, -m.heading, p.HeadingVar)
		// The place was predicted before the heading moved.
		m, ok = f.point(h, p, height)
		if !ok {
			return logOutlier, false
		}
	}
	// R = L Lᵀ; with both rows divided by L, the two numbers are independent with variance 1.
	a := math.Sqrt(p.Cov.XX)
	b := p.Cov.XY / a
	c := math.Sqrt(p.Cov.YY - b*b)
	var first, second [states]float64
	for i := range states {
		first[i] = m.rowX[i] / a
		second[i] = (m.rowY[i] - b*first[i]) / c
	}
	e1 := m.ex / a
	e2 := (m.ey - b*e1) / c
	before := h.mean
	h.scalar(&first, e1, 1)
	for i := range states {
		d := h.mean[i] - before[i]
		if i == iTheta {
			d = plane.Angle(d)
		}
		e2 -= second[i] * d
	}
	h.scalar(&second, e2, 1)
	return m.logDensity, true
}

// useLine updates a hypothesis with a part of a line, by its offset from the field's line at its middle and by its
// direction, and returns the logarithm of its likelihood.
func (f *Filter) useLine(h *hypothesis, l *percepts.FieldLine, height float64) float64 {
	mx, my := (l.FromX+l.ToX)/2, (l.FromY+l.ToY)/2
	direction := math.Atan2(l.ToY-l.FromY, l.ToX-l.FromX)
	pose := h.pose()
	sin, cos := math.Sincos(pose.Theta)
	ax, ay := pose.Point(l.FromX, l.FromY)
	bx, by := pose.Point(l.ToX, l.ToY)
	xp, yp, xr, yr := tilted(mx, my, height)
	var bestRow [states]float64
	var bestOffset, bestTurn float64
	best, logLikelihood := f.cfg.Gate2, logOutlierLine
	for i := range f.field.Lines {
		line := &f.field.Lines[i]
		ux, uy := line.ToX-line.FromX, line.ToY-line.FromY
		length := math.Hypot(ux, uy)
		ux, uy = ux/length, uy/length
		nx, ny := -uy, ux
		// Both ends must lie beside the line.
		const over = 0.4
		sa, sb := (ax-line.FromX)*ux+(ay-line.FromY)*uy, (bx-line.FromX)*ux+(by-line.FromY)*uy
		if min(sa, sb) < -over || max(sa, sb) > length+over {
			continue
		}
		// 0 = n·(p + R(m − J tilt)) − c, in the state.
		kx, ky := cos*nx+sin*ny, cos*ny-sin*nx // n in base_footprint
		row := [states]float64{nx, ny, -kx*my + ky*mx, -(kx*xp + ky*yp), -(kx*xr + ky*yr)}
		offset := ((ax-line.FromX)*nx+(ay-line.FromY)*ny+(bx-line.FromX)*nx+(by-line.FromY)*ny)/2 + row[iPitch]*h.mean[iPitch] + row[iRoll]*h.mean[iRoll]
		angle := math.Remainder(pose.Theta+direction-math.Atan2(uy, ux), math.Pi)
		offsetVar, headingVar := h.variance(&row)+l.OffsetVar, h.cov[iTheta][iTheta]+l.HeadingVar
		if d2 := offset*offset/offsetVar + angle*angle/headingVar; d2 < best {
			best = d2
			logLikelihood = -0.5*d2 - 0.5*math.Log(2*math.Pi*offsetVar) + logHeading(headingVar, 2)
			bestRow, bestOffset, bestTurn = row, offset, angle
		}
	}
	if logLikelihood <= logOutlierLine {
		return logOutlierLine
	}
	before := h.mean
	h.scalar(&bestRow, -bestOffset, l.OffsetVar)
	bestTurn += plane.Angle(h.mean[iTheta] - before[iTheta])
	row := [states]float64{iTheta: 1}
	h.scalar(&row, -bestTurn, l.HeadingVar)
	return logLikelihood
}
