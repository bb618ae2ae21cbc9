package sim3d

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func FuzzMessages(f *testing.F) {
	f.Add(described)
	f.Add("(HJ (n hj1) (ax 1e308))(GYR (n torso) (rt 1e308 -1e308 1))(FRP (n lf) (c 0 0 0) (f 0 0 -1))")
	f.Add("(See (P (team a) (id x) (head (pol 1e308 1e308 1e308))) (L))")
	f.Fuzz(func(t *testing.T, text string) {
		s := senses{team: "a"}
		var state nao.State
		if !s.read([]byte(text), &state) {
			return
		}
		for j, v := range state.Position {
			require.False(t, math.IsNaN(v) || math.IsInf(v, 0), "joint %d", j)
		}
		for _, v := range state.FSR {
			require.False(t, math.IsNaN(v) || v < 0)
		}
		var out Found
		s.sight.ground(&state, &out)
		command := nao.Command{Position: nao.StandPosture()}
		require.NotEmpty(t, s.motors.drive(nil, &command))
	})
}
