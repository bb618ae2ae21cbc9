package sim

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

func TestAPushFromAheadPressesTheBumperOfItsSide(t *testing.T) {
	s := newSoles()
	tip := r3.Vec{X: 0.095, Y: 0.02, Z: -0.03}
	for _, row := range []struct {
		name    string
		leg     nao.Leg
		at      r3.Vec
		force   r3.Vec
		pressed []nao.Touch
	}{
		{"left foot, left", nao.LeftLeg, tip, r3.Vec{X: -5}, []nao.Touch{nao.LFootBumperLeft}},
		{"left foot, right", nao.LeftLeg, r3.Vec{X: 0.095, Y: -0.02, Z: -0.03}, r3.Vec{X: -5}, []nao.Touch{nao.LFootBumperRight}},
		{"right foot, left", nao.RightLeg, tip, r3.Vec{X: -5}, []nao.Touch{nao.RFootBumperLeft}},
		{"too light", nao.LeftLeg, tip, r3.Vec{X: -0.1}, nil},
		{"from behind", nao.LeftLeg, tip, r3.Vec{X: 5}, nil},
		{"the ground's friction", nao.LeftLeg, r3.Vec{X: 0.095, Z: -0.045}, r3.Vec{X: -5, Z: 20}, nil},
		{"at the heel", nao.LeftLeg, r3.Vec{X: -0.05, Z: -0.03}, r3.Vec{X: -5}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			var state nao.State
			s.press(row.leg, row.at, row.force, &state)
			var pressed []nao.Touch
			for i := range nao.Touch(nao.NumTouch) {
				if state.Touch[i] {
					pressed = append(pressed, i)
				}
			}
			require.Equal(t, row.pressed, pressed)
		})
	}
}

// Whatever a client orders, the physics stays sound: wild targets at full torque.
func TestWildCommandsDoNotBreakThePhysics(t *testing.T) {
	s := simulate(t, "empty")
	random := rand.New(rand.NewPCG(5, 6))
	command := stand()
	var truth Truth
	var state nao.State
	for n := range seconds(20) {
		if n%10 == 0 {
			for j := range nao.Joint(nao.NumJoints) {
				low, high := j.Range()
				command.Position[j] = low + (high-low)*random.Float64()
				command.Stiffness[j] = random.Float64()*2 - 0.5
			}
		}
		step(t, s, command, 1)
		s.Truth(&truth)
		s.State(&state)
		require.Less(t, r3.Norm(truth.Torso.P), 5.0)
		require.Greater(t, truth.Torso.P.Z, -0.05, "it does not sink into the ground")
		for j := range nao.Joint(nao.NumJoints) {
			low, high := j.Range()
			require.Greater(t, state.Position[j], low-0.15, "%s", j)
			require.Less(t, state.Position[j], high+0.15, "%s", j)
		}
	}
	require.False(t, s.data.Warnings().Any())
}
