package trial

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/view"
)

// picture draws what the top camera of a standing robot sees.
func picture(t testing.TB, seed uint64) (s *Stage, img vision.Image, v view.View, finder *lines.Finder) {
	t.Helper()
	s, err := Open(Setup{World: "spl", Profile: sim.Ideal, Seed: seed, Camera: camera.Options{Noise: 3}})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	require.NoError(t, s.Run(1500*time.Millisecond))
	s.Sim.State(&s.State)
	v, err = s.TrueView(nao.TopCamera)
	require.NoError(t, err)
	require.NoError(t, s.Look(nao.TopCamera))
	f, err := field.Load("spl")
	require.NoError(t, err)
	return s, s.Picture(), v, lines.New(f)
}

func TestFindingFeaturesAllocatesNothing(t *testing.T) {
	_, img, v, finder := picture(t, 1001)
	var out percepts.FieldFeatures
	see := func() {
		ok, err := finder.Find(img, &v, &out)
		if err != nil || !ok {
			panic("no carpet was found")
		}
	}
	see()
	see()
	require.NotEmpty(t, out.Lines)
	require.Zero(t, testing.AllocsPerRun(20, see))
}

func TestABadImageIsRefusedAndLeavesNoFeatures(t *testing.T) {
	_, img, v, finder := picture(t, 1001)
	var out percepts.FieldFeatures
	for want, spoil := range map[string]func(*vision.Image){
		"encoding":         func(m *vision.Image) { m.Encoding = "rgb8" },
		"bytes of data":    func(m *vision.Image) { m.Data = m.Data[:len(m.Data)/2] },
		"width":            func(m *vision.Image) { m.Width = 639 },
		"expected the vie": func(m *vision.Image) { m.Width, m.Height, m.Step = 320, 240, 640 },
	} {
		_, err := finder.Find(img, &v, &out)
		require.NoError(t, err)
		require.NotEmpty(t, out.Lines)
		bad := img
		spoil(&bad)
		ok, err := finder.Find(bad, &v, &out)
		require.ErrorIs(t, err, vision.ErrImage)
		require.ErrorContains(t, err, want)
		require.False(t, ok)
		require.Empty(t, out.Lines)
		require.Empty(t, out.Points)
	}
}

// A picture without carpet, and one that is black, white or grey, has no features.
func TestNoCarpetNoFeatures(t *testing.T) {
	_, img, v, _ := picture(t, 1001)
	f, err := field.Load("spl")
	require.NoError(t, err)
	var out percepts.FieldFeatures
	for _, luma := range []byte{0, 90, 255} {
		data := make([]byte, len(img.Data))
		for i := range data {
			data[i] = 128
			if i%2 == 0 {
				data[i] = luma
			}
		}
		grey := img
		grey.Data = data
		ok, err := lines.New(f).Find(grey, &v, &out)
		require.NoError(t, err)
		require.False(t, ok)
		require.Empty(t, out.Points)
		require.Empty(t, out.Lines)
	}
}

// A field that has neither lines nor goals, only landmarks beside it, has none of the features that are looked for.
func TestAFieldWithoutLinesHasNoFeatures(t *testing.T) {
	_, img, v, _ := picture(t, 1001)
	bare, err := field.Parse([]byte("field: {length: 9, width: 6, lineWidth: 0, borderStripWidth: 1}\n" +
		"landmarks: [{x: 0, y: 3.3, diameter: 0.2, height: 1, upper: yellow, lower: blue}]\n"))
	require.NoError(t, err)
	var out percepts.FieldFeatures
	_, err = lines.New(bare).Find(img, &v, &out)
	require.NoError(t, err)
	for _, p := range out.Points {
		require.NotEqual(t, field.Post, p.Kind)
		require.NotEqual(t, field.Center, p.Kind)
		require.NotEqual(t, field.Mark, p.Kind)
	}
	require.Empty(t, out.Lines)
}
