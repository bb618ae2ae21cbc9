package score

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/field"
	"gonao/vision/objects"
)

// carpet draws a green picture with a line, and with a black-and-white ball at a place unless its radius is 0.
func carpet(width, height int, u, v, radius float64) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{40, uint8(105 + (x*7+y*13)%9), 50, 255}
			if x > width*3/4 && x < width*3/4+6 {
				c = color.RGBA{225, 225, 225, 255}
			}
			if dx, dy := (float64(x)+0.5-u)/radius, (float64(y)+0.5-v)/radius; radius > 0 && dx*dx+dy*dy < 1 {
				level := 230 * (0.85 - 0.25*dy)
				for k := range 6 {
					sin, cos := math.Sincos(float64(k) * math.Pi / 3)
					if math.Hypot(dx-0.72*cos, dy-0.72*sin) < 0.2 || math.Hypot(dx, dy) < 0.3 {
						level = 25
					}
				}
				c = color.RGBA{uint8(level), uint8(level), uint8(level), 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

func save(t *testing.T, img image.Image, path ...string) {
	name := filepath.Join(path...)
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, img))
	require.NoError(t, os.WriteFile(name, out.Bytes(), 0o666))
}

func write(t *testing.T, text string, path ...string) {
	name := filepath.Join(path...)
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
}

// places are the balls of the pictures that the tests draw.
var places = [][3]float64{{60, 80, 12}, {150, 60, 18}, {100, 120, 25}, {200, 150, 15}}

func run(t *testing.T, dir string) (*Report, string) {
	set, err := Open(dir)
	require.NoError(t, err)
	f, err := objects.Default(0.05)
	require.NoError(t, err)
	fld, err := field.Load("spl")
	require.NoError(t, err)
	report, err := Run(context.Background(), set, &f, Options{Field: fld, Windows: 60})
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, report.Write(&text))
	return report, text.String()
}

// The same pictures as COCO and as YOLO have the same score, in which the balls are found and windows of carpet are not.
func TestBallsOfCOCOAndYOLOAreFound(t *testing.T) {
	one, other := t.TempDir(), t.TempDir()
	c := map[string]any{"categories": []any{map[string]any{"id": 7, "name": "Ball"}, map[string]any{"id": 8, "name": "line"}}}
	var images, annotations []any
	for i, p := range places {
		img := carpet(320, 240, p[0], p[1], p[2])
		name := fmt.Sprintf("%d.png", i)
		save(t, img, one, "images", name)
		save(t, img, other, "images", name)
		images = append(images, map[string]any{"id": 10 + i, "file_name": name})
		annotations = append(annotations, map[string]any{"image_id": 10 + i, "category_id": 7, "bbox": []float64{p[0] - p[2], p[1] - p[2], 2 * p[2], 2 * p[2]}})
		write(t, fmt.Sprintf("1 %g %g %g %g\n", p[0]/320, p[1]/240, 2*p[2]/320, 2*p[2]/240), other, "labels", fmt.Sprintf("%d.txt", i))
	}
	c["images"], c["annotations"] = images, annotations
	text, err := json.Marshal(c)
	require.NoError(t, err)
	write(t, string(text), one, "annotations.json")
	write(t, "names:\n  0: robot\n  1: ball\n", other, "data.yaml")

	a, printed := run(t, one)
	require.Equal(t, "COCO", a.Kind)
	require.Equal(t, len(places), a.Pictures)
	require.Greater(t, a.Recall(), 0.6, printed)
	require.Less(t, a.False(), 0.05, printed)
	require.Contains(t, printed, "robot: not scored: the pictures have no camera poses")
	there := 0
	for _, s := range a.Balls {
		there += s.There
	}
	require.Equal(t, len(places), there)

	b, _ := run(t, other)
	require.Equal(t, "YOLO", b.Kind)
	require.InDelta(t, a.Recall(), b.Recall(), 0.03, "the same windows but for rounding")
	require.Equal(t, a.without, b.without)
}

func TestFoldersOfWindowsAreScored(t *testing.T) {
	dir := t.TempDir()
	for i := range 6 {
		side := 48 + 8*i
		radius := float64(side) / objects.BallWindowRadii
		save(t, carpet(side, side, float64(side)/2, float64(side)/2, radius), dir, "ball", fmt.Sprintf("%d.png", i))
		save(t, carpet(side, side, 0, 0, 0), dir, "none", fmt.Sprintf("%d.png", i))
	}
	r, printed := run(t, dir)
	require.Equal(t, "windows", r.Kind)
	require.Greater(t, r.Recall(), 0.8, printed)
	require.Zero(t, r.False())
	require.Contains(t, printed, "windows: 6 about balls, 6 without")
}

