package rates

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/declared"
)

func TestAWrongTableIsNamed(t *testing.T) {
	tab, err := Load("nao")
	require.NoError(t, err)
	wrong := *tab
	wrong.Ball.Far = 1.5
	require.EqualError(t, declared.Check(&wrong), "ball.far: 1.5: expected 0 to 1")
	_, err = Load("nobody")
	require.EqualError(t, err, `table "nobody": no such table; want one of ideal, measured, nao, or the path of a .yaml file`)
}

// Between two steps the shares and errors are interpolated; an error of the table names its step.
func TestStepsSayWhatWasMeasuredAtADistance(t *testing.T) {
	r := Rate{Range: 5, Steps: []Step{{1, 1, 0.01, 0.002}, {3, 0.5, 0.05, 0.004}}}
	require.InDelta(t, 1, r.ShareAt(0.2), 1e-9)
	require.InDelta(t, 0.75, r.ShareAt(2), 1e-9)
	require.InDelta(t, 0.5, r.ShareAt(4), 1e-9)
	require.Zero(t, r.ShareAt(6))
	s, ok := r.StepAt(2)
	require.True(t, ok)
	require.InDelta(t, 0.03, s.Distance, 1e-9)
	require.InDelta(t, 0.003, s.Bearing, 1e-9)
	require.NoError(t, r.Validate())
	for want, wrong := range map[string]Step{
		"steps[1].at 1": {At: 1, Share: 1}, "steps[1].distance -1": {At: 2, Distance: -1},
	} {
		bad := Rate{Steps: []Step{{At: 1}, wrong}}
		require.ErrorContains(t, bad.Validate(), want)
	}
	_, err := Parse("mine", []byte("ball:\n  steps: [{at: 1, share: 2}]\n"))
	require.ErrorContains(t, err, "mine:2: ball.steps[0].share: 2.0: expected 0 to 1")
}
