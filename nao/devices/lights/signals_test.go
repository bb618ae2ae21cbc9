package lights

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestTheTableOfSignalsIsInTheDocument(t *testing.T) {
	text, err := os.ReadFile("../../../docs/robot.md")
	require.NoError(t, err)
	require.Contains(t, string(text), signalTable())
}

func TestEverySignalShinesWhereItsRowSays(t *testing.T) {
	for i := range Signal(NumSignals) {
		var m Mixer
		var s Signals
		require.True(t, s.Set(&m, i, true, start), "%v", i)
		require.False(t, s.Set(&m, i, true, start), "it is shown already")
		var dark, l nao.Lights
		m.At(start, &l)
		require.NotEqual(t, dark, l, "%v", i)
		require.True(t, s.Set(&m, i, false, start))
		m.At(start, &l)
		require.Equal(t, dark, l, "%v", i)
		require.Zero(t, m.Running())
	}
}

func TestTheMoreImportantSignalShines(t *testing.T) {
	var m Mixer
	var s Signals
	at := func(after time.Duration) (l nao.Lights) { m.At(start.Add(after), &l); return l }
	s.Set(&m, Penalised, true, start)
	s.Set(&m, Fault, true, start)
	require.Equal(t, nao.Color{R: 1, B: 1}, at(0).Chest, "the fault")
	s.Set(&m, Fault, false, start)
	require.Equal(t, nao.Color{R: 1}, at(0).Chest)

	s.Set(&m, BallSeen, true, start)
	require.NoError(t, s.SetRole(&m, "keeper", start))
	require.Equal(t, nao.Color{G: 1}, at(0).LeftEye[3])
	require.Equal(t, nao.Color{G: 1, B: 1}, at(0).RightEye[3])
	id, err := m.Add(Animation{Group: Eyes, Color: nao.Color{R: 0.5}, Period: time.Second}, start)
	require.NoError(t, err)
	require.Equal(t, nao.Color{R: 0.5}, at(0).LeftEye[3], "a program's animation hides ball and role")
	s.Set(&m, Fallen, true, start)
	require.Equal(t, nao.Color{R: 1}, at(0).RightEye[3], "and is hidden by a fall")
	s.Set(&m, Fallen, false, start)
	m.Remove(id)
	require.NoError(t, s.SetRole(&m, "", start))
	require.Equal(t, nao.Color{}, at(0).RightEye[3])
	require.EqualError(t, s.SetRole(&m, "stricker", start),
		`role "stricker": no such role (did you mean "striker"?); expected striker, supporter, defender, keeper, or nothing`)
}

func TestAGameIsVisible(t *testing.T) {
	var m Mixer
	var g GameLights
	at := func() (l nao.Lights) { m.At(start, &l); return l }
	require.True(t, g.Set(&m, 1, 7, true, start))
	require.False(t, g.Set(&m, 1, 7, true, start), "it is shown already")
	require.Equal(t, nao.Color{B: 1}, at().Chest)
	require.Equal(t, nao.Color{R: 0.6, B: 1}, at().LeftFoot)
	require.Equal(t, nao.Color{R: 1, G: 1, B: 1}, at().RightFoot)
	require.True(t, g.Set(&m, 4, 7, false, start))
	require.Equal(t, nao.Color{R: 1}, at().Chest)
	require.Equal(t, nao.Color{}, at().RightFoot)
	require.True(t, g.Set(&m, 99, 99, false, start), "numbers without colour are dark")
	require.Equal(t, nao.Lights{}, at())
	require.True(t, g.Set(&m, 3, 0, true, start))
	require.True(t, g.Clear(&m))
	require.False(t, g.Clear(&m))
	require.Zero(t, m.Running())
}
