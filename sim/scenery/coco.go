package scenery

import (
	"gonao/sim/label"
)

// classes are those of the objects that a set lists, in the order of YOLO's numbers; COCO's are one more.
func classes() []label.Class {
	return []label.Class{label.Ball, label.Robot, label.Post, label.Crossbar, label.Landmark, label.Person}
}

// number returns the YOLO number of a class; ok is false for an unlisted one.
func number(c label.Class) (n int, ok bool) {
	for i, listed := range classes() {
		if listed == c {
			return i, true
		}
	}
	return 0, false
}

// COCO is the content of annotations.json.
type COCO struct {
	Images      []cocoImage      `json:"images"`
	Categories  []cocoCategory   `json:"categories"`
	Annotations []cocoAnnotation `json:"annotations"`
}

// cocoImage is an image of a COCO file.
type cocoImage struct {
	ID       int    `json:"id"`
	FileName string `json:"file_name"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
}

// cocoCategory is a class of a COCO file.
type cocoCategory struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// cocoAnnotation is an object of a COCO file. Share and Name are ours.
type cocoAnnotation struct {
	ID           int        `json:"id"`
	ImageID      int        `json:"image_id"`
	CategoryID   int        `json:"category_id"`
	BBox         [4]float64 `json:"bbox"` // left, top, width, height
	Area         int        `json:"area"` // px
	Segmentation RunLengths `json:"segmentation"`
	IsCrowd      int        `json:"iscrowd"`
	Share        float64    `json:"share"`
	Name         string     `json:"name"`
}

// RunLengths is a mask as COCO has it: lengths of runs outside and inside in turns, column by column.
type RunLengths struct {
	Size   [2]int `json:"size"` // height, width
	Counts []int  `json:"counts"`
}

// runLengths encodes the pixels of one object.
func runLengths(l *label.Labels, object uint16) RunLengths {
	r := RunLengths{Size: [2]int{l.Height, l.Width}}
	run, inside := 0, false
	for u := range l.Width {
		for v := range l.Height {
			if (l.Objects[v*l.Width+u] == object) != inside {
				r.Counts = append(r.Counts, run)
				run, inside = 0, !inside
			}
			run++
		}
	}
	r.Counts = append(r.Counts, run)
	return r
}

// add appends an image with its objects.
func (c *COCO) add(name string, l *label.Labels) {
	image := cocoImage{ID: len(c.Images) + 1, FileName: "images/" + name + ".png", Width: l.Width, Height: l.Height}
	c.Images = append(c.Images, image)
	for i := range l.Things {
		t := &l.Things[i]
		n, listed := number(t.Class)
		if !listed {
			continue
		}
		c.Annotations = append(c.Annotations, cocoAnnotation{
			ID: len(c.Annotations) + 1, ImageID: image.ID, CategoryID: n + 1,
			BBox: [4]float64{float64(t.Box.Left), float64(t.Box.Top), float64(t.Box.Width()), float64(t.Box.Height())},
			Area: t.Count, Segmentation: runLengths(l, uint16(i+1)), Share: round(t.Share), Name: t.Name,
		})
	}
}
