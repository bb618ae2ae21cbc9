package score

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/yamlfault"
	"gonao/internal/yamlread"
	"gonao/nao"
)

// frame holds the used fields of a line of frames.jsonl, as gonao vision dataset writes it.
type frame struct {
	Name   string `json:"name"`
	Camera struct {
		Which  string      `json:"which"`
		World  [12]float64 `json:"x_wc"`
		Ground [12]float64 `json:"x_rc"`
		FX     float64     `json:"fx"`
		FY     float64     `json:"fy"`
		CX     float64     `json:"cx"`
		CY     float64     `json:"cy"`
		K1     float64     `json:"k1"`
	} `json:"camera"`
	Things []struct {
		Class  string     `json:"class"`
		Box    [4]float64 `json:"box"`
		Share  float64    `json:"share"`
		Cut    bool       `json:"cut"`
		U      float64    `json:"u"`
		V      float64    `json:"v"`
		Radius float64    `json:"radius"`
		Place  [3]float64 `json:"place"`
	} `json:"things"`
}

// openOwn reads a folder that gonao vision dataset wrote.
func openOwn(dir string) (*Set, error) {
	f, err := os.Open(filepath.Join(dir, "frames.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errOtherKind
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := &Set{Kind: "gonao"}
	for lines := json.NewDecoder(bufio.NewReader(f)); ; {
		var one frame
		if err := lines.Decode(&one); errors.Is(err, io.EOF) {
			return s, nil
		} else if err != nil {
			return nil, fmt.Errorf("%w: frames.jsonl: picture %d: %w", errSet, len(s.Pictures)+1, err)
		}
		s.Pictures = append(s.Pictures, one.picture(dir))
	}
}

// picture returns the picture of a line.
func (f *frame) picture(dir string) Picture {
	c := &f.Camera
	p := Picture{File: filepath.Join(dir, "images", f.Name+".png"), Pose: &Pose{
		X_RC: poseOf(c.Ground), K1: c.K1, Lens: nao.Intrinsics{Fx: c.FX, Fy: c.FY, Cx: c.CX + 0.5, Cy: c.CY + 0.5},
	}}
	if c.Which == nao.BottomCamera.String() {
		p.Pose.Camera = nao.BottomCamera
	}
	x_RW := p.Pose.X_RC.Mul(poseOf(c.World).Inverse())
	for _, t := range f.Things {
		b := Box{Class: classOf(t.Class), Left: t.Box[0], Top: t.Box[1], Right: t.Box[2], Bottom: t.Box[3], Share: t.Share}
		if b.Class == Ball && t.Radius > 0 { // the whole ball, also where it is hidden
			u, v := t.U+0.5, t.V+0.5
			b.Left, b.Top, b.Right, b.Bottom = u-t.Radius, v-t.Radius, u+t.Radius, v+t.Radius
			if t.Cut {
				b.Share = min(b.Share, 0.4)
			}
		}
		at := x_RW.Apply(r3.Vec{X: t.Place[0], Y: t.Place[1], Z: t.Place[2]})
		b.X, b.Y = at.X, at.Y
		p.Boxes = append(p.Boxes, b)
	}
	return p
}

// poseOf returns the pose of the rows of [R | p].
func poseOf(r [12]float64) nao.Pose {
	return nao.Pose{R: [9]float64{r[0], r[1], r[2], r[4], r[5], r[6], r[8], r[9], r[10]}, P: r3.Vec{X: r[3], Y: r[7], Z: r[11]}}
}

// coco holds the used fields of a COCO file.
type coco struct {
	Images []struct {
		ID   int    `json:"id"`
		File string `json:"file_name"`
	} `json:"images"`
	Categories []struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	} `json:"categories"`
	Annotations []struct {
		Image    int       `json:"image_id"`
		Category int       `json:"category_id"`
		Box      []float64 `json:"bbox"`
		Share    *float64  `json:"share"`
	} `json:"annotations"`
}

// openCOCO reads the first .json file of a folder, or of its folder annotations, that is one of COCO.
func openCOCO(dir string) (*Set, error) {
	var files []string
	for _, place := range []string{dir, filepath.Join(dir, "annotations")} {
		more, err := filepath.Glob(filepath.Join(place, "*.json"))
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var c coco
		if err := json.Unmarshal(text, &c); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", errSet, filepath.Base(file), yamlfault.Error(text, err))
		}
		if c.Images != nil && c.Annotations != nil {
			return c.set(dir, filepath.Base(file))
		}
	}
	return nil, errOtherKind
}

