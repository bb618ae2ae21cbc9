package scenery

import (
	"errors"
	"fmt"
)

// DatasetOptions hold the contents of a set.
type DatasetOptions struct {
	Dir    string   // is made; it must be empty
	Seeds  []uint64 // of the worlds
	Images int      // of each world
	Stage  Options
}

func (o *DatasetOptions) check() error {
	if len(o.Seeds) == 0 {
		return errors.New("no seeds: want the seeds of one world or more")
	}
	if o.Images < 1 || o.Images > maxImages {
		return fmt.Errorf("%d images a world: want 1 to %d", o.Images, maxImages)
	}
	seen := map[uint64]bool{}
	for _, seed := range o.Seeds {
		if seen[seed] {
			return fmt.Errorf("world seed %d: it is there twice", seed)
		}
		seen[seed] = true
	}
	return nil
}

// maxImages is the largest number of images of one world.
const maxImages = 9999
