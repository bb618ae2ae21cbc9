package bodytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

func hot(t *testing.T, r *rig) {
	if !r.Capabilities.Has(nao.SensesTemperature) {
		t.Skip("not run: the body's capabilities include no temperatures")
	}
	r.refuses(safety.TooHot, func() { r.Heat(nao.LKneePitch, 91) }, func() {
		for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
			r.Heat(j, 40)
		}
	})
}

func empty(t *testing.T, r *rig) {
	if !r.Capabilities.Has(nao.SensesBattery) {
		t.Skip("not run: the body's capabilities include no battery")
	}
	r.refuses(safety.BatteryEmpty, func() { r.Charge(0.02) }, func() { r.Charge(0.8) })
}

// refuses checks that happen makes the driver let the body down although a commander commands, and that the body obeys
// again after mend.
func (r *rig) refuses(why safety.Refusal, happen, mend func()) {
	r.t.Helper()
	r.standing()
	happen()
	r.until("it is let down: "+why.String(), func(*nao.State) bool { return r.Driver.Stats().Refusal == why && r.isLetDown() })
	r.rest(50)
	require.True(r.t, r.isLetDown(), "whoever commands")
	mend()
	r.standing()
	require.Equal(r.t, safety.NoRefusal, r.Driver.Stats().Refusal)
}
