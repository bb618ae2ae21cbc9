package graph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// paintedDPI is the resolution of a PNG, dots per inch.
const paintedDPI = 144

// PNG writes a drawing of SVG as pixels.
func PNG(w io.Writer, svg []byte) error {
	return paint(svg, func(wide, high vg.Length) (vg.Canvas, io.WriterTo) {
		c := vgimg.NewWith(vgimg.UseWH(wide, high), vgimg.UseDPI(paintedDPI), vgimg.UseBackgroundColor(color.White))
		return c, vgimg.PngCanvas{Canvas: c}
	}, w)
}

// PDF writes a drawing of SVG as a document of one page.
func PDF(w io.Writer, svg []byte) error {
	return paint(svg, func(wide, high vg.Length) (vg.Canvas, io.WriterTo) {
		c := vgpdf.New(wide, high)
		return c, c
	}, w)
}

// A painter draws the elements that Graphviz writes into SVG: polygons, polylines, paths of cubic curves, ellipses and
// texts. Its coordinates are those of the file, with y down, moved and scaled by the transformations of the groups around.
type painter struct {
	canvas vg.Canvas
	high   float64 // height of the page, pt
	scale  float64 // pt per unit of the file
	at     []shift // transformations of the groups around the element, the innermost last
	fonts  *font.Cache
}

// shift is a transformation: a factor, then an offset.
type shift struct{ factor, dx, dy float64 }

// element is a start tag with its attributes.
type element map[string]string

// paint draws SVG on the canvas that open returns and writes it.
func paint(svg []byte, open func(wide, high vg.Length) (vg.Canvas, io.WriterTo), w io.Writer) error {
	p := painter{fonts: font.NewCache(liberation.Collection())}
	var out io.WriterTo
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("read the drawing: %w", err)
		}
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "g" && len(p.at) > 0 {
			p.at = p.at[:len(p.at)-1]
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		e := element{}
		for _, a := range start.Attr {
			e[a.Name.Local] = a.Value
		}
		switch {
		case start.Name.Local == "svg":
			box := numbers(e["viewBox"])
			const longest = 14_400 // pt, of a page of PDF; a PNG of that size has 0.8 Gpixel
			if len(box) != 4 || !(box[2] > 0 && box[2] < longest && box[3] > 0 && box[3] < longest) {
				return fmt.Errorf("read the drawing: viewBox %q: expected a width and height below %d pt", e["viewBox"], longest)
			}
			p.scale = 1
			if wide := numbers(strings.TrimSuffix(e["width"], "pt")); len(wide) == 1 && wide[0] > 0 && wide[0] < box[2] {
				p.scale = wide[0] / box[2]
			}
			p.high = box[3] * p.scale
			p.canvas, out = open(vg.Length(box[2]*p.scale), vg.Length(p.high))
		case p.canvas == nil:
			return fmt.Errorf("read the drawing: <%s> before <svg>", start.Name.Local)
		default:
			if err := p.draw(decoder, start, e); err != nil {
				return fmt.Errorf("read the drawing: %w", err)
			}
		}
	}
	if out == nil {
		return errors.New("read the drawing: expected <svg>")
	}
	_, err := out.WriteTo(w)
	return err
}

func (p *painter) draw(decoder *xml.Decoder, start xml.StartElement, e element) error {
	switch start.Name.Local {
	case "g":
		p.at = append(p.at, p.transformed(e["transform"]))
	case "polygon", "polyline":
		p.shape(e, p.through(numbers(e["points"]), start.Name.Local == "polygon"))
	case "path":
		way, err := p.curves(e["d"])
		if err != nil {
			return err
		}
		p.shape(e, way)
	case "ellipse":
		p.shape(e, p.ellipse(e))
	case "text":
		var text string
		if err := decoder.DecodeElement(&text, &start); err != nil {
			return err
		}
		return p.text(e, text)
	}
	return nil
}

// now returns the transformation to the page.
func (p *painter) now() shift {
	if len(p.at) == 0 {
		return shift{factor: p.scale}
	}
	return p.at[len(p.at)-1]
}

// transformed returns the transformation inside a group, such as "scale(1 1) rotate(0) translate(4 20)".
func (p *painter) transformed(text string) shift {
	t := p.now()
	if by := arguments(text, "scale("); len(by) > 0 {
		t.factor *= by[0]
	}
	if by := arguments(text, "translate("); len(by) == 2 {
		t.dx, t.dy = t.dx+t.factor*by[0], t.dy+t.factor*by[1]
	}
	return t
}

// arguments returns the numbers of a function in a transformation.
func arguments(text, function string) []float64 {
	_, after, _ := strings.Cut(text, function)
	inside, _, _ := strings.Cut(after, ")")
	return numbers(inside)
}

// point converts a point of the file to the page, whose y is up.
func (p *painter) point(x, y float64) vg.Point {
	t := p.now()
	return vg.Point{X: vg.Length(x*t.factor + t.dx), Y: vg.Length(p.high - y*t.factor - t.dy)}
}

