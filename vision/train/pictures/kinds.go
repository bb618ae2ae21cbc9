package pictures

import (
	"fmt"
	"slices"
	"strings"

	"gonao/vision/ball"
	"gonao/vision/net"
	"gonao/vision/train"
)

// Kind is a net that can be trained from pictures of this package.
type Kind struct {
	Name    string
	About   string
	Shape   net.Shape
	Samples int // drawn by default
	Draw    func(seed uint64, n, threads int) *train.Set
	Options train.Options
}

// Kinds returns all nets that can be trained.
func Kinds() []Kind {
	return []Kind{
		{
			Name: "ball", About: "balls with a pattern, and of one colour", Shape: ball.Shape(), Samples: 40000, Draw: Balls,
			Options: train.Options{Epochs: 12},
		},
	}
}

// FindKind returns the kind of a name.
func FindKind(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	slices.Sort(names)
	return Kind{}, fmt.Errorf("net %q: expected one of %s", name, strings.Join(names, ", "))
}
