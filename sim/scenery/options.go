package scenery

import (
	"cmp"
	"fmt"

	"gonao/sim/camera"
)

// Options are the settings of a stage. The zero value is the SPL field with the robot's own cameras.
type Options struct {
	World   string         // of package world, or the path of a file; "": spl
	Camera  camera.Options // noise, exposure and seed in it are replaced by those of the world's seed, unless Plain
	Robots  int            // other robots, up to 10; 0: from the seed, −1: none
	Plain   bool           // the world's own light and hall, a camera without faults
	Samples int            // per pixel for smooth edges; 0: 4

	PlainBalls bool // balls of one colour, any but those of carpet and lines, instead of balls with a pattern

	ShadowSize int // px of the shadow map of each lamp that casts shadows; 0: 4096, −1: no shadows
}

func (o Options) withDefaults() (Options, error) {
	o.World = cmp.Or(o.World, "spl")
	o.Samples = cmp.Or(o.Samples, 4)
	if o.ShadowSize == 0 && !o.Plain {
		o.ShadowSize = 4096
	}
	o.ShadowSize = max(0, o.ShadowSize)
	switch {
	case o.Robots < -1 || o.Robots > maxOthers:
		return o, fmt.Errorf("%d other robots: want 1 to %d, 0 for the seed's own number, -1 for none", o.Robots, maxOthers)
	case o.Samples < 1 || o.Samples > 8:
		return o, fmt.Errorf("%d samples a pixel: want 1 to 8", o.Samples)
	}
	return o, nil
}

// maxOthers is the largest number of other robots.
const maxOthers = 10
