package scenery

import (
	"context"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/camera"
	"gonao/sim/label"
)

// datasetSmall is a set of two images of each of two worlds, with -short of one.
func datasetSmall(dir string) DatasetOptions {
	o := DatasetOptions{Dir: dir, Seeds: []uint64{1001, 1002}, Images: 2, Stage: Options{Camera: camera.Options{Width: 160, Height: 120}, Samples: 1, ShadowSize: 512}}
	if testing.Short() {
		o.Seeds = o.Seeds[:1]
	}
	return o
}

func decode(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	return img
}

// A set is the same bytes twice, and its parts agree: COCO's masks with the objects' picture, boxes with YOLO's lines,
// things with counts of pixels.
func TestASetIsReproducibleAndItsPartsAgree(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	all := datasetSmall(first)
	images := len(all.Seeds) * all.Images
	steps := 0
	a, err := WriteDataset(context.Background(), all, func(done, total int) {
		steps++
		require.Equal(t, steps, done)
		require.Equal(t, images, total)
	})
	require.NoError(t, err)
	require.Equal(t, images, steps)
	b, err := WriteDataset(context.Background(), datasetSmall(second), nil)
	require.NoError(t, err)
	require.Equal(t, a, b)
	ma, frames, err := readDataset(first)
	require.NoError(t, err)
	mb, _, err := readDataset(second)
	require.NoError(t, err)
	require.Equal(t, ma, mb, "the sums of all files")
	require.Len(t, frames, images)

	var coco COCO
	text, err := os.ReadFile(filepath.Join(first, "annotations.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &coco))
	require.Len(t, coco.Images, images)
	things := 0
	for _, frame := range frames {
		objects := decode(t, filepath.Join(first, "objects", frame.Name+".png")).(*image.Paletted)
		masks := decode(t, filepath.Join(first, "masks", frame.Name+".png")).(*image.Paletted)
		require.Equal(t, image.Rect(0, 0, 160, 120), decode(t, filepath.Join(first, "images", frame.Name+".png")).Bounds())
		yolo, err := os.ReadFile(filepath.Join(first, "labels", frame.Name+".txt"))
		require.NoError(t, err)
		listed := 0
		for i, th := range frame.Things {
			count := 0
			for k, o := range objects.Pix {
				if int(o) == i+1 {
					count++
					require.Equal(t, th.Class, ma.Classes[masks.Pix[k]])
				}
			}
			require.Equal(t, th.Count, count)
			if c, err := label.ParseClass(th.Class); err == nil {
				if _, is := number(c); is {
					listed++
				}
			}
		}
		require.Equal(t, listed, strings.Count(string(yolo), "\n"))
		things += listed
	}
	require.Len(t, coco.Annotations, things)
	for _, annotation := range coco.Annotations {
		inside, pixels, all := false, 0, 0
		for _, run := range annotation.Segmentation.Counts {
			all += run
			if inside {
				pixels += run
			}
			inside = !inside
		}
		require.Equal(t, annotation.Area, pixels)
		require.Equal(t, 160*120, all)
	}
}

func TestAnEndedSetHasNoManifest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := WriteDataset(ctx, datasetSmall(dir), func(int, int) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	_, _, err = readDataset(dir)
	require.ErrorContains(t, err, "manifest.json")
	_, err = WriteDataset(context.Background(), datasetSmall(dir), nil)
	require.ErrorContains(t, err, "the directory is not empty")
}

func TestWrongSetsAreRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	for want, o := range map[string]DatasetOptions{
		"no seeds":                    {Dir: dir, Images: 1},
		"0 images a world":            {Dir: dir, Seeds: []uint64{1}},
		"world seed 7: it is there":   {Dir: dir, Seeds: []uint64{7, 7}, Images: 1},
		`world "moon": no such world`: {Dir: dir, Seeds: []uint64{7}, Images: 1, Stage: Options{World: "moon"}},
	} {
		_, err := WriteDataset(context.Background(), o, nil)
		require.ErrorContains(t, err, want)
	}
	foreign := t.TempDir()
	_, _, err := readDataset(foreign)
	require.ErrorContains(t, err, "manifest.json")
	for text, want := range map[string]string{
		"{":                              "manifest.json",
		`{"format": "x"}`:                `format "x": want "gonao data set 1"`,
		`{"format": "gonao data set 1"}`: "frames.jsonl",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(foreign, manifestName), []byte(text), 0o666))
		_, _, err = readDataset(foreign)
		require.ErrorContains(t, err, want)
	}
	require.NoError(t, os.WriteFile(filepath.Join(foreign, manifestName), []byte(`{"format": "gonao data set 1"}`), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(foreign, "frames.jsonl"), []byte("{\"name\": 3}\n"), 0o666))
	_, _, err = readDataset(foreign)
	require.ErrorContains(t, err, "image 1")
	require.NoError(t, os.WriteFile(filepath.Join(foreign, "frames.jsonl"), nil, 0o666))
	_, _, err = readDataset(foreign)
	require.ErrorContains(t, err, "has 0 images")
}
