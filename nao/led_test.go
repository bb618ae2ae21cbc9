package nao_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestEveryLEDOfTheSkinIsThereOnceAndIsNamed(t *testing.T) {
	text := nao.MJCF(nao.MJCFOptions{Prefix: "nao1/"}).Body
	for led := nao.LeftEyeLED; led < nao.NumLEDs; led++ {
		require.Equal(t, 1, strings.Count(text, `name="nao1/`+led.String()+`"`), led)
	}
	require.Empty(t, nao.NoLED.String())
}

func TestAGroupShinesAsItsLEDsDoTogether(t *testing.T) {
	lights := nao.AllOn(nao.Color{R: 1, G: 0.5})
	require.InDelta(t, 1, lights.Color(nao.LeftEyeLED).R, 1e-6)
	require.InDelta(t, 0.5, lights.Color(nao.RightEyeLED).G, 1e-6)
	require.InDelta(t, 1, lights.Color(nao.LeftEarLED).B, 1e-6, "ears are blue")
	require.Equal(t, nao.Color{R: 1, G: 0.5}, lights.Color(nao.ChestLED))
	for i := range 4 {
		lights.LeftEye[i] = nao.Color{}
	}
	require.InDelta(t, 0.5, lights.Color(nao.LeftEyeLED).R, 1e-6, "half of them")
	require.Equal(t, nao.Color{}, lights.Color(nao.NoLED))
}