func TestFoldersThatCannotBeScoredAreNamed(t *testing.T) {
	const someCOCO = `{"images":[{"id":1,"file_name":"a.png"}],"categories":[{"id":1,"name":"ball"}],"annotations":[{"image_id":%d,"category_id":%d,"bbox":%s}]}`
	for name, row := range map[string]struct {
		files map[string]string
		want  string
	}{
		"empty":                 {nil, "found neither frames.jsonl"},
		"foreign":               {map[string]string{"readme.md": "hello"}, "found neither frames.jsonl"},
		"damaged JSON":          {map[string]string{"a.json": `{"images":`}, "a.json"},
		"an image that is not":  {map[string]string{"a.json": fmt.Sprintf(someCOCO, 2, 1, "[1,2,3,4]")}, "annotation 0: image_id 2: expected one of images"},
		"a class that is not":   {map[string]string{"a.json": fmt.Sprintf(someCOCO, 1, 9, "[1,2,3,4]")}, "annotation 0: category_id 9"},
		"half a box":            {map[string]string{"a.json": fmt.Sprintf(someCOCO, 1, 1, "[1,2]")}, "bbox [1 2]: expected left, top, width and height"},
		"an empty box":          {map[string]string{"a.json": fmt.Sprintf(someCOCO, 1, 1, "[1,2,0,5]")}, "bbox [1 2 0 5]"},
		"nothing of ours":       {map[string]string{"a.json": `{"images":[{"id":1,"file_name":"a.png"}],"categories":[],"annotations":[]}`}, "without any label ball or robot"},
		"half a frame":          {map[string]string{"frames.jsonl": `{"name":"x"`}, "frames.jsonl: picture 1"},
		"YOLO with one class":   {map[string]string{"classes.txt": "ball", "a.png": "x", "a.txt": "3 0.1 0.1 0.1 0.1"}, `a.txt: line 1: "3 0.1 0.1 0.1 0.1": expected a class from 0 to 0`},
		"YOLO in pixels":        {map[string]string{"classes.txt": "ball", "a.png": "x", "a.txt": "0 320 240 10 10"}, `"320": expected a share of the picture's size`},
		"windows of balls only": {map[string]string{"ball/a.png": "x"}, "1 windows with a ball and 0 without"},
	} {
		dir := t.TempDir()
		for file, text := range row.files {
			write(t, text, dir, file)
		}
		_, err := Open(dir)
		require.ErrorIs(t, err, errSet, name)
		require.ErrorContains(t, err, row.want, name)
	}
	_, err := Open(filepath.Join(t.TempDir(), "nowhere"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestAPictureThatIsNoneIsNamed(t *testing.T) {
	dir := t.TempDir()
	write(t, "no picture", dir, "ball", "a.png")
	write(t, "no picture", dir, "none", "b.png")
	set, err := Open(dir)
	require.NoError(t, err)
	f, err := objects.Default(0.05)
	require.NoError(t, err)
	_, err = Run(context.Background(), set, &f, Options{})
	require.ErrorIs(t, err, errSet)
	require.ErrorContains(t, err, ".png")
}

// Labels of any content lead to a set or to an error.
func FuzzLabels(f *testing.F) {
	f.Add([]byte(`{"images":[{"id":1,"file_name":"a.png"}],"categories":[{"id":1,"name":"ball"}],"annotations":[{"image_id":1,"category_id":1,"bbox":[1,2,3,4]}]}`), byte(0))
	f.Add([]byte(`{"name":"0001_0000","camera":{"which":"top"},"things":[{"class":"ball","box":[1,2,3,4],"radius":4}]}`), byte(1))
	f.Add([]byte("0 0.5 0.5 0.1 0.1\n"), byte(2))
	f.Add([]byte("names: [ball]\n"), byte(3))
	f.Fuzz(func(t *testing.T, text []byte, kind byte) {
		dir := t.TempDir()
		switch kind % 4 {
		case 0:
			write(t, string(text), dir, "a.json")
		case 1:
			write(t, string(text), dir, "frames.jsonl")
		case 2:
			write(t, "ball\nrobot", dir, "classes.txt")
			write(t, "x", dir, "a.png")
			write(t, string(text), dir, "a.txt")
		default:
			write(t, string(text), dir, "data.yaml")
			write(t, "x", dir, "a.png")
			write(t, "0 0.5 0.5 0.1 0.1", dir, "a.txt")
		}
		set, err := Open(dir)
		if err != nil {
			return
		}
		for i := range set.Pictures {
			set.Pictures[i].scale(640, 480)
		}
	})
}
