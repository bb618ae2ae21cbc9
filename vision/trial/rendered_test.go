package trial

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/journal"
	"gonao/internal/proc"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim/scenery"
	"gonao/vision"
	"gonao/vision/lines"
)

// rendered judges images of a world; those that miss something are drawn into the directory LOOK.
func rendered(name string, seed uint64, images int) (*Tally, error) {
	f, err := field.Load(name)
	if err != nil {
		return nil, err
	}
	stage, err := scenery.Open(seed, scenery.Options{World: name, Samples: 1})
	if err != nil {
		return nil, err
	}
	defer stage.Close()
	m, finders := f.Map(), [nao.NumCameras]*lines.Finder{lines.New(f), lines.New(f)}
	tally := &Tally{}
	var shot scenery.Shot
	var out percepts.FieldFeatures
	for i := range images {
		if err := stage.Shoot(uint64(i), &shot); err != nil {
			return nil, err
		}
		finder := finders[shot.Labels.Camera.Which]
		before := tally.misses()
		v, err := tally.Judge(&shot, m, finder, &out)
		if err != nil {
			return nil, err
		}
		if dir := os.Getenv("LOOK"); dir != "" && tally.misses() != before {
			var picture bytes.Buffer
			if err := png.Encode(&picture, draw(&shot.Image, &v, finder.Boundary(), &out)); err != nil {
				return nil, err
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s_%d_%02d.png", name, seed, i)), picture.Bytes(), 0o600); err != nil {
				return nil, err
			}
		}
	}
	return tally, nil
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

// Lines, corners, marks and posts of rendered worlds are found where the labels have them. make bench OF=lines judges more
// images; LOOK=dir keeps those with a miss, JOURNAL=file the worlds that have finished. The bounds leave room for the few images of the short test.
func TestFeaturesOfRenderedPicturesAreThoseOfTheirLabels(t *testing.T) {
	usual, fields := 8, "spl hsl_small field2010"
	if testing.Short() {
		usual, fields = 3, "spl"
	}
	worlds, images, first := number(t, "WORLDS", 1), number(t, "IMAGES", usual), number(t, "SEED", 1001)
	ctx, stop := proc.WithInterrupt()
	defer stop()
	for _, name := range strings.Fields(cmp.Or(os.Getenv("FIELDS"), fields)) {
		keys := make([]journal.Key, worlds)
		for i := range keys {
			keys[i] = journal.Key{Name: name, Seed: uint64(first + i), Settings: fmt.Sprintf("%d images", images)}
		}
		all, err := journal.RunIn(ctx, os.Getenv("JOURNAL"), keys, journal.Options{Workers: 1, Log: t.Output()}, func(_ context.Context, i int) (*Tally, error) {
			return rendered(name, keys[i].Seed, images)
		}, nil)
		require.NoError(t, err)
		tally := &Tally{}
		for _, world := range all {
			tally.Add(world)
		}
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
