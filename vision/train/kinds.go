package train

import (
	"fmt"
	"slices"
	"strings"

	"gonao/vision/lines"
	"gonao/vision/net"
	"gonao/vision/objects"
)

// Kind is a net that can be trained from pictures of this package.
type Kind struct {
	Name    string
	About   string
	Shape   net.Shape
	Samples int     // drawn by default
	False   float64 // share of windows or cells without an object that pass the threshold
	Draw    func(seed uint64, n, threads int) *Set
	Vary    func(set *Set, seed uint64, copies, threads int) *Set // adds the samples as other cameras would have taken them
	Options Options
}

// Kinds returns all nets that can be trained.
func Kinds() []Kind {
	return []Kind{
		{
			Name: "ball", About: "balls with a pattern, and of one colour", Shape: objects.BallShape(), Samples: 30000, Draw: Balls, Vary: Vary, False: 0.004,
			Options: Options{Epochs: 12},
		},
		{
			Name: "robot", About: "robots of any make, in whole images", Shape: objects.RobotShape(), Samples: 3000, Draw: Robots, Vary: varyRobots, False: 0.03,
			Options: Options{Epochs: 12, Batch: 16, IsWeight: 2},
		},
		{
			Name: "figure", About: "robots, a second look where the first net sees one", Shape: objects.FigureShape(), Samples: 6000, Draw: figures, Vary: varyFigures, False: 0.02,
			Options: Options{Epochs: 12},
		},
		{
			Name: "post", About: "the feet of goal posts", Shape: lines.PostShape(), Samples: 8000, Draw: Posts, Vary: varyPosts, False: 0.01,
			Options: Options{Epochs: 12},
		},
		{
			Name: "corner", About: "corners of lines and penalty marks, as seen from above", Shape: lines.CornerShape(), Samples: 20000, Draw: Corners, Vary: varyCorners,
			Options: Options{Epochs: 12},
		},
		{
			Name: "shirt", About: "colours of jerseys and waistbands", Shape: objects.ShirtShape(), Samples: 20000, Draw: shirts, Vary: varyShirts,
			Options: Options{Epochs: 12},
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
