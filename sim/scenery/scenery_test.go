package scenery

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/camera"
	"gonao/sim/world"
)

// small keeps tests cheap.
func small() Options {
	return Options{Camera: camera.Options{Width: 160, Height: 120}, Samples: 1, ShadowSize: 512}
}

func TestTheSeedsRangesArePurposes(t *testing.T) {
	for seed, want := range map[uint64]Purpose{1: Tuning, 1000: Tuning, 1001: Looking, 5000: Looking, 5001: HeldOut, 1_000_000: HeldOut} {
		require.Equal(t, want, purposeOf(seed))
	}
}

// No number that describes light, carpet or hall is in the same slice of its range for two purposes.
func TestNoLightAndNoHallServesTwoPurposes(t *testing.T) {
	for p, seeds := range map[Purpose][]uint64{Tuning: {1, 2, 3, 500, 999}, Looking: {1001, 1002, 1500, 1999}, HeldOut: {5001, 5002, 5010, 5020}} {
		for _, seed := range seeds {
			d := newDice(seed, p)
			for range 1000 {
				v := d.share()
				require.True(t, v >= 0 && v < 1)
				require.Equal(t, p, sliceOwner(int(math.Floor(v*scenerySlices))), "seed %d: %g", seed, v)
			}
		}
	}
}

func TestTheSameSeedIsTheSameImageInAnyOrder(t *testing.T) {
	var first, again Shot
	a, err := Open(1001, small())
	require.NoError(t, err)
	defer a.Close()
	require.NoError(t, a.Shoot(0, &first))
	require.NoError(t, a.Shoot(3, &first))
	b, err := Open(1001, small())
	require.NoError(t, err)
	defer b.Close()
	require.NoError(t, b.Shoot(3, &again))
	require.Equal(t, first.Image.YUYV, again.Image.YUYV)
	require.Equal(t, first.Labels.Classes, again.Labels.Classes)
	require.Equal(t, first.Labels.Things, again.Labels.Things)
	require.Equal(t, first.Labels.Camera, again.Labels.Camera)
	require.NoError(t, b.Shoot(4, &again))
	require.NotEqual(t, first.Image.YUYV, again.Image.YUYV)
}

func TestWrongOptionsOfAStageAreRefused(t *testing.T) {
	for want, o := range map[string]Options{
		"11 other robots":  {Robots: 11},
		"9 samples":        {Samples: 9},
		`world "moon"`:     {World: "moon"},
		"open ./moon.yaml": {World: "./moon.yaml"},
		"width: 5":         {Camera: camera.Options{Width: 5, Height: 5}},
	} {
		_, err := Open(1, o)
		require.ErrorContains(t, err, want)
	}
}

// What a world of a purpose draws of light, camera and looks is in that purpose's slices, for every seed that is held
// out, and for as many others.
func TestAWorldDrawsFromItsPurposesSlices(t *testing.T) {
	for _, first := range []uint64{1, 1001, 5001} {
		for seed := first; seed < first+20; seed++ {
			purpose := purposeOf(seed)
			w, err := world.Load("spl")
			require.NoError(t, err)
			s := &Stage{Seed: seed, Purpose: purpose, World: w}
			d := newDice(seed, purpose)
			cfg := s.draw(d)
			require.NoError(t, cfg.World.Validate(), "seed %d", seed)
			require.Greater(t, len(d.drawn), 25, "seed %d: light, carpet, hall and camera", seed)
			for _, v := range d.drawn {
				require.Equal(t, purpose, sliceOwner(int(math.Floor(v*scenerySlices))), "seed %d", seed)
			}
			require.NotEmpty(t, s.World.Light.Lamps)
			require.NotNil(t, s.World.Hall)
			_, err = s.options.Camera.Optics()
			require.NoError(t, err, "seed %d", seed)
		}
	}
}