// set returns the set of a COCO file.
func (c *coco) set(dir, file string) (*Set, error) {
	classes, at := map[int]Class{}, map[int]int{}
	for _, k := range c.Categories {
		classes[k.ID] = classOf(k.Name)
	}
	s := &Set{Kind: "COCO"}
	for i, img := range c.Images {
		at[img.ID] = i
		s.Pictures = append(s.Pictures, Picture{File: findPicture(dir, img.File)})
	}
	for i, a := range c.Annotations {
		class, ok := classes[a.Category]
		img, there := at[a.Image]
		switch {
		case !ok:
			return nil, fmt.Errorf("%w: %s: annotation %d: category_id %d: expected one of categories", errSet, file, i, a.Category)
		case !there:
			return nil, fmt.Errorf("%w: %s: annotation %d: image_id %d: expected one of images", errSet, file, i, a.Image)
		case len(a.Box) != 4 || !finite(a.Box) || a.Box[2] <= 0 || a.Box[3] <= 0:
			return nil, fmt.Errorf("%w: %s: annotation %d: bbox %v: expected left, top, width and height", errSet, file, i, a.Box)
		}
		b := Box{Class: class, Left: a.Box[0], Top: a.Box[1], Right: a.Box[0] + a.Box[2], Bottom: a.Box[1] + a.Box[3], Share: 1}
		if a.Share != nil {
			b.Share = *a.Share
		}
		s.Pictures[img].Boxes = append(s.Pictures[img].Boxes, b)
	}
	return s, nil
}

// findPicture returns the file of a COCO picture: below the folder, or in its folder images.
func findPicture(dir, name string) string {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		if inside := filepath.Join(dir, "images", filepath.FromSlash(name)); exists(inside) {
			return inside
		}
	}
	return path
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func finite(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// openYOLO reads a folder with pictures and a text file of labels for each of them, beside it or in the folder labels.
func openYOLO(dir string) (*Set, error) {
	names, err := yoloNames(dir)
	if err != nil {
		return nil, err
	}
	s := &Set{Kind: "YOLO"}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !isPicture(path) {
			return err
		}
		labels := strings.TrimSuffix(path, filepath.Ext(path)) + ".txt"
		if !exists(labels) {
			labels = strings.Replace(labels, string(filepath.Separator)+"images"+string(filepath.Separator), string(filepath.Separator)+"labels"+string(filepath.Separator), 1)
		}
		text, err := os.ReadFile(labels)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a picture without labels may be unrelated
		}
		if err != nil {
			return err
		}
		p := Picture{File: path}
		if p.Boxes, err = yoloBoxes(string(text), names); err != nil {
			return fmt.Errorf("%w: %s: %w", errSet, filepath.Base(labels), err)
		}
		s.Pictures = append(s.Pictures, p)
		return nil
	})
	if err == nil && len(s.Pictures) == 0 {
		return nil, errOtherKind
	}
	return s, err
}

// yoloNames returns the names of the classes by their numbers: of data.yaml, classes.txt, obj.names or *.names.
func yoloNames(dir string) ([]string, error) {
	for _, name := range []string{"classes.txt", "obj.names", "labels/classes.txt"} {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err == nil {
			return strings.Split(strings.TrimSpace(string(text)), "\n"), nil
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var list struct {
			Names classNames `yaml:"names"`
		}
		r := yamlread.New(filepath.Base(file), text)
		r.Loose = true
		if err := r.Read(&list); err != nil {
			return nil, fmt.Errorf("%w: %w", errSet, err)
		}
		if len(list.Names) > 0 {
			return list.Names, nil
		}
	}
	return nil, errOtherKind
}

// classNames are the names of classes: a list, or names by their numbers.
type classNames []string

// ReadYAML reads both.
func (names *classNames) ReadYAML(n yamlread.Node) {
	if !n.IsMapping() {
		n.Into((*[]string)(names))
		return
	}
	for _, f := range n.Fields("") {
		class, err := strconv.Atoi(f.Name)
		if err != nil || class < 0 || class > 10_000 {
			n.Faultf("class %s: expected 0 to 10000", f.Name)
			return
		}
		*names = append(*names, make([]string, max(0, class+1-len(*names)))...)
		f.Value.Into(&(*names)[class])
	}
}

// yoloBoxes reads a file of labels. Its numbers are shares of the picture's size; they are stored as such, with a
// negative Share, until the picture is opened.
func yoloBoxes(text string, names []string) (boxes []Box, err error) {
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		class, err := strconv.Atoi(words[0])
		if err != nil || class < 0 || class >= len(names) || len(words) < 5 {
			return nil, fmt.Errorf("line %d: %.60q: expected a class from 0 to %d and 4 numbers", n+1, line, len(names)-1)
		}
		var v [4]float64
		for i := range v {
			if v[i], err = strconv.ParseFloat(words[1+i], 64); err != nil || !(v[i] >= 0 && v[i] <= 1) {
				return nil, fmt.Errorf("line %d: %q: expected a share of the picture's size, 0 to 1", n+1, words[1+i])
			}
		}
		boxes = append(boxes, Box{Class: classOf(names[class]), Left: v[0] - v[2]/2, Top: v[1] - v[3]/2, Right: v[0] + v[2]/2, Bottom: v[1] + v[3]/2, Share: asShares})
	}
	return boxes, nil
}

// asShares marks a box whose numbers are shares of the picture's size.
const asShares = -1

// scale turns boxes of shares into pixels.
func (p *Picture) scale(width, height int) {
	for i := range p.Boxes {
		if b := &p.Boxes[i]; b.Share == asShares {
			w, h := float64(width), float64(height)
			*b = Box{Class: b.Class, Left: b.Left * w, Top: b.Top * h, Right: b.Right * w, Bottom: b.Bottom * h, Share: 1}
		}
	}
}
