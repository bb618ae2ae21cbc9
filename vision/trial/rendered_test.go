package trial

import (
	"cmp"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/sim/scenery"
	"gonao/vision"
	"gonao/vision/lines"
)

// rendered judges images of some worlds; those that miss something are drawn into the directory LOOK.
func rendered(t testing.TB, name string, first, worlds, images int) *Tally {
	t.Helper()
	f, err := field.Load(name)
	require.NoError(t, err)
	m := f.Map()
	tally := &Tally{}
	var shot scenery.Shot
	var out percepts.FieldFeatures
	for seed := first; seed < first+worlds; seed++ {
		stage, err := scenery.Open(uint64(seed), scenery.Options{World: name, Samples: 1})
		require.NoError(t, err)
		finders := [nao.NumCameras]*lines.Finder{lines.New(f), lines.New(f)}
		for i := range images {
			require.NoError(t, stage.Shoot(uint64(i), &shot))
			finder := finders[shot.Labels.Camera.Which]
			before := tally.misses()
			v, err := tally.Judge(&shot, m, finder, &out)
			require.NoError(t, err)
			if dir := os.Getenv("LOOK"); dir != "" && tally.misses() != before {
				pic, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s_%d_%02d.png", name, seed, i)))
				require.NoError(t, err)
				require.NoError(t, png.Encode(pic, Draw(&shot.Image, &v, finder.Boundary(), &out)))
				require.NoError(t, pic.Close())
			}
		}
		stage.Close()
	}
	return tally
}

// misses counts what is wrong so far with point features.
func (t *Tally) misses() (n int) {
	for _, c := range t.Kinds {
		n += c.There - c.Found + c.Said - c.Right
	}
	return n
}

// number returns an environment variable's number.
func number(t testing.TB, name string, usual int) int {
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, name)
	return n
}

// Lines, corners, marks and posts of rendered worlds are found where the labels have them. make bench-lines judges more
// images; LOOK=dir keeps those with a miss. The bounds leave room for the few images of the short test.
func TestFeaturesOfRenderedPicturesAreThoseOfTheirLabels(t *testing.T) {
	worlds, images := number(t, "WORLDS", 1), number(t, "IMAGES", 8)
	for _, name := range strings.Fields(cmp.Or(os.Getenv("FIELDS"), "spl hsl_small field2010")) {
		tally := rendered(t, name, number(t, "SEED", 1001), worlds, images)
		t.Logf("%s\n%s", name, tally)
		require.Greater(t, tally.Lines.Recall(), 0.5, name)
		require.Greater(t, tally.Lines.Precision(), 0.6, name)
	}
}

// The posts of a blue goal are found with their colour.
func TestPostsOfABlueGoalHaveItsColour(t *testing.T) {
	stage, err := scenery.Open(3, scenery.Options{World: "field2010", Samples: 1})
	require.NoError(t, err)
	defer stage.Close()
	f, err := field.Load("field2010")
	require.NoError(t, err)
	var shot scenery.Shot
	var out percepts.FieldFeatures
	var tally Tally
	require.NoError(t, stage.Shoot(1, &shot))
	_, err = tally.Judge(&shot, f.Map(), lines.New(f), &out)
	require.NoError(t, err)
	require.Equal(t, Count{There: 2, Found: 2, Said: 2, Right: 2}, tally.Kinds[field.Post])
	for _, p := range out.Points {
		if p.Kind == field.Post {
			require.Equal(t, field.Blue, p.Color)
		}
	}
}

// BenchmarkFind finds all features of an image of the SPL field with robots.
func BenchmarkFind(b *testing.B) {
	stage, err := scenery.Open(1001, scenery.Options{World: "spl", Samples: 1})
	require.NoError(b, err)
	defer stage.Close()
	f, err := field.Load("spl")
	require.NoError(b, err)
	var shot scenery.Shot
	var out percepts.FieldFeatures
	finder := lines.New(f)
	var tally Tally
	require.NoError(b, stage.Shoot(3, &shot))
	v, err := tally.Judge(&shot, f.Map(), finder, &out)
	require.NoError(b, err)
	img := vision.Image{Width: v.Width, Height: v.Height, Step: 2 * v.Width, Encoding: vision.EncodingYUYV, Data: shot.Image.YUYV}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := finder.Find(img, &v, &out); err != nil {
			b.Fatal(err)
		}
	}
}
