package scenery

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/label"
)

// The nets are trained, and the thresholds chosen, on the pictures of this package. When they change, the file
// testdata/frozen.txt no longer matches: then the nets are trained again, the figures measured again,
// and the file is written with GOLDEN=write.
//
// The hash is over what is drawn from the seeds, with six digits. Pixels are compared as means of tiles within a few grey
// levels, since processors round them differently.
func TestTheGeneratorIsFrozen(t *testing.T) {
	var text strings.Builder
	var tiles [][]int
	worlds := []struct {
		seed    uint64
		options Options
	}{
		{1, Options{}}, {2, Options{World: "hsl_small"}}, {1001, Options{}}, {1002, Options{World: "field2010"}}, {3, Options{PlainBalls: true}},
	}
	all := len(worlds)
	if testing.Short() && os.Getenv("GOLDEN") != "write" {
		worlds = worlds[:2]
	}
	const pictures = 3 // of each world
	for _, o := range worlds {
		options := o.options
		options.Samples, options.ShadowSize = 1, 512
		options.Camera.Width, options.Camera.Height = 160, 120
		s, err := Open(o.seed, options)
		require.NoError(t, err)
		h := sha256.New()
		writeWorld(t, h, s)
		var shot Shot
		for n := range uint64(pictures) {
			require.NoError(t, s.Shoot(n, &shot))
			writeLabels(h, &shot.Labels)
			tiles = append(tiles, meansOf(&shot))
		}
		s.Close()
		fmt.Fprintf(&text, "world %d %s %s\n", o.seed, options.World, hex.EncodeToString(h.Sum(nil)))
	}
	for _, row := range tiles {
		fmt.Fprintln(&text, strings.Trim(fmt.Sprint(row), "[]"))
	}
	const file = "testdata/frozen.txt"
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o666))
	}
	frozen, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(frozen), "\n") // one for each world, then one for each picture
	want := strings.Join(append(lines[:len(worlds):len(worlds)], lines[all:all+pictures*len(worlds)]...), "")
	require.NoError(t, compareFrozen(want, text.String()))
	require.Error(t, compareFrozen(want, strings.Replace(text.String(), "world 1 ", "world 1 0", 1)), "the comparison can fail")
}

// decimals are numbers with a fraction.
var decimals = regexp.MustCompile(`-?\d+\.\d+(e-?\d+)?`)

// writeWorld writes what the seed has drawn.
func writeWorld(t *testing.T, w io.Writer, s *Stage) {
	o := s.options.Camera
	drawn := []any{s.World.Hall, s.World.Field, s.World.Light, s.World.Balls, s.World.Puppets, s.robots, o.Effects, o.Exposure, o.Noise}
	text, err := json.Marshal(drawn)
	require.NoError(t, err)
	_, _ = w.Write(decimals.ReplaceAllFunc(text, func(number []byte) []byte {
		v, err := strconv.ParseFloat(string(number), 64)
		require.NoError(t, err)
		return fmt.Appendf(nil, "%.6g", v)
	}))
}

// writeLabels writes where everything is, in tenths of a millimetre.
func writeLabels(w io.Writer, l *label.Labels) {
	p := l.Camera.World
	fmt.Fprintf(w, "%v %.4f %.4f\n", l.Camera.Which, p.P, p.R)
	for _, j := range l.Camera.Joints {
		fmt.Fprintf(w, "%.4f ", j)
	}
	for i := range l.Things {
		if t := &l.Things[i]; t.Count > 40 { // fewer may be none on another processor
			fmt.Fprintf(w, "%v %s %.3f %.3f %.3f\n", t.Class, t.Name, t.Place.X, t.Place.Y, t.Radius)
		}
	}
}

// meansOf returns the mean luma of 8 × 6 tiles.
func meansOf(s *Shot) []int {
	const across, down = 8, 6
	out := make([]int, 0, across*down)
	w, h := s.Image.Width/across, s.Image.Height/down
	for ty := range down {
		for tx := range across {
			sum := 0
			for y := ty * h; y < (ty+1)*h; y++ {
				for x := tx * w; x < (tx+1)*w; x++ {
					sum += int(s.Image.YUYV[2*(y*s.Image.Width+x)])
				}
			}
			out = append(out, sum/(w*h))
		}
	}
	return out
}

// compareFrozen returns an error if the lines of hashes differ, or the tiles of any picture by more than a few levels.
func compareFrozen(want, got string) error {
	a, b := strings.Split(strings.TrimSpace(want), "\n"), strings.Split(strings.TrimSpace(got), "\n")
	if len(a) != len(b) {
		return fmt.Errorf("%d lines: expected %d", len(b), len(a))
	}
	for i := range a {
		if strings.HasPrefix(a[i], "world") {
			if a[i] != b[i] {
				return fmt.Errorf("%s: expected %s", b[i], a[i])
			}
			continue
		}
		x, y := strings.Fields(a[i]), strings.Fields(b[i])
		off := 0.0
		for k := range min(len(x), len(y)) {
			var p, q float64
			if _, err := fmt.Sscan(x[k], &p); err != nil {
				return err
			}
			if _, err := fmt.Sscan(y[k], &q); err != nil {
				return err
			}
			off += math.Abs(p - q)
		}
		if mean := off / float64(max(len(x), 1)); len(x) != len(y) || mean > 2 {
			return fmt.Errorf("picture in line %d: its tiles differ by %.2f grey levels in the mean: expected 2 at most", i+1, mean)
		}
	}
	return nil
}
