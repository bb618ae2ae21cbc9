package nao_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestLightsAreBroughtIntoTheirRange(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	l := nao.AllOn(nao.Color{R: 2, G: -1, B: nan})
	l.Skull[3], l.LeftEar[1] = nan, inf
	l.Limit()
	require.Equal(t, nao.Color{R: 1}, l.LeftEye[7])
	require.Equal(t, nao.Color{R: 1}, l.RightFoot)
	require.Zero(t, l.Skull[3])
	require.InDelta(t, 1, l.LeftEar[1], 0)

	whole := nao.AllOn(nao.Color{R: 0.25, G: 0.5})
	was := whole
	whole.Limit()
	require.Equal(t, was, whole)
	require.InDelta(t, 0.5, whole.RightEar[0], 0)
}

func TestCapabilitiesAreNamedByTheirBits(t *testing.T) {
	c := nao.CanPosition | nao.SensesSonar | nao.EveryCycle
	require.Equal(t, "position, sonar, every_cycle", c.String())
	require.Equal(t, []string{"position", "sonar", "every_cycle"}, c.List())
	require.Equal(t, "none", nao.Capabilities(0).String())
	require.True(t, c.Has(nao.CanPosition|nao.SensesSonar))
	require.False(t, c.Has(nao.CanPosition|nao.CanLimp))
}
