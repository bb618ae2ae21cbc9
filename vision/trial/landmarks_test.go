package trial

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim/scenery"
	"gonao/vision/lines"
)

// beacons writes a field with landmarks of two colours beside it, and a world on it.
func beacons(t testing.TB) (world, fld string) {
	dir := t.TempDir()
	fld, world = filepath.Join(dir, "beacons.yaml"), filepath.Join(dir, "world.yaml")
	require.NoError(t, os.WriteFile(fld, []byte(`title: with landmarks
field: {length: 6, width: 4, lineWidth: 0.05, centerCircleDiameter: 1.2, penaltyAreaLength: 0.6, penaltyAreaWidth: 2.2, borderStripWidth: 0.7}
goal: {postDiameter: 0.1, height: 0.8, innerWidth: 1.4, depth: 0.4, color_positive_x: yellow, color_negative_x: blue}
ball: {diameter: 0.1}
landmarks:
- {x: 1.5, y: 2.3, diameter: 0.2, height: 0.6, upper: yellow, lower: pink}
- {x: 1.5, y: -2.3, diameter: 0.2, height: 0.6, upper: pink, lower: yellow}
- {x: -1.5, y: 2.3, diameter: 0.2, height: 0.6, upper: blue, lower: pink}
- {x: -1.5, y: -2.3, diameter: 0.2, height: 0.6, upper: pink, lower: blue}
`), 0o600))
	require.NoError(t, os.WriteFile(world, []byte("title: with landmarks\nfloor: {size_m: [10, 8], color: grey}\nfield: ./beacons.yaml\n"+
		"balls: [{name: ball, mass_kg: 0.05, pattern: plain, color: orange, x_m: 1}]\n"), 0o600))
	return world, fld
}

// Landmarks of two colours are found with their colours, where the labels have them. WORLDS and IMAGES judge more.
func TestLandmarksOfTwoColoursAreFound(t *testing.T) {
	world, name := beacons(t)
	f, err := field.Load(name)
	require.NoError(t, err)
	m := f.Map()
	tally := &Tally{}
	var shot scenery.Shot
	var out percepts.FieldFeatures
	first, images := number(t, "SEED", 3), number(t, "IMAGES", 10)
	for seed := first; seed < first+number(t, "WORLDS", 1); seed++ {
		stage, err := scenery.Open(uint64(seed), scenery.Options{World: world, Samples: 1, ShadowSize: -1})
		require.NoError(t, err)
		finders := [nao.NumCameras]*lines.Finder{lines.New(f), lines.New(f)}
		for i := range images {
			require.NoError(t, stage.Shoot(uint64(i), &shot))
			_, err := tally.Judge(&shot, m, finders[shot.Labels.Camera.Which], &out)
			require.NoError(t, err)
			for _, p := range out.Points {
				if p.Kind == field.Pole {
					require.NotEmpty(t, p.Color)
					require.NotEqual(t, p.Color, p.Lower)
				}
			}
		}
		stage.Close()
	}
	t.Log(tally)
	poles := tally.Kinds[field.Pole]
	require.Positive(t, poles.There)
	require.GreaterOrEqual(t, poles.Recall(), 0.5)
	require.GreaterOrEqual(t, poles.Precision(), 0.8)
}
