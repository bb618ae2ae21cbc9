package scenery

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gonao/sim/camera"
	"gonao/sim/label"
)

// DatasetSummary describes the written set.
type DatasetSummary struct {
	Images int
	Things map[string]int // per class
	Hash   string         // SHA-256 over all files
}

// WriteDataset writes a set. It calls progress after each image. When ctx ends, the written files stay, without
// manifest.json.
func WriteDataset(ctx context.Context, o DatasetOptions, progress func(done, total int)) (DatasetSummary, error) {
	if err := o.check(); err != nil {
		return DatasetSummary{}, fmt.Errorf("data set: %w", err)
	}
	w := &writer{options: o, progress: progress, sums: sums{}}
	if err := w.begin(); err != nil {
		return DatasetSummary{}, fmt.Errorf("data set: %w", err)
	}
	for _, seed := range o.Seeds {
		if err := w.world(ctx, seed); err != nil {
			return DatasetSummary{}, fmt.Errorf("data set: %w", err)
		}
	}
	summary, err := w.end()
	if err != nil {
		return DatasetSummary{}, fmt.Errorf("data set: %w", err)
	}
	return summary, nil
}

// writer writes one set.
type writer struct {
	options  DatasetOptions
	progress func(done, total int)
	coco     COCO
	frames   bytes.Buffer
	sums     sums
	counts   DatasetSummary
}

// begin makes the directories.
func (w *writer) begin() error {
	entries, err := os.ReadDir(w.options.Dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case len(entries) > 0:
		return fmt.Errorf("%s: the directory is not empty: want an empty one, or a name that is not there yet", w.options.Dir)
	}
	for _, dir := range []string{"images", "masks", "objects", "labels"} {
		if err := os.MkdirAll(filepath.Join(w.options.Dir, dir), 0o777); err != nil {
			return err
		}
	}
	w.counts.Things = map[string]int{}
	for i, c := range classes() {
		w.coco.Categories = append(w.coco.Categories, cocoCategory{ID: i + 1, Name: c.String()})
	}
	w.coco.Annotations = []cocoAnnotation{}
	return nil
}

// world writes the images of one world.
func (w *writer) world(ctx context.Context, seed uint64) error {
	stage, err := Open(seed, w.options.Stage)
	if err != nil {
		return err
	}
	defer stage.Close()
	var shot Shot
	for i := range w.options.Images {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := stage.Shoot(uint64(i), &shot); err != nil {
			return err
		}
		if err := w.image(&shot); err != nil {
			return err
		}
		w.counts.Images++
		if w.progress != nil {
			w.progress(w.counts.Images, len(w.options.Seeds)*w.options.Images)
		}
	}
	return nil
}

// nameOf returns the name of an image's files.
func nameOf(s *Shot) string { return fmt.Sprintf("%04d_%04d", s.Seed, s.Number) }

// image writes the files of one image.
func (w *writer) image(s *Shot) error {
	name, l := nameOf(s), &s.Labels
	if err := w.png("images/"+name+".png", camera.ToRGBA(&s.Image)); err != nil {
		return err
	}
	mask := image.NewPaletted(image.Rect(0, 0, l.Width, l.Height), classPalette())
	objects := image.NewPaletted(mask.Rect, objectPalette())
	for i := range l.Classes {
		mask.Pix[i], objects.Pix[i] = uint8(l.Classes[i]), uint8(min(255, l.Objects[i]))
	}
	if err := w.png("masks/"+name+".png", mask); err != nil {
		return err
	}
	if err := w.png("objects/"+name+".png", objects); err != nil {
		return err
	}
	if err := w.file("labels/"+name+".txt", []byte(yolo(l))); err != nil {
		return err
	}
	w.coco.add(name, l)
	for i := range l.Things {
		if _, listed := number(l.Things[i].Class); listed {
			w.counts.Things[l.Things[i].Class.String()]++
		}
	}
	frame := frameOf(s)
	return json.NewEncoder(&w.frames).Encode(&frame) // a line each
}

// yolo writes an image's objects as YOLO has them.
func yolo(l *label.Labels) string {
	var out strings.Builder
	w, h := float64(l.Width), float64(l.Height)
	for i := range l.Things {
		t := &l.Things[i]
		if n, listed := number(t.Class); listed {
			fmt.Fprintf(&out, "%d %.6f %.6f %.6f %.6f\n", n, float64(t.Box.Left+t.Box.Right)/2/w, float64(t.Box.Top+t.Box.Bottom)/2/h,
				float64(t.Box.Width())/w, float64(t.Box.Height())/h)
		}
	}
	return out.String()
}

// end writes the files of the whole set.
func (w *writer) end() (DatasetSummary, error) {
	if err := w.file("frames.jsonl", w.frames.Bytes()); err != nil {
		return DatasetSummary{}, err
	}
	text, err := json.Marshal(&w.coco)
	if err != nil {
		return DatasetSummary{}, err
	}
	if err := w.file("annotations.json", append(text, '\n')); err != nil {
		return DatasetSummary{}, err
	}
	var yaml strings.Builder
	yaml.WriteString("path: .\ntrain: images\nval: images\nnames:\n")
	for i, c := range classes() {
		fmt.Fprintf(&yaml, "  %d: %s\n", i, c)
	}
	if err := w.file("data.yaml", []byte(yaml.String())); err != nil {
		return DatasetSummary{}, err
	}
	m := w.manifest()
	w.counts.Hash = m.Hash
	if text, err = json.MarshalIndent(&m, "", "  "); err != nil {
		return DatasetSummary{}, err
	}
	return w.counts, os.WriteFile(filepath.Join(w.options.Dir, manifestName), append(text, '\n'), 0o666)
}

// png writes an image.
func (w *writer) png(name string, img image.Image) error {
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&out, img); err != nil {
		return err
	}
	return w.file(name, out.Bytes())
}

// file writes a file and adds it to the sums.
func (w *writer) file(name string, content []byte) error {
	w.sums.add(name, content)
	return os.WriteFile(filepath.Join(w.options.Dir, filepath.FromSlash(name)), content, 0o666)
}

// classPalette returns well distinguishable colours for the classes.
func classPalette() color.Palette {
	return color.Palette{
		color.RGBA{40, 40, 40, 255},
		color.RGBA{30, 120, 50, 255},
		color.RGBA{240, 240, 240, 255},
		color.RGBA{255, 120, 0, 255},
		color.RGBA{60, 90, 230, 255},
		color.RGBA{250, 220, 40, 255},
		color.RGBA{200, 170, 20, 255},
		color.RGBA{130, 110, 40, 255},
		color.RGBA{230, 60, 180, 255},
		color.RGBA{130, 60, 160, 255},
		color.RGBA{255, 40, 40, 255},
		color.RGBA{150, 110, 90, 255},
	}
}

// objectPalette returns a colour for each object.
func objectPalette() color.Palette {
	p := color.Palette{color.RGBA{0, 0, 0, 255}}
	for i := 1; i < 256; i++ {
		p = append(p, color.RGBA{uint8(60 + i*67%196), uint8(60 + i*131%196), uint8(60 + i*199%196), 255})
	}
	return p
}
