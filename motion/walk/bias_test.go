package walk

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// standing makes a robot stand whose yaw gyroscope has a bias and whose body creeps by the speed of creep.
func (p *puppet) standing(sec, bias float64, creep func(sec float64) float64) {
	for i := range int(sec / nao.CyclePeriod.Seconds()) {
		p.state.Gyroscope = [3]float64{2: bias + creep(float64(i)*nao.CyclePeriod.Seconds())}
		p.step()
	}
}

func still(float64) float64 { return 0 }

func TestABodyThatCreepsWhenItHasJustStoodHardlySpoilsTheBias(t *testing.T) {
	const bias, most = 0.005, 0.0006 // rad/s: the second is 2° in a minute
	for _, row := range []struct {
		name  string
		creep func(sec float64) float64
	}{
		{"still", still},
		{"dies away", func(sec float64) float64 { return 0.005 * math.Exp(-sec) }},
		{"even for 3 s", func(sec float64) float64 {
			if sec > 3 {
				return 0
			}
			return -0.003
		}},
	} {
		p := newPuppet(t)
		p.standing(10, bias, row.creep)
		require.InDelta(t, bias, p.e.est.bias, most, row.name)
	}
}

func TestAShortStopDoesNotChangeABiasThatALongOneTaught(t *testing.T) {
	const bias = 0.005
	p := newPuppet(t)
	p.standing(10, bias, still)
	for range 5 { // walks and stops for a second, in which the body turns within the play of its joints
		require.NoError(t, p.e.SetVelocity(Velocity{X: 0.2}))
		p.standing(3, bias, still)
		p.e.Stop()
		for i := 0; p.e.Phase() != Standing; i++ {
			require.Less(t, i, 300, "cycles until it stands")
			p.step()
		}
		p.standing(1, bias, func(float64) float64 { return 0.01 })
	}
	require.InDelta(t, bias, p.e.est.bias, 2e-4)
}
