package robot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/sim"
)

// The rules that need more than joints act in one process as they do behind a driver.
func TestHeatBatteryAndChestLetTheRobotDownWhateverItsMachineWants(t *testing.T) {
	for name, c := range map[string]struct {
		adjust func(*sim.Config)
		press  bool
		want   safety.Refusal
	}{
		"a battery that is empty":         {func(c *sim.Config) { c.Charge = 0.035 }, false, safety.BatteryEmpty},
		"motors that are too hot":         {func(c *sim.Config) { c.AmbientCelsius = 88 }, false, safety.TooHot},
		"three presses of the chest":      {nil, true, safety.PutToRest},
		"a robot with which all is right": {nil, false, safety.NoRefusal},
	} {
		if testing.Short() && c.want == safety.NoRefusal {
			continue // other tests of this package need a robot that follows
		}
		t.Run(name, func(t *testing.T) {
			cfg := small("dance")
			cfg.Adjust = func(s *sim.Config) {
				s.Profile = sim.Real
				if c.adjust != nil {
					c.adjust(s)
				}
			}
			r, err := New(cfg)
			require.NoError(t, err)
			t.Cleanup(r.Close)
			steps := func(d time.Duration) { require.NoError(t, r.Run(t.Context(), d)) }
			steps(time.Second)
			for range 3 {
				if c.press {
					r.sim.Press(nao.ChestButton)
				}
				steps(120 * time.Millisecond)
				r.sim.Release(nao.ChestButton)
				steps(120 * time.Millisecond)
			}
			for range 18 {
				if steps(500 * time.Millisecond); r.guard.Mode() == safety.Limp {
					break
				}
			}
			require.Equal(t, c.want, r.guard.Refusal())
			if c.want == safety.NoRefusal {
				require.Equal(t, safety.Following, r.guard.Mode())
				return
			}
			require.Equal(t, safety.Limp, r.guard.Mode())
			require.Equal(t, nao.Joints{}, r.state.Stiffness)
		})
	}
}
