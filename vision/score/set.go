package score

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/nao"
	"gonao/vision/view"
)

// errSet is in the chain of every error about a folder that cannot be scored.
var errSet = errors.New("unusable data set")

// Class is the class of a labelled object.
type Class uint8

// The classes that are scored.
const (
	Other Class = iota
	Ball
	Robot
)

// classOf returns the class of a name, as data sets use them.
func classOf(name string) Class {
	name = strings.ToLower(strings.TrimSpace(name))
	switch {
	case name == "ball" || name == "balls" || name == "sports ball" || name == "soccer ball" || name == "football":
		return Ball
	case name == "robot" || name == "robots" || name == "nao" || strings.HasPrefix(name, "robot"):
		return Robot
	}
	return Other
}

// Box is a labelled object, px.
type Box struct {
	Class                    Class
	Left, Top, Right, Bottom float64
	Share                    float64 // visible share; 1 if the labels do not have it
	X, Y                     float64 // m, in base_footprint; only with a pose
}

// middle returns the centre of the box.
func (b *Box) middle() (x, y float64) { return (b.Left + b.Right) / 2, (b.Top + b.Bottom) / 2 }

// radius returns half the mean of both sides.
func (b *Box) radius() float64 { return (b.Right - b.Left + b.Bottom - b.Top) / 4 }

// Picture is a labelled picture.
type Picture struct {
	File  string
	Boxes []Box
	Pose  *Pose // nil: unknown
}

// Pose is where the camera was, and its lens.
type Pose struct {
	Camera nao.Camera
	X_RC   nao.Pose
	Lens   nao.Intrinsics
	K1     float64
}

// view returns the view of a picture of a size. The error of its tilt is unknown: 0.
func (p *Pose) view(width, height int) (view.View, error) {
	v, err := view.At(p.Lens, view.Size{Width: width, Height: height}, p.Camera, 0, p.X_RC, 0)
	v.K1 = p.K1
	return v, err
}

// Set is a folder of labelled pictures or of windows.
type Set struct {
	Kind     string // gonao, COCO, YOLO or windows
	Pictures []Picture
	Windows  [2][]string // files without and with a ball
}

// Open reads the labels of a folder. It opens no picture.
func Open(dir string) (*Set, error) {
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s: %w: a file: expected a folder", dir, errSet)
	}
	for _, read := range []func(string) (*Set, error){openWindows, openOwn, openCOCO, openYOLO} {
		s, err := read(dir)
		if errors.Is(err, errOtherKind) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		return s, s.check(dir)
	}
	return nil, fmt.Errorf("%s: %w: found neither frames.jsonl, nor a .json file of COCO, nor images with labels of YOLO, nor folders of windows (ball and none)", dir, errSet)
}

// errOtherKind is returned by a reader of another kind of folder.
var errOtherKind = errors.New("another kind of folder")

// check returns an error if there is nothing to score.
func (s *Set) check(dir string) error {
	if s.Kind == kindWindows {
		if len(s.Windows[0]) == 0 || len(s.Windows[1]) == 0 {
			return fmt.Errorf("%s: %w: %d windows with a ball and %d without: expected some of both", dir, errSet, len(s.Windows[1]), len(s.Windows[0]))
		}
		return nil
	}
	if len(s.Pictures) == 0 {
		return fmt.Errorf("%s: %w: %s labels without a picture", dir, errSet, s.Kind)
	}
	known := 0
	for i := range s.Pictures {
		for _, b := range s.Pictures[i].Boxes {
			if b.Class != Other {
				known++
			}
		}
	}
	if known == 0 {
		return fmt.Errorf("%s: %w: %d pictures without any label ball or robot", dir, errSet, len(s.Pictures))
	}
	return nil
}

// The kind of a folder of windows.
const kindWindows = "windows"

// openWindows reads a folder of windows: one subfolder of balls, one of others.
func openWindows(dir string) (*Set, error) {
	s := &Set{Kind: kindWindows}
	for i, names := range [2][]string{
		{"none", "no_ball", "noball", "negative", "negatives", "background", "0"},
		{"ball", "balls", "positive", "positives", "1"},
	} {
		for _, name := range names {
			files, err := pictureFiles(filepath.Join(dir, name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			s.Windows[i] = append(s.Windows[i], files...)
		}
	}
	if len(s.Windows[0])+len(s.Windows[1]) == 0 {
		return nil, errOtherKind
	}
	return s, nil
}

// pictureFiles returns the pictures of a folder in the order of their names.
func pictureFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && isPicture(e.Name()) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

// isPicture reports whether a file's name is a picture's.
func isPicture(name string) bool {
	return slices.Contains([]string{".png", ".jpg", ".jpeg"}, strings.ToLower(filepath.Ext(name)))
}
