package world

import (
	"fmt"
	"sort"
	"strings"

	"gonao/internal/declared"
	"gonao/internal/yamlread"
)

// Color is red, green, blue, each 0 to 1: in YAML a list of the three, or a name.
type Color [3]float64

// namedColors are the colours that have a name in world files.
func namedColors() map[string]Color {
	return map[string]Color{
		"white": {0.92, 0.92, 0.92}, "grey": {0.45, 0.46, 0.48}, "black": {0.05, 0.05, 0.05},
		"red": {0.80, 0.08, 0.08}, "orange": {1.00, 0.42, 0.02}, "yellow": {0.95, 0.82, 0.05},
		"green": {0.08, 0.62, 0.15}, "blue": {0.08, 0.22, 0.78}, "pink": {0.95, 0.30, 0.62},
		"purple": {0.42, 0.10, 0.55}, "brown": {0.36, 0.22, 0.12},
	}
}

// ParseColor returns the colour of a name.
func ParseColor(name string) (Color, error) {
	colors := namedColors()
	if c, ok := colors[name]; ok {
		return c, nil
	}
	names := make([]string, 0, len(colors))
	for n := range colors {
		names = append(names, n)
	}
	sort.Strings(names)
	return Color{}, fmt.Errorf("colour %q: want one of %s, or [red, green, blue] from 0 to 1", name, strings.Join(names, ", "))
}

// ReadYAML reads a name or a list of three.
func (c *Color) ReadYAML(n yamlread.Node) {
	if n.IsList() {
		n.About.Range = &declared.Range{To: 1}
		n.Into((*[3]float64)(c))
		return
	}
	name, ok := n.Text()
	if !ok {
		n.Wrong("a colour's name, or [red, green, blue] from 0 to 1")
		return
	}
	named, err := ParseColor(name)
	if err != nil {
		n.Place(err)
	}
	*c = named
}

// rgba writes the colour as MJCF does, opaque.
func (c Color) rgba() string { return fmt.Sprintf("%.4g %.4g %.4g 1", c[0], c[1], c[2]) }

// rgb writes the colour as MJCF does for textures and lights.
func (c Color) rgb() string { return fmt.Sprintf("%.4g %.4g %.4g", c[0], c[1], c[2]) }

// Scaled returns the colour k times as bright.
func (c Color) Scaled(k float64) Color { return c.scaled(k) }

// scaled is the colour k times as bright.
func (c Color) scaled(k float64) Color {
	for i := range c {
		c[i] = min(1, max(0, k*c[i]))
	}
	return c
}
