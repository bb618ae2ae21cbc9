package tool

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/vision/segment"
)

// visionWrite writes a picture: a green ground with an orange square, or its mask.
func visionWrite(t *testing.T, file string, mask bool) {
	img := image.Image(nil)
	square := image.Rect(20, 10, 40, 30)
	if mask {
		m := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{color.Black, color.White, color.Gray{100}, color.Gray{50}})
		for y := range 48 {
			for x := range 64 {
				if image.Pt(x, y).In(square) {
					m.SetColorIndex(x, y, 3)
				}
			}
		}
		img = m
	} else {
		p := image.NewRGBA(image.Rect(0, 0, 64, 48))
		for y := range 48 {
			for x := range 64 {
				c := color.RGBA{40, 120, 50, 255}
				if image.Pt(x, y).In(square) {
					c = color.RGBA{240, 110, 20, 255}
				}
				p.SetRGBA(x, y, c)
			}
		}
		img = p
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, img))
	require.NoError(t, os.WriteFile(file, out.Bytes(), 0o666))
}

// classOf returns the classes of a colour in a table's file.
func classOf(t *testing.T, file string, c color.RGBA) []string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	table, err := segment.UnmarshalTable(text)
	require.NoError(t, err)
	y, u, v := color.RGBToYCbCr(c.R, c.G, c.B)
	var names []string
	for i, n := range table.Names {
		if table.Of[segment.Index(y, u, v)]>>i&1 == 1 {
			names = append(names, n)
		}
	}
	return names
}

func run(args ...string) (string, error) {
	var out, errs bytes.Buffer
	cmd := newVision(cli.Terminal{Out: &out, Errs: &errs})
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetOut(&errs)
	cmd.SetErr(&errs)
	err := cmd.Execute()
	return out.String(), err
}

func TestATableOfColoursComesFromClicksOrMasks(t *testing.T) {
	dir := t.TempDir()
	visionWrite(t, filepath.Join(dir, "images", "a.png"), false)
	visionWrite(t, filepath.Join(dir, "masks", "a.png"), true)
	clicks, table := filepath.Join(dir, "clicks.txt"), filepath.Join(dir, "colors.table")
	require.NoError(t, os.WriteFile(clicks, []byte("# a comment\nimages/a.png 30 20 orange\nimages/a.png 5 5 none\n"), 0o666))
	orange, green := color.RGBA{240, 110, 20, 255}, color.RGBA{40, 120, 50, 255}
	for _, args := range [][]string{{"--clicks", clicks}, {"--masks", dir, "--class", "3=orange"}} {
		out, err := run(append([]string{"colors", "-o", table}, args...)...)
		require.NoError(t, err)
		require.Contains(t, out, "262144 entries")
		require.Equal(t, []string{"orange"}, classOf(t, table, orange))
		require.Empty(t, classOf(t, table, green))
		require.NoError(t, os.Remove(table))
	}
}

func TestExamplesOfColoursThatCannotBeUsedAreNamed(t *testing.T) {
	dir := t.TempDir()
	visionWrite(t, filepath.Join(dir, "images", "a.png"), false)
	clicks := filepath.Join(dir, "clicks.txt")
	for text, want := range map[string]string{
		"":                            "no clicks: expected lines of the form picture x y class",
		"images/a.png 30 orange":      "line 1",
		"images/a.png 30 x orange":    "expected picture x y class",
		"images/a.png 99 20 orange":   "pixel 99, 20 of images/a.png: expected one within 64 × 48",
		"images/none.png 3 2 orange":  "none.png",
		"images/a.png 5 5 none":       "0 classes: expected 1 to 8",
		"images/../clicks.txt 5 5 on": "clicks.txt",
	} {
		require.NoError(t, os.WriteFile(clicks, []byte(text), 0o666))
		_, err := run("colors", "--clicks", clicks, "-o", filepath.Join(dir, "t"))
		require.ErrorContains(t, err, want, text)
	}
	for want, args := range map[string][]string{
		"expected one of them":           {"colors"},
		"expected NUMBER=NAME":           {"colors", "--masks", dir, "--class", "ball"},
		"no masks: expected masks/*.png": {"colors", "--masks", dir, "--class", "3=ball"},
		"expected 0 to 8":                {"colors", "--clicks", clicks, "--reach", "9"},
		"found neither frames.jsonl":     {"score", t.TempDir()},
		"expected pattern, plain or any": {"score", dir, "--balls", "square"},
		"--windows 0":                    {"score", dir, "--windows", "0"},
	} {
		_, err := run(args...)
		require.ErrorContains(t, err, want)
	}
}

// The command in a file of weights names all that its thresholds depend on.
func TestTheCommandOfANetNamesItsHeldOutPictures(t *testing.T) {
	f := training{samples: 10, seed: 2, held: "a/held.set", falseShare: 0.001, sets: []string{"b/more.set"}}
	require.Equal(t, "gonao vision train ball --seed 2 --samples 10 --epochs 3 --held held.set --false 0.001 --set more.set", f.command("ball", 3))
}
