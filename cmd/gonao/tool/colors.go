package tool

import (
	"bufio"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/vision"
	"gonao/vision/score"
	"gonao/vision/segment"
)

// coloring holds the flags of gonao vision colors.
type coloring struct {
	output, clicks, masks string
	classes               []string
	reach                 int
	least                 float64
}

func newColors(t cli.Terminal) *cobra.Command {
	var f coloring
	cmd := &cobra.Command{
		Use: "colors", Short: "make a colour table from clicked pixels or labelled masks", Args: cobra.NoArgs,
		Long: `colors writes a table of 256 KB that maps colours, 6 bits for each of Y, U and V, to classes.

--clicks FILE: lines "picture x y class"; pictures are searched in the file's directory. A click also stands for
the colours near it. The class none is for colours that must not be taken for another class.
--masks DIR: the folders images/ and masks/ with pictures of the same names; a mask's palette indices are the
numbers of classes, and --class NUMBER=NAME chooses which classes are learned. gonao vision dataset writes such folders, with
the names of the numbers in manifest.json. A colour belongs to the class of most of its pixels.`,
		Example: "  gonao vision colors --clicks clicks.txt -o colors.table\n  gonao vision colors --masks look --class 3=ball --class 5=post -o colors.table",
		RunE:    func(*cobra.Command, []string) error { return f.run(t) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "colors.table", "the file")
	flags.StringVar(&f.clicks, "clicks", "", "file of clicked pixels")
	flags.StringVar(&f.masks, "masks", "", "folder with images/ and masks/")
	flags.StringArrayVar(&f.classes, "class", nil, "NUMBER=NAME: a class of the masks to learn; may be repeated")
	flags.IntVar(&f.reach, "reach", 2, "how far a click spreads, in steps of 4 levels of chroma, 0 to 8")
	flags.Float64Var(&f.least, "least", 3, "colours with fewer pixels in masks belong to no class")
	return cmd
}

// run writes the table.
func (f coloring) run(t cli.Terminal) error {
	if err := cli.CheckOutputs(f.output); err != nil {
		return fmt.Errorf("vision colors: %w", err)
	}
	var l *segment.Learner
	var err error
	least := 0.0
	switch {
	case (f.clicks == "") == (f.masks == ""):
		return cli.Usagef("vision colors: --clicks %q --masks %q: expected one of them", f.clicks, f.masks)
	case f.reach < 0 || f.reach > 8:
		return cli.Usagef("vision colors: --reach %d: expected 0 to 8", f.reach)
	case f.clicks != "":
		l, err = learnClicks(f.clicks, f.reach)
	default:
		least = f.least
		l, err = learnMasks(f.masks, f.classes)
	}
	if err != nil {
		return fmt.Errorf("vision colors: %w", err)
	}
	table := l.Table(least)
	counts := make([]int, len(table.Names))
	for _, bits := range table.Of {
		for c := range counts {
			counts[c] += int(bits >> c & 1)
		}
	}
	for c, n := range counts {
		if n == 0 {
			return fmt.Errorf("vision colors: class %s has no colour: each of its colours belongs mostly to another class", table.Names[c])
		}
		fmt.Fprintf(t.Out, "%-12s %6d colours\n", table.Names[c], n)
	}
	if err := os.WriteFile(f.output, table.Marshal(), 0o644); err != nil {
		return fmt.Errorf("vision colors: %w", err)
	}
	fmt.Fprintf(t.Out, "%s: %d entries\n", f.output, segment.TableSize)
	return nil
}

// noClass is the name of the class for everything that belongs to no other class.
const noClass = "none"

// click is a line of a file of clicked pixels.
type click struct {
	picture, class string
	x, y           int
}

// readClicks reads a file of clicked pixels.
func readClicks(name string) ([]click, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var clicks []click
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		bad := fmt.Errorf("%s: line %d: %.60q: expected picture x y class", name, n, lines.Text())
		if len(words) != 4 {
			return nil, bad
		}
		x, errX := strconv.Atoi(words[1])
		y, errY := strconv.Atoi(words[2])
		if errX != nil || errY != nil {
			return nil, bad
		}
		clicks = append(clicks, click{words[0], words[3], x, y})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(clicks) == 0 {
		return nil, fmt.Errorf("%s: no clicks: expected lines of the form picture x y class", name)
	}
	return clicks, nil
}

// learnClicks learns from clicked pixels.
func learnClicks(name string, reach int) (*segment.Learner, error) {
	clicks, err := readClicks(name)
	if err != nil {
		return nil, err
	}
	var classes []string
	for _, c := range clicks {
		if c.class != noClass && !slices.Contains(classes, c.class) {
			classes = append(classes, c.class)
		}
	}
	l, err := segment.NewLearner(classes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	pictures := map[string]vision.Image{}
	for _, c := range clicks {
		img, ok := pictures[c.picture]
		if !ok {
			if img, err = score.Load(filepath.Join(filepath.Dir(name), filepath.FromSlash(c.picture))); err != nil {
				return nil, err
			}
			pictures[c.picture] = img
		}
		if c.x < 0 || c.y < 0 || c.x >= img.Width || c.y >= img.Height {
			return nil, fmt.Errorf("%s: pixel %d, %d of %s: expected one within %d × %d", name, c.x, c.y, c.picture, img.Width, img.Height)
		}
		y, u, v := colorAt(img, c.x, c.y)
		l.Spread(slices.Index(classes, c.class), y, u, v, reach)
	}
	return l, nil
}

// colorAt returns the colour of a pixel.
func colorAt(img vision.Image, x, y int) (luma, u, v uint8) {
	p := img.Data[y*img.Step+x/2*4:]
	return p[x%2*2], p[1], p[3]
}

// learnMasks learns from a folder with images and masks.
func learnMasks(dir string, wanted []string) (*segment.Learner, error) {
	var names []string
	class := map[int]int{} // class by its number in masks
	for _, w := range wanted {
		number, name, ok := strings.Cut(w, "=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 0 || n > 255 || name == "" {
			return nil, cli.Usagef("vision colors: --class %q: expected NUMBER=NAME such as 3=ball", w)
		}
		class[n] = len(names)
		names = append(names, name)
	}
	l, err := segment.NewLearner(names)
	if err != nil {
		return nil, fmt.Errorf("--class: %w", err)
	}
	masks, err := filepath.Glob(filepath.Join(dir, "masks", "*.png"))
	if err != nil {
		return nil, err
	}
	if len(masks) == 0 {
		return nil, fmt.Errorf("%s: no masks: expected masks/*.png beside images/", dir)
	}
	for _, file := range masks {
		if err := learnMask(l, filepath.Join(dir, "images", filepath.Base(file)), file, class); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// learnMask learns from one picture and its mask.
func learnMask(l *segment.Learner, picture, mask string, class map[int]int) error {
	img, err := score.Load(picture)
	if err != nil {
		return err
	}
	file, err := os.Open(mask)
	if err != nil {
		return err
	}
	defer file.Close()
	decoded, _, err := image.Decode(file)
	if err != nil {
		return fmt.Errorf("%s: %w", mask, err)
	}
	var at func(x, y int) int
	switch m := decoded.(type) {
	case *image.Paletted:
		at = func(x, y int) int { return int(m.ColorIndexAt(x, y)) }
	case *image.Gray:
		at = func(x, y int) int { return int(m.GrayAt(x, y).Y) }
	default:
		return fmt.Errorf("%s: the mask is in colours: expected one with a palette, or a grey one, whose numbers are classes", mask)
	}
	size := decoded.Bounds().Size()
	if size.X&^1 != img.Width || size.Y != img.Height {
		return fmt.Errorf("%s: the mask has %d × %d pixels: expected %d × %d, as in its picture", mask, size.X, size.Y, img.Width, img.Height)
	}
	for y := range img.Height {
		for x := range img.Width {
			k, ok := class[at(x, y)]
			if !ok {
				k = segment.None
			}
			luma, u, v := colorAt(img, x, y)
			l.Add(k, luma, u, v)
		}
	}
	return nil
}
