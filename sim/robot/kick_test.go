package robot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// agent kicks by skills: out of the walk with both feet and 30° to a side, and to the side out of the stand.
const agent = `machine: agent
rate_hz: 50
inputs: {kick_hit: bool}
initial: right
states:
  right:
    do: {skill: {call: "kick{x=0.5, y=-0.05, direction=0.52, from='walk', foot='right'}"}}
    transitions: [{if: final, to: left}, {if: failed, to: lost}]
  left:
    do: {skill: {call: "kick{x=0.5, y=0.05, direction=-0.52, from='walk', foot='left'}"}}
    transitions: [{if: final, to: aside}, {if: failed, to: lost}]
  aside:
    do: {skill: {call: "kick{x=0.18, y=0.05, direction=1.57}"}}
    transitions: [{if: final, to: there}, {if: failed, to: lost}]
  there: {}
  lost: {}
`

func TestASkillKicksOutOfTheWalkAndToTheSideInTheSameProcess(t *testing.T) {
	cfg := small(file(t, agent))
	r := run(t, cfg, time.Second)
	for range 60 {
		if path := r.Machine(); path == "there" || path == "lost" {
			break
		}
		require.NoError(t, r.Run(t.Context(), time.Second))
	}
	require.Equal(t, "there", r.Machine(), "%v", cause(r.Robot))
	require.True(t, r.motion.CanWalk(), "it stands")
}
