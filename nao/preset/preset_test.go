package preset

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/declared"
)

func TestAWrongFigureIsNamed(t *testing.T) {
	p, err := Load("nao")
	require.NoError(t, err)
	q := *p
	q.Ball.Deceleration = math.NaN()
	require.EqualError(t, declared.Check(&q), "ball.deceleration: NaN: expected 0.01 to 5")
	_, err = Load("nobody")
	require.EqualError(t, err, `preset "nobody": no such preset; want one of nao, naoisis2010, physics, or the path of a .yaml file`)
}
