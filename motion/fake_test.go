package motion

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/walk"
	"gonao/nao"
)

// fakes are engines that write figures one can tell apart.
type fakes struct {
	walk  fakeWalk
	kick  fakeKick
	fall  fakeFall
	getUp fakeGetUp
}

// fakeWalk bends the knees a little further with each step, and walks as told at once.
type fakeWalk struct {
	begun   int
	asked   Velocity
	goal    bool
	arrived bool
	odo     Odometry
	base    nao.Joints
	stop    int // cycles until it stands

	kick    walk.KickStep
	kicking bool
	kicks   int
	refuse  error
	blind   bool // its gyroscope has failed

	fed   []Point // of the last Feed
	stops int     // calls of Stop since then
}

func (w *fakeWalk) Begin(_ *nao.State, command *nao.Command) {
	w.begun++
	w.base, w.asked, w.goal, w.stop = command.Position, Velocity{}, false, 0
}

func (w *fakeWalk) SetVelocity(v Velocity) error {
	w.asked, w.goal, w.stop = v, false, 20
	return nil
}

func (w *fakeWalk) WalkTo(_, _, _, _ float64) error {
	w.goal, w.arrived, w.stop = true, false, 20
	return nil
}

func (w *fakeWalk) StepTo(dx, dy, dYaw, speed float64) error { return w.WalkTo(dx, dy, dYaw, speed) }

func (w *fakeWalk) PatienceSec() float64 { return blockedSec }

func (w *fakeWalk) CheckVelocity(Velocity) error { return nil }

func (w *fakeWalk) Feed(points []Point, _, _ float64) error {
	w.fed, w.stops = points, 0
	return nil
}
func (w *fakeWalk) Stop() { w.asked, w.goal, w.stops = Velocity{}, false, w.stops+1 }
func (w *fakeWalk) Step(state *nao.State, out *nao.Command) {
	if w.asked == (Velocity{}) && !w.goal && w.stop > 0 {
		w.stop--
	}
	w.odo.X += w.asked.X * nao.CyclePeriod.Seconds()
	sway := 0.0
	if w.stop > 0 {
		sway = 0.05 * math.Sin(20*state.Time.Seconds())
	}
	for _, g := range [3]Group{LeftArm, RightArm, Legs} {
		for _, j := range groups[g] {
			at := w.base[j] + sway
			if g != Legs { // the walk's arms are its own
				at = 0.9*nao.StandPosture()[j] + sway
			}
			out.Position[j], out.Stiffness[j] = at, 0.8
		}
	}
}
func (w *fakeWalk) Standing() bool              { return w.stop == 0 }
func (w *fakeWalk) Settled() bool               { return w.stop == 0 }
func (w *fakeWalk) Arrived() bool               { return w.goal && w.arrived }
func (w *fakeWalk) Asked() Velocity             { return w.asked }
func (w *fakeWalk) SupportLeg() (nao.Leg, bool) { return nao.LeftLeg, w.stop == 0 }
func (w *fakeWalk) GyroscopeFailed() bool       { return w.blind }
func (w *fakeWalk) Away(*nao.State)             {}
func (w *fakeWalk) Odometry() Odometry          { return w.odo }

func (w *fakeWalk) Kick(k walk.KickStep) error {
	w.kick, w.kicking = k, true
	return w.refuse
}
func (w *fakeWalk) CancelKick()   { w.kicking = false }
func (w *fakeWalk) Kicking() bool { return w.kicking }
func (w *fakeWalk) Kicks() int    { return w.kicks }

// fakeKick takes forty cycles.
type fakeKick struct {
	refuse   error
	left     int
	canceled bool
	ball     [2]float64
}

func (k *fakeKick) Begin(KickRequest, *nao.State, *nao.Command) error {
	k.left, k.canceled = 40, false
	return k.refuse
}

func (k *fakeKick) Step(_ *nao.State, out *nao.Command) engineStatus {
	k.left--
	out.Position[nao.RKneePitch] += 0.01 * float64(1-2*(k.left/20)) // there and back
	if k.left <= 0 {
		return engineDone
	}
	return engineRunning
}

func (k *fakeKick) Follow(x, y float64) bool {
	k.ball = [2]float64{x, y}
	return true
}
func (k *fakeKick) Cancel()           { k.canceled, k.left = true, 5 }
func (k *fakeKick) Abort()            {}
func (k *fakeKick) Progress() float64 { return 1 - float64(k.left)/40 }
func (k *fakeKick) Hit() bool         { return k.left < 20 }
func (k *fakeKick) Foot() Foot        { return 2 }

// fakeFall says what it is told.
type fakeFall struct {
	sees     balance
	protects int
	softens  int
}

func (f *fakeFall) Watch(*nao.State) balance { return f.sees }
func (f *fakeFall) Side() string             { return "front" }
func (f *fakeFall) Protect(*nao.Command)     { f.protects++ }
func (f *fakeFall) Soften(*nao.Command)      { f.softens++ }
func (f *fakeFall) Over(float64) bool        { return f.sees != upright }
func (f *fakeFall) Step(_ *nao.State, out *nao.Command) {
	for j := range out.Stiffness {
		out.Stiffness[j] = max(out.Stiffness[j]-0.05, 0)
	}
}

// fakeGetUp goes to the stand in a hundred cycles.
type fakeGetUp struct {
	begun, left int
	from        nao.Joints
	fail        bool
	fall        *fakeFall
}

func (g *fakeGetUp) Begin(_ *nao.State, command *nao.Command) error {
	g.begun++
	g.left, g.from = 100, command.Position
	return nil
}

func (g *fakeGetUp) Step(_ *nao.State, out *nao.Command) engineStatus {
	g.left--
	s := 1 - float64(g.left)/100
	for j, at := range nao.StandPosture() {
		out.Position[j] = g.from[j] + s*(at-g.from[j])
		out.Stiffness[j] = min(out.Stiffness[j]+0.02, 1)
	}
	switch {
	case g.left > 0:
		return engineRunning
	case g.fail:
		return engineFailed
	}
	g.fall.sees = upright
	return engineDone
}
func (g *fakeGetUp) Cancel()             {}
func (g *fakeGetUp) Attempts() int       { return 1 }
func (g *fakeGetUp) LastFailure() string { return "it tipped over" }
func (g *fakeGetUp) Progress() float64   { return 1 - float64(g.left)/100 }

// onFeet gives a robot that stands, with engines.
func onFeet(tb testing.TB) (*Motion, *puppet, *fakes) {
	library, err := Builtin()
	require.NoError(tb, err)
	f := &fakes{}
	f.getUp.fall = &f.fall
	m := newMotionWith(DefaultConfig(), library, engines{walk: &f.walk, kick: &f.kick, fall: &f.fall, getUp: &f.getUp})
	b := newPuppet(nao.StandPosture())
	b.step(m)
	b.until(tb, m, Standing, 500)
	b.run(m, 3, nil)
	return m, b, f
}

// until runs until the body is in a state; no joint jumps on the way.
func (b *puppet) until(tb testing.TB, m *Motion, want BodyState, atMost int) {
	tb.Helper()
	for i := 0; m.State() != want; i++ {
		require.Less(tb, i, atMost, "still %s, not %s", m.State(), want)
		b.run(m, 1, smooth(tb))
	}
}

var errTooFar = errors.New("too far")
