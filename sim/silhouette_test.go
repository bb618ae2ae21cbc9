package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheHullOfPoints(t *testing.T) {
	square := hull(nil, [][2]float64{{0, 0}, {1, 1}, {1, 0}, {0, 1}, {0.5, 0.5}, {0.5, 0}})
	require.ElementsMatch(t, [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, square)
	require.InDelta(t, 1, covered(square, 0.5, 0.5, 0.1), 1e-12)
	require.InDelta(t, 0.5, covered(square, 0, 0.5, 0.1), 0.07)
	require.Zero(t, covered(square, 2, 2, 0.1))
	require.Zero(t, covered(hull(nil, [][2]float64{{0, 0}, {1, 1}}), 0, 0, 0.1), "a line covers nothing")
}
