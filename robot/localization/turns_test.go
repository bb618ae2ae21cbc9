package localization

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
)

// Both cameras send 30 images a second with equal stamps. The filter must use them alternately, one image per interval.
// If only one camera sends images, the filter must use as many in total.
func TestImagesOfBothCamerasAreUsedByTurns(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	for _, both := range []bool{true, false} {
		filter, err := New(f.Map(), DefaultConfig())
		require.NoError(t, err)
		filter.Reset(Anywhere())
		var used [2]int
		for frame := range 90 {
			at := time.Duration(frame) * time.Second / 30
			for _, bottom := range []bool{false, true} {
				if bottom && !both {
					continue
				}
				before := filter.imageAt
				filter.Step(&Input{Stamp: at, Features: &percepts.FieldFeatures{Stamp: at, Bottom: bottom, HeightM: 0.5, TiltVar: 1e-4}})
				if filter.imageAt != before || frame == 0 && !bottom {
					used[map[bool]int{true: 1}[bottom]]++
				}
			}
		}
		if both {
			require.InDelta(t, 15, used[0], 1)
			require.InDelta(t, 15, used[1], 1)
		} else {
			require.InDelta(t, 30, used[0], 1)
		}
	}
}