// through returns a way through points.
func (p *painter) through(xy []float64, closed bool) vg.Path {
	var way vg.Path
	for i := 0; i+1 < len(xy); i += 2 {
		if i == 0 {
			way.Move(p.point(xy[0], xy[1]))
			continue
		}
		way.Line(p.point(xy[i], xy[i+1]))
	}
	if closed && len(way) > 0 {
		way.Close()
	}
	return way
}

// curves returns the way of M x,y C x,y x,y x,y …, which is all that Graphviz writes.
func (p *painter) curves(d string) (vg.Path, error) {
	begin, rest, ok := strings.Cut(strings.TrimPrefix(d, "M"), "C")
	first, xy := numbers(begin), numbers(rest)
	if !ok || len(first) != 2 || len(xy)%6 != 0 {
		return nil, fmt.Errorf("path %.40q: expected one point and cubic curves", d)
	}
	var way vg.Path
	way.Move(p.point(first[0], first[1]))
	for ; len(xy) > 0; xy = xy[6:] {
		way.CubeTo(p.point(xy[0], xy[1]), p.point(xy[2], xy[3]), p.point(xy[4], xy[5]))
	}
	return way, nil
}

// ellipse returns the way round an ellipse, in four cubic curves.
func (p *painter) ellipse(e element) vg.Path {
	cx, cy, rx, ry := e.number("cx", 0), e.number("cy", 0), e.number("rx", 0), e.number("ry", 0)
	k := 4.0 / 3 * (math.Sqrt2 - 1) // the curve through a quarter of a circle
	var way vg.Path
	way.Move(p.point(cx+rx, cy))
	way.CubeTo(p.point(cx+rx, cy+k*ry), p.point(cx+k*rx, cy+ry), p.point(cx, cy+ry))
	way.CubeTo(p.point(cx-k*rx, cy+ry), p.point(cx-rx, cy+k*ry), p.point(cx-rx, cy))
	way.CubeTo(p.point(cx-rx, cy-k*ry), p.point(cx-k*rx, cy-ry), p.point(cx, cy-ry))
	way.CubeTo(p.point(cx+k*rx, cy-ry), p.point(cx+rx, cy-k*ry), p.point(cx+rx, cy))
	way.Close()
	return way
}

// shape fills and strokes a path as its attributes say.
func (p *painter) shape(e element, way vg.Path) {
	if c, ok := e.colour("fill", "fill-opacity"); ok {
		p.canvas.SetColor(c)
		p.canvas.Fill(way)
	}
	if c, ok := e.colour("stroke", "stroke-opacity"); ok {
		var dashes []vg.Length
		for _, n := range numbers(e["stroke-dasharray"]) {
			dashes = append(dashes, vg.Length(p.now().factor*n))
		}
		p.canvas.SetColor(c)
		p.canvas.SetLineWidth(vg.Length(p.now().factor * e.number("stroke-width", 1)))
		p.canvas.SetLineDash(dashes, 0)
		p.canvas.Stroke(way)
	}
}

// inFont replaces characters that the font lacks.
var inFont = strings.NewReplacer("↺", "~", "\u00a0", " ")

func (p *painter) text(e element, text string) error {
	c, ok := e.colour("fill", "fill-opacity")
	if text = inFont.Replace(text); !ok || strings.TrimSpace(text) == "" {
		return nil
	}
	which := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if e["font-weight"] == "bold" {
		which.Weight = 3 // bold, in golang.org/x/image/font
	}
	face := p.fonts.Lookup(which, font.Length(p.now().factor*e.number("font-size", 14)))
	where := p.point(e.number("x", 0), e.number("y", 0))
	switch wide := face.Width(text); e["text-anchor"] {
	case "middle":
		where.X -= wide / 2
	case "end":
		where.X -= wide
	}
	p.canvas.SetColor(c)
	p.canvas.FillString(face, where, text)
	return nil
}

// number returns an attribute as a number, and otherwise if it is missing.
func (e element) number(name string, otherwise float64) float64 {
	n, err := strconv.ParseFloat(e[name], 64)
	if err != nil {
		return otherwise
	}
	return n
}

// colour returns a colour such as #334155; ok is false without a colour.
func (e element) colour(name, opacity string) (c color.NRGBA, ok bool) {
	text := e[name]
	if text == "" && name == "fill" {
		text = "#000000"
	}
	named := map[string]string{"black": "#000000", "white": "#ffffff"}
	if full, is := named[text]; is {
		text = full
	}
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		return c, false
	}
	c.A = uint8(255 * min(1, max(0, e.number(opacity, 1))))
	return c, true
}

// numbers returns the numbers of a list that commas and spaces separate.
func numbers(list string) []float64 {
	var all []float64
	for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil
		}
		all = append(all, n)
	}
	return all
}
