package statepublisher

// This part of the package reads the tree of joints from a URDF document, which places its links. Shapes,
// masses and limits are ignored.
//
// Lengths are m, angles rad; rpy are roll, pitch, yaw about the fixed axes x, y, z,
// in this order.

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/wording"
)

// jointType is the way a joint moves.
type jointType string

// The types of joints.
const (
	Fixed      jointType = "fixed"
	Revolute   jointType = "revolute"   // about an axis, rad
	Continuous jointType = "continuous" // the same without limits
	Prismatic  jointType = "prismatic"  // along an axis, m
	Floating   jointType = "floating"   // six degrees of freedom: one number does not describe its position
	Planar     jointType = "planar"     // two degrees of freedom, in a plane
)

// urdfRobot is a tree of links.
type urdfRobot struct {
	Name   string
	Root   string      // the link without a parent
	Links  []string    // as in the document
	Joints []urdfJoint // as in the document, one for each link except the root
}

// urdfJoint connects a child link with its parent.
type urdfJoint struct {
	Name, Parent, Child string
	Type                jointType
	XYZ                 r3.Vec     // the joint in the parent at position 0
	RPY                 [3]float64 // its rotation there
	Axis                r3.Vec     // unit vector, in the joint's frame; of a joint that moves
	Mimic               *urdfMimic // may be nil
}

// urdfMimic makes a joint follow another: position = Multiplier · that of Joint + Offset.
// Joint moves by itself: chains are multiplied out.
type urdfMimic struct {
	Joint              string
	Multiplier, Offset float64
}

// Moves reports whether one number describes the joint's position.
func (j *urdfJoint) Moves() bool {
	return j.Type == Revolute || j.Type == Continuous || j.Type == Prismatic
}

// The document, as encoding/xml fills it in.
type document struct {
	XMLName xml.Name
	Name    string         `xml:"name,attr"`
	Links   []linkElement  `xml:"link"`
	Joints  []jointElement `xml:"joint"`
}

type linkElement struct {
	Name string `xml:"name,attr"`
}

type jointElement struct {
	Name   string        `xml:"name,attr"`
	Type   string        `xml:"type,attr"`
	Parent linkReference `xml:"parent"`
	Child  linkReference `xml:"child"`
	Origin struct {
		XYZ string `xml:"xyz,attr"`
		RPY string `xml:"rpy,attr"`
	} `xml:"origin"`
	Axis *struct {
		XYZ string `xml:"xyz,attr"`
	} `xml:"axis"`
	Mimic *struct {
		Joint      string `xml:"joint,attr"`
		Multiplier string `xml:"multiplier,attr"`
		Offset     string `xml:"offset,attr"`
	} `xml:"mimic"`
}

type linkReference struct {
	Link string `xml:"link,attr"`
}

// parseURDF reads a document. Errors name the joint or link and what was expected.
func parseURDF(text string) (*urdfRobot, error) {
	var d document
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("urdf: the document is empty")
	}
	if err := xml.Unmarshal([]byte(text), &d); err != nil {
		return nil, fmt.Errorf("urdf: expected XML with the element <robot>: %w", err)
	}
	if d.XMLName.Local != "robot" {
		return nil, fmt.Errorf("urdf: element <%s>: expected <robot>", d.XMLName.Local)
	}
	if strings.Contains(text, "<xacro:") {
		return nil, errors.New("urdf: this is xacro: expected what `xacro FILE` makes of it")
	}
	r := &urdfRobot{Name: d.Name}
	if err := r.read(&d); err != nil {
		return nil, fmt.Errorf("urdf: %w", err)
	}
	return r, nil
}

func (r *urdfRobot) read(d *document) error {
	for _, l := range d.Links {
		r.Links = append(r.Links, l.Name)
	}
	for i := range d.Joints {
		j, err := readJoint(&d.Joints[i])
		if err != nil {
			return fmt.Errorf("joint %q: %w", d.Joints[i].Name, err)
		}
		r.Joints = append(r.Joints, j)
	}
	if err := r.checkTree(); err != nil {
		return err
	}
	return r.resolveMimics()
}

func readJoint(e *jointElement) (j urdfJoint, err error) {
	j = urdfJoint{Name: e.Name, Type: jointType(e.Type), Parent: e.Parent.Link, Child: e.Child.Link, Axis: r3.Vec{X: 1}}
	switch j.Type {
	case Fixed, Revolute, Continuous, Prismatic, Floating, Planar:
	default:
		return j, fmt.Errorf("type %q: expected fixed, revolute, continuous, prismatic, floating or planar", e.Type)
	}
	if j.XYZ, err = vector(e.Origin.XYZ); err != nil {
		return j, fmt.Errorf("origin: xyz: %w", err)
	}
	rpy, err := vector(e.Origin.RPY)
	if err != nil {
		return j, fmt.Errorf("origin: rpy: %w", err)
	}
	j.RPY = [3]float64{rpy.X, rpy.Y, rpy.Z}
	if e.Axis != nil && j.Moves() {
		axis, err := vector(e.Axis.XYZ)
		if err != nil {
			return j, fmt.Errorf("axis: %w", err)
		}
		length := r3.Norm(axis)
		if !(length > 1e-9 && length < 1e9) {
			return j, fmt.Errorf("axis %q: expected a direction", e.Axis.XYZ)
		}
		j.Axis = r3.Scale(1/length, axis)
	}
	if m := e.Mimic; m != nil {
		j.Mimic = &urdfMimic{Joint: m.Joint}
		if j.Mimic.Multiplier, err = number(m.Multiplier, 1); err != nil {
			return j, fmt.Errorf("mimic: multiplier: %w", err)
		}
		if j.Mimic.Offset, err = number(m.Offset, 0); err != nil {
			return j, fmt.Errorf("mimic: offset: %w", err)
		}
	}
	return j, nil
}

// number reads one number; an empty text counts as otherwise.
func number(text string, otherwise float64) (float64, error) {
	if strings.TrimSpace(text) == "" {
		return otherwise, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q: expected a finite number", text)
	}
	return v, nil
}

// vector reads three numbers; an empty text counts as zeros.
func vector(text string) (r3.Vec, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return r3.Vec{}, nil
	}
	if len(words) != 3 {
		return r3.Vec{}, fmt.Errorf("%q: expected three numbers", text)
	}
	var v [3]float64
	for i, word := range words {
		var err error
		if v[i], err = number(word, 0); err != nil {
			return r3.Vec{}, err
		}
	}
	return r3.Vec{X: v[0], Y: v[1], Z: v[2]}, nil
}

// near returns " (did you mean …?)" for a name that is not known.
func near(word string, known map[string]int) string {
	names := make([]string, 0, len(known))
	for k := range known {
		names = append(names, k)
	}
	return wording.DidYouMean(word, names)
}
