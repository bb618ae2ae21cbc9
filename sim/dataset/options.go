package dataset

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gonao/sim/scenery"
)

// Options are what a set holds.
type Options struct {
	Dir    string   // is made; it must be empty
	Seeds  []uint64 // of the worlds
	Images int      // of each world
	Stage  scenery.Options
}

func (o *Options) check() error {
	if len(o.Seeds) == 0 {
		return errors.New("no seeds: want the seeds of one world or more")
	}
	if o.Images < 1 || o.Images > maxImages {
		return fmt.Errorf("%d images a world: want 1 to %d", o.Images, maxImages)
	}
	seen := map[uint64]bool{}
	for _, seed := range o.Seeds {
		if _, err := scenery.PurposeOf(seed); err != nil {
			return err
		}
		if seen[seed] {
			return fmt.Errorf("world seed %d: it is there twice", seed)
		}
		seen[seed] = true
	}
	return nil
}

// maxImages is the largest number of images of one world.
const maxImages = 9999

// ParseSeeds reads a list such as 1-36,1001.
func ParseSeeds(text string) ([]uint64, error) {
	var seeds []uint64
	for _, part := range strings.Split(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		first, err := strconv.ParseUint(low, 10, 32)
		last := first
		if err == nil && isRange {
			last, err = strconv.ParseUint(high, 10, 32)
		}
		if err != nil || last < first {
			return nil, fmt.Errorf("seeds %q: want numbers and ranges such as 1-36,1001", text)
		}
		if last-first > 10000 {
			return nil, fmt.Errorf("seeds %q: %d worlds: want 10000 at most", text, last-first+1)
		}
		for s := first; s <= last; s++ {
			seeds = append(seeds, s)
		}
	}
	return seeds, nil
}
