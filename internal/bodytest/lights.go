package bodytest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func lights(t *testing.T, r *rig) {
	r.standing()
	orange := nao.Color{R: 1, G: 0.5}
	r.commander.wish(nao.AllOn(orange))
	if !r.Capabilities.Has(nao.CanLights) {
		r.rest(20) // the color must not change
		s, _ := r.commander.last()
		require.False(t, s.Capabilities.Has(nao.CanLights), "it is told")
		return
	}
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) < 0.01 }
	r.until("the LED in the chest is on", func(*nao.State) bool {
		is := r.Chest()
		return near(is.R, orange.R) && near(is.G, orange.G) && near(is.B, orange.B)
	})
	r.commander.wish(nao.Lights{})
	r.until("the LED in the chest is off", func(*nao.State) bool { return r.Chest() == nao.Color{} })
}
