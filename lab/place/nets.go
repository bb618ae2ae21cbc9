package place

import (
	"gonao/robot/percepts/field"
	"gonao/vision/lines"
	"gonao/vision/objects"
)

// Check returns an error if a file cannot be read, or holds another net.
func (n *Nets) Check() error {
	f, err := field.Load("spl")
	if err != nil {
		return err
	}
	if _, err := n.lines(f); err != nil {
		return err
	}
	_, err = objects.Open(n.Balls, n.Robots, f.Ball.Diameter/2)
	return err
}

// lines returns a finder of the field's features.
func (n *Nets) lines(f field.Field) (*lines.Finder, error) { return lines.Open(f, n.Corners, n.Posts) }
