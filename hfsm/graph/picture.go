package graph

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
)

// picture is a drawing of Graphviz, in which others can be put.
type picture struct {
	width, height float64 // pt
	ranked        bool    // laid out on ranks
	head          []byte  // text before the element svg
	body          []byte  // inside the element svg
}

var (
	opened  = regexp.MustCompile(`<svg[^>]*>`)
	viewBox = regexp.MustCompile(`viewBox="([^"]*)"`)
	outline = regexp.MustCompile(` (?:points|d)="([^"]*)"`)
)

// readPicture reads a drawing as Graphviz writes it.
func readPicture(svg []byte) (*picture, error) {
	at := opened.FindIndex(svg)
	end := bytes.LastIndex(svg, []byte("</svg>"))
	if at == nil || end < at[1] {
		return nil, fmt.Errorf("Graphviz returned %d bytes that are not SVG", len(svg)) //nolint:staticcheck // a name
	}
	d := &picture{head: svg[:at[0]], body: svg[at[1]:end]}
	if box := viewBox.FindSubmatch(svg[at[0]:at[1]]); box != nil {
		if n := numbers(string(box[1])); len(n) == 4 {
			d.width, d.height = n[2], n[3]
		}
	}
	if !(d.width > 0 && d.height > 0) {
		return nil, fmt.Errorf("Graphviz returned SVG without a viewBox") //nolint:staticcheck // a name
	}
	return d, nil
}

// put draws another picture into the box of the node with this id, below a header of this height.
func (d *picture) put(id string, inner *picture, header float64) error {
	begin := bytes.Index(d.body, []byte(`<g id="`+id+`"`))
	if begin < 0 {
		return fmt.Errorf("Graphviz drew no box %q", id) //nolint:staticcheck // a name
	}
	points := outline.FindSubmatch(d.body[begin:])
	length := bytes.Index(d.body[begin:], []byte("</g>"))
	if points == nil || length < 0 {
		return fmt.Errorf("Graphviz drew no outline of the box %q", id) //nolint:staticcheck // a name
	}
	left, top, right := math.Inf(1), math.Inf(1), math.Inf(-1)
	xy := numbers(strings.NewReplacer("M", " ", "C", " ", "L", " ").Replace(string(points[1])))
	for i := 0; i+1 < len(xy); i += 2 {
		left, right, top = min(left, xy[i]), max(right, xy[i]), min(top, xy[i+1])
	}
	var b bytes.Buffer
	b.Write(d.body[:begin+length])
	fmt.Fprintf(&b, "<g transform=\"translate(%.2f %.2f)\">", (left+right-inner.width)/2, top+header)
	b.Write(inner.body)
	b.WriteString("</g>\n")
	b.Write(d.body[begin+length:])
	d.body = b.Bytes()
	return nil
}

// whole returns the picture as a file; it is scaled down to the page, if there is one.
func (d *picture) whole(options Options) []byte {
	scale := 1.0
	if options.PageWidth > 0 && options.PageHeight > 0 {
		scale = min(1, pointsPerInch*options.PageWidth/d.width, pointsPerInch*options.PageHeight/d.height)
	}
	var b bytes.Buffer
	b.Write(d.head)
	fmt.Fprintf(&b, "<svg width=\"%.2fpt\" height=\"%.2fpt\"\n viewBox=\"0.00 0.00 %.2f %.2f\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">",
		d.width*scale, d.height*scale, d.width, d.height)
	b.Write(d.body)
	b.WriteString("</svg>\n")
	return b.Bytes()
}
