package nao

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
)

// A jersey is a shell round the torso and the upper arms, with patches that show the number on chest and back.

// jerseyShapes returns the shells of a jersey, each in its link's frame.
func jerseyShapes() []Shape {
	return bothSides([]Shape{
		egg(LinkTorso, White, at(-0.006, 0, 0.050), 0.0635, 0.0765, 0.080),
		egg(LinkTorso, White, at(-0.004, 0, -0.006), 0.0555, 0.058, 0.056),
		egg(LinkLBicep, White, at(0.028, 0.006, 0), 0.044, 0.034, 0.033),
	})
}

// jersey writes the shells of a link.
func (w *mjcfWriter) jersey(l Link) {
	if w.opts.Jersey[3] == 0 {
		return
	}
	for _, s := range jerseyShapes() {
		if s.Link == l {
			w.printf(`<geom %s group="1" contype="0" conaffinity="0" rgba="%s"/>`, geomText(s), numsText(w.opts.Jersey[:]))
		}
	}
	if l == LinkTorso {
		w.numberPatches()
	}
}

// numberPatches writes the patches that show the number.
func (w *mjcfWriter) numberPatches() {
	if w.opts.Number < 1 {
		return
	}
	for _, name := range patchNames {
		w.printf(`<geom type="mesh" mesh="%n%s" group="1" contype="0" conaffinity="0" material="%nnumber"/>`, name)
	}
}

// numberFile returns the name of the picture with a robot's number.
func numberFile(prefix string) string { return strings.ReplaceAll(prefix, "/", "_") + "number.png" }

// numberAssets writes the number's texture, material and patches, and returns its picture.
func numberAssets(out *strings.Builder, prefix string, jersey RGBA, number int) map[string][]byte {
	number = min(number, 99)
	if jersey[3] == 0 || number < 1 {
		return nil
	}
	file := numberFile(prefix)
	writeLine(out, prefix, `<texture name="%nnumber" type="2d" file="%s"/>`, file)
	writeLine(out, prefix, `<material name="%nnumber" texture="%nnumber" specular="0.1" shininess="0.1"/>`)
	writePatches(out, prefix)
	var content bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&content, paintNumber(jersey, number)); err != nil {
		return nil // writing to a buffer cannot fail
	}
	return map[string][]byte{file: content.Bytes()}
}

// digits are the digits as 5 × 7 dots, a row in five bits.
var digits = [10][7]byte{
	{0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e},
	{0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e},
	{0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f},
	{0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e},
	{0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02},
	{0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e},
	{0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e},
	{0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
	{0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e},
	{0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c},
}

// paintNumber paints a number in white or black, whichever stands out, on the jersey's colour.
func paintNumber(jersey RGBA, number int) *image.RGBA {
	const size = 64
	part := func(v float64) uint8 { return uint8(math.Round(255 * min(1, max(0, v)))) }
	ground := color.RGBA{part(jersey[0]), part(jersey[1]), part(jersey[2]), 255}
	ink := color.RGBA{245, 245, 245, 255}
	if 0.3*jersey[0]+0.6*jersey[1]+0.1*jersey[2] > 0.5 {
		ink = color.RGBA{15, 15, 15, 255}
	}
	text := fmt.Sprint(number)
	dot := min(8, float64(size-6)/float64(6*len(text)-1)) // texels
	left, top := (size-dot*float64(6*len(text)-1))/2, (size-7*dot)/2
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			c := ground
			column, row := int(math.Floor((float64(x)-left)/dot)), int(math.Floor((float64(y)-top)/dot))
			if column >= 0 && row >= 0 && row < 7 && column < 6*len(text) && column%6 < 5 &&
				digits[text[column/6]-'0'][row]>>(4-column%6)&1 == 1 {
				c = ink
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}
