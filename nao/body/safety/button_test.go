package safety_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// finger presses buttons of a robot and keeps the detector's events.
type finger struct {
	d     *safety.ButtonDetector
	state nao.State
	said  []safety.ButtonEvent
}

func newFinger() *finger {
	f := &finger{d: safety.NewButtonDetector(safety.DefaultButtonConfig())}
	f.state.Capabilities = nao.SensesTouch
	f.wait(1)
	return f
}

func (f *finger) wait(cycles int) {
	for range cycles {
		f.state.Time += nao.CyclePeriod
		f.said = append(f.said, f.d.Step(f.state.Time, &f.state)...)
	}
}

// press holds the button for some cycles and releases it for some.
func (f *finger) press(t nao.Touch, hold, wait int) {
	f.state.Touch[t] = true
	f.wait(hold)
	f.state.Touch[t] = false
	f.wait(wait)
}

// kinds returns the events of a button without Pressed and Released, and forgets all events.
func (f *finger) kinds(t nao.Touch) (kinds []safety.ButtonEventKind) {
	for _, e := range f.said {
		if e.Button == t && e.Kind > safety.Released {
			kinds = append(kinds, e.Kind)
		}
	}
	f.said = nil
	return kinds
}

func TestPressesAreDistinguished(t *testing.T) {
	for name, row := range map[string]struct {
		presses, hold, pause int
		want                 []safety.ButtonEventKind
	}{
		"one":                     {1, 10, 100, []safety.ButtonEventKind{safety.Single}},
		"two quick ones":          {2, 8, 12, []safety.ButtonEventKind{safety.Double}},
		"three quick ones":        {3, 8, 12, []safety.ButtonEventKind{safety.Triple}},
		"two slow ones":           {2, 8, 60, []safety.ButtonEventKind{safety.Single, safety.Single}},
		"four quick ones":         {4, 8, 12, []safety.ButtonEventKind{safety.Triple, safety.Single}},
		"a long one":              {1, 100, 100, []safety.ButtonEventKind{safety.Long}},
		"a very long one":         {1, 400, 100, []safety.ButtonEventKind{safety.Long}},
		"shorter than a bounce":   {5, 2, 4, nil},
		"as short as is believed": {1, 3, 100, []safety.ButtonEventKind{safety.Single}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFinger()
			for range row.presses {
				f.press(nao.HeadMiddle, row.hold, row.pause)
			}
			f.wait(100)
			require.Equal(t, row.want, f.kinds(nao.HeadMiddle))
		})
	}
}

func TestEventsAreQuickAndBouncesAreNone(t *testing.T) {
	f := newFinger()
	for _, on := range []bool{true, false, true, true} {
		f.state.Touch[nao.HeadFront] = on
		f.wait(1)
		require.Empty(t, f.said)
	}
	f.wait(1)
	require.Equal(t, []safety.ButtonEvent{{Button: nao.HeadFront, Kind: safety.Pressed}}, f.said, "the third state that agrees")
	f.state.Touch[nao.HeadFront] = false
	f.wait(3)
	require.Equal(t, safety.ButtonEvent{Button: nao.HeadFront, Kind: safety.Released}, f.said[1])
}

func TestTheCarpetPressesNoButton(t *testing.T) {
	for name, angles := range map[string][2]float64{"on its front": {0, 1.4}, "falling to it": {0, 1.1}} {
		f := newFinger()
		f.state.Angles = angles
		f.press(nao.ChestButton, 30, 60)
		f.press(nao.LFootBumperLeft, 30, 60)
		require.Empty(t, f.said, name)
	}
	f := newFinger()
	f.state.Angles = [2]float64{0, -1.4}
	f.press(nao.ChestButton, 30, 60)
	require.Equal(t, []safety.ButtonEventKind{safety.Single}, f.kinds(nao.ChestButton), "on its back a finger can reach it")

	f.state.Touch[nao.ChestButton] = true // pressed while it falls, and still when it is lifted
	f.state.Angles = [2]float64{0, 1.4}
	f.wait(50)
	f.state.Angles = [2]float64{}
	f.wait(50)
	f.state.Touch[nao.ChestButton] = false
	f.wait(50)
	require.Empty(t, f.kinds(nao.ChestButton))
	f.press(nao.ChestButton, 10, 60)
	require.Equal(t, []safety.ButtonEventKind{safety.Single}, f.kinds(nao.ChestButton))
}

func TestAFallDuringAPressEndsIt(t *testing.T) {
	f := newFinger()
	f.state.Touch[nao.ChestButton] = true
	f.wait(10)
	f.state.Angles[1] = 1.4
	f.wait(10)
	require.Equal(t, []safety.ButtonEvent{
		{Button: nao.ChestButton, Kind: safety.Pressed},
		{Button: nao.ChestButton, Kind: safety.Released},
	}, f.said)
}

func TestAButtonHeldFromTheStartOrOverAGapIsNoPress(t *testing.T) {
	f := &finger{d: safety.NewButtonDetector(safety.DefaultButtonConfig())}
	f.state.Capabilities = nao.SensesTouch
	f.press(nao.ChestButton, 200, 100)
	require.Empty(t, f.kinds(nao.ChestButton))
	f.state.Touch[nao.ChestButton] = true
	f.wait(10)
	f.said = nil
	f.state.Time += time.Second // the robot was away
	f.wait(200)
	f.state.Touch[nao.ChestButton] = false
	f.wait(100)
	require.Empty(t, f.kinds(nao.ChestButton))
}

func TestABodyWithoutButtonsHasNoEvents(t *testing.T) {
	f := newFinger()
	f.state.Capabilities = 0
	f.press(nao.ChestButton, 30, 60)
	require.Empty(t, f.said)
}

// Whatever the buttons do, each press is reported once, as one kind, and in order.
func TestEveryPressIsReportedOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	f := newFinger()
	down := [nao.NumTouch]bool{}
	open := [nao.NumTouch]int{} // presses not yet reported
	for range 50_000 {
		if rng.IntN(6) == 0 {
			b := rng.IntN(nao.NumTouch)
			f.state.Touch[b] = !f.state.Touch[b]
		}
		f.wait(1)
		for _, e := range f.said {
			switch e.Kind {
			case safety.Pressed:
				require.False(t, down[e.Button])
				down[e.Button] = true
				open[e.Button]++
			case safety.Released:
				require.True(t, down[e.Button])
				down[e.Button] = false
			case safety.Single:
				open[e.Button]--
			case safety.Double:
				open[e.Button] -= 2
			case safety.Triple:
				open[e.Button] -= 3
			case safety.Long:
				open[e.Button] = 0 // with what came before in the same series
			}
			require.GreaterOrEqual(t, open[e.Button], 0)
			require.LessOrEqual(t, open[e.Button], 3)
		}
		f.said = f.said[:0]
	}
}

func TestButtonAStepAllocatesNothing(t *testing.T) {
	f := newFinger()
	n := 0
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		n++
		f.state.Touch[nao.ChestButton] = n%20 < 10
		f.state.Time += nao.CyclePeriod
		f.d.Step(f.state.Time, &f.state)
	}))
}
