package shots

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/scenery"
	"gonao/vision"
	"gonao/vision/ball"
	"gonao/vision/net"
	"gonao/vision/patch"
	"gonao/vision/robots"
)

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func seeds(first, n int) (s []uint64) {
	for i := range n {
		s = append(s, uint64(first+i))
	}
	return s
}

// TestTheBallTable prints how well balls are found. WORLDS, IMAGES and SEED choose the images; NET names files of weights other
// than ball's own, separated by commas; FAILURES is a directory for pictures of what went wrong.
func TestTheBallTable(t *testing.T) {
	worlds, images := number("WORLDS", 0), number("IMAGES", 20)
	if worlds == 0 {
		t.Skip("set WORLDS, as make bench-vision does")
	}
	finder, err := ball.Default(0.05)
	require.NoError(t, err)
	finders := []*ball.Finder{finder}
	if names := os.Getenv("NET"); names != "" {
		finders = nil
		for name := range strings.SplitSeq(names, ",") {
			n, err := net.Load(name)
			require.NoError(t, err)
			finder, err := ball.New(n, 0.05)
			require.NoError(t, err)
			finders = append(finders, finder)
		}
	}
	o := Options{Seeds: seeds(number("SEED", 1001), worlds), Images: images, Stage: scenery.Options{World: os.Getenv("WORLD"), Samples: number("SAMPLES", 1), ShadowSize: number("SHADOWS", -1)}}
	scores, err := ScoreBalls(context.Background(), o, finders, failures(t))
	require.NoError(t, err)
	for _, s := range scores {
		fmt.Println(s)
		fmt.Print(s.List())
	}
}

// failures returns a function that writes images in which something went wrong.
func failures(t *testing.T) func(*Frame, []ball.Ball) {
	dir := os.Getenv("FAILURES")
	if dir == "" {
		return nil
	}
	written := 0
	return func(f *Frame, found []ball.Ball) {
		s := &BallScore{}
		s.add(f, found, nil)
		if len(s.Failures) == 0 && os.Getenv("ALL") == "" || written > 40 {
			return
		}
		written++
		img := picture(f.Image)
		for _, b := range f.Balls() {
			ring(img, b.U, b.V, b.Radius+2, color.RGBA{0, 255, 255, 255})
		}
		for _, b := range found {
			ring(img, b.X, b.Y, b.Radius, color.RGBA{255, 0, 0, 255})
		}
		file, err := os.Create(fmt.Sprintf("%s/%d_%d.png", dir, f.Seed, f.Number))
		require.NoError(t, err)
		require.NoError(t, png.Encode(file, img))
		require.NoError(t, file.Close())
	}
}

func picture(img vision.Image) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, img.Width, img.Height))
	for y := range img.Height {
		for x := range img.Width {
			at := y*img.Step + 4*(x/2)
			r, g, b := color.YCbCrToRGB(img.Data[at+2*(x%2)], img.Data[at+1], img.Data[at+3])
			out.SetRGBA(x, y, color.RGBA{r, g, b, 255})
		}
	}
	return out
}

// TestTheRobotTable prints how well robots are found, as TestTheBallTable.
func TestTheRobotTable(t *testing.T) {
	worlds, images := number("WORLDS", 0), number("IMAGES", 20)
	if worlds == 0 {
		t.Skip("set WORLDS, as make bench-vision does")
	}
	finder, err := robots.Default()
	require.NoError(t, err)
	if name := os.Getenv("NET"); name != "" {
		n, err := net.Load(name)
		require.NoError(t, err)
		finder, err = robots.New(n)
		require.NoError(t, err)
	}
	o := Options{Seeds: seeds(number("SEED", 1001), worlds), Images: images, Stage: scenery.Options{World: os.Getenv("WORLD"), Samples: number("SAMPLES", 1), ShadowSize: number("SHADOWS", -1)}}
	dir, written := os.Getenv("FAILURES"), 0
	s, err := ScoreRobots(context.Background(), o, finder, func(f *Frame, found []robots.Robot) {
		if dir == "" || written > 40 {
			return
		}
		written++
		img := picture(f.Image)
		for _, r := range f.Robots() {
			ring(img, r.U, r.V, 8, color.RGBA{0, 255, 255, 255})
		}
		for _, r := range found {
			ring(img, r.X, r.Y, 5, color.RGBA{255, 0, 0, 255})
		}
		file, err := os.Create(fmt.Sprintf("%s/%d_%d.png", dir, f.Seed, f.Number))
		require.NoError(t, err)
		require.NoError(t, png.Encode(file, img))
		require.NoError(t, file.Close())
	})
	require.NoError(t, err)
	fmt.Println(s)
}

func ring(img *image.RGBA, x, y, r float64, c color.RGBA) {
	for a := 0.0; a < 2*math.Pi; a += 0.5 / r {
		img.SetRGBA(int(x+r*math.Cos(a)), int(y+r*math.Sin(a)), c)
	}
}

// TestWindowsAreLabelledByTheTruth writes a sheet of the windows to the file SHEET, if that is set.
func TestWindowsAreLabelledByTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("renders images")
	}
	o := Options{Seeds: seeds(1, number("WORLDS", 2)), Images: number("IMAGES", 6), Stage: scenery.Options{Samples: 1, ShadowSize: -1}}
	set, err := Windows(context.Background(), o)
	require.NoError(t, err)
	require.NoError(t, set.Check())
	again, err := Windows(context.Background(), o)
	require.NoError(t, err)
	require.Equal(t, set.Hash(), again.Hash())
	balls := 0
	for _, s := range set.Samples {
		if s.Target[0] == 1 {
			balls++
		}
	}
	require.Positive(t, balls)
	require.Less(t, balls, len(set.Samples))
	if name := os.Getenv("SHEET"); name != "" {
		const cols = 40
		img := image.NewGray(image.Rect(0, 0, cols*patch.Side, (len(set.Samples)/cols+1)*(patch.Side+2)))
		for i, s := range set.Samples {
			for j, v := range s.Input {
				img.SetGray(i%cols*patch.Side+j%patch.Side, i/cols*(patch.Side+2)+j/patch.Side, color.Gray{v})
			}
			if s.Target[0] == 1 {
				for j := range patch.Side - 4 {
					img.SetGray(i%cols*patch.Side+j, i/cols*(patch.Side+2)+patch.Side, color.Gray{255})
				}
			}
		}
		file, err := os.Create(name)
		require.NoError(t, err)
		require.NoError(t, png.Encode(file, img))
		require.NoError(t, file.Close())
	}
}
