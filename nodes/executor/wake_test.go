package executor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

// TestAnImageIsAnsweredWhenItComes publishes images at 30 Hz between the grid times of a machine of 50 Hz. The head is commanded by
// each at the moment at which it comes, and without images at the machine's grid times.
func TestAnImageIsAnsweredWhenItComes(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = "follow_ball"
		stop := w.start(cfg)
		image := func() {
			m := msgs.ColorBlobArray{Blobs: []msgs.ColorBlob{{Color: "red", Azimuth: -0.3, ImageAzimuth: 0.3, Radius: 30, Confidence: 1}}}
			m.Header.Stamp = ros.Stamp(w.bus.Clock().Now())
			require.NoError(t, w.blobs.Publish(m))
		}
		forMillis := func(n int, each func(i int)) {
			for i := range n {
				require.NoError(t, w.state.Publish(msgs.RobotState{Stamp: ros.Stamp(w.bus.Clock().Now())}))
				each(i)
				synctest.Wait()
				w.bus.Advance(time.Millisecond)
				synctest.Wait()
				w.collect()
			}
		}
		answered, images := 0, 0
		forMillis(2000, func(i int) {
			if i%33 != 7 {
				return
			}
			image()
			synctest.Wait()
			before := w.headCount
			w.collect()
			if images++; w.headCount > before && w.lastHead.Stamp == ros.Stamp(w.bus.Clock().Now()) {
				answered++
			}
		})
		require.Equal(t, 61, images)
		require.GreaterOrEqual(t, answered, images-3, "the first ones do not say when the next comes")
		w.headCount = 0
		forMillis(1000, func(int) {})
		require.InDelta(t, 50, w.headCount, 2, "the images have ended")
		require.NoError(t, stop())
	})
}

// TestAMachineThatLooksAtNothingTicksWhenItIsDue counts how often the states of a machine of 2 Hz act while images come.
func TestAMachineThatLooksAtNothingTicksWhenItIsDue(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("m.yaml", "machine: m\nrate_hz: 2\ninitial: a\nstates: {a: {do: {walk: {x: 0.1}}}}\n")
		cfg.OfferSkills = false
		e, end := w.open(cfg)
		defer end()
		w.run(100 * time.Millisecond)
		e.round(w.bus.Clock().Now())
		now := clockTime(w.bus.Clock().Now())
		d := e.due(now)
		require.Nil(t, d.images)
		require.Nil(t, d.first)
		require.Equal(t, now+longestPeriod, d.at, "the node looks round more often than the machine is due")
	})
}

func TestWhatIsDueWaitsForAnImageThatIsExpected(t *testing.T) {
	const ms = time.Millisecond
	var a arrivals
	require.Equal(t, 20*ms, a.hold(20*ms, 20*ms), "no image is known of")
	a.came(1000 * ms)
	a.came(1033 * ms)
	require.Equal(t, 1040*ms, a.hold(1040*ms, 20*ms), "two images do not say that they come evenly")
	a.came(1067 * ms)
	require.Equal(t, 1080*ms, a.hold(1080*ms, 20*ms), "the image comes after the next grid time")
	require.Equal(t, 1106*ms, a.hold(1100*ms, 20*ms), "the image comes before it")
	require.Equal(t, 1120*ms, a.hold(1120*ms, 20*ms), "the image is late")
	a.came(1500 * ms)
	require.Equal(t, 1520*ms, a.hold(1520*ms, 20*ms), "images had ended")
}
