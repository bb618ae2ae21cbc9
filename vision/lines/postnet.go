package lines

import (
	_ "embed"
	"math"

	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

//go:embed post.net
var postWeights []byte

// The input of the net that judges posts: an upright rectangle about the foot of a post, as large as [CornerInput], from
// postBelowM below the foot.
const (
	PostWideM  = 0.60
	PostHighM  = 0.75
	postBelowM = 0.15
)

// postOutputs are the outputs of the net: the logit of a post, and where its foot is, right and down, in PostWideM.
var postOutputs = []string{"is_post", "at_x", "at_y"}

// PostOutputs returns the outputs of a net that judges posts.
func PostOutputs() []string { return append([]string(nil), postOutputs...) }

// PostShape returns the shape of a net that judges posts.
func PostShape() net.Shape {
	s := CornerShape()
	s.Layers = append([]net.Layer(nil), s.Layers...)
	s.Layers[len(s.Layers)-1].Out = len(postOutputs)
	return s
}

// Foot is where the foot of a post may be, px, and how large a metre is there, px.
type Foot struct{ X, Y, Scale float64 }

// FootAt returns the foot of a post at a place on the ground. It reports false if it is not in front of the camera.
func FootAt(v *view.View, gx, gy float64) (Foot, bool) {
	x, y, ok := v.Pixel(gx, gy, 0)
	d := math.Hypot(math.Hypot(gx-v.X_RC.P.X, gy-v.X_RC.P.Y), v.X_RC.P.Z)
	return Foot{x, y, v.Lens.Fx / d}, ok && d > 0.2
}

// leastPostSeen is how much of the rectangle must be inside the image, px: at its upper edge and in its corners, and where a
// post is near, a part of the foot is all that can be seen.
const leastPostSeen = CornerSide * CornerSide / 6

// FillPost looks at the foot of a post. It reports false if most of the rectangle is outside the image, or it is flat.
func (in *CornerInput) FillPost(img vision.Image, green *segment.Mask, f Foot) bool {
	left, top := f.X-f.Scale*PostWideM/2, f.Y+f.Scale*(postBelowM-PostHighM)
	inside := 0
	var row places
	for i := range row {
		row[i][0] = left + (float64(i)+0.5)*f.Scale*PostWideM/CornerSide
	}
	for j := range CornerSide {
		for i := range row {
			row[i][1] = top + (float64(j)+0.5)*f.Scale*PostHighM/CornerSide
		}
		inside += in.sample(img, green, j, &row)
	}
	return inside >= leastPostSeen && in.Stretch()
}

// mirror reverses the rows.
func (in *CornerInput) mirror() {
	for y := range CornerSide {
		row := in[y*CornerSide*CornerChannels:][:CornerSide*CornerChannels]
		for i, j := 0, len(row)-CornerChannels; i < j; i, j = i+CornerChannels, j-CornerChannels {
			row[i], row[j] = row[j], row[i]
			row[i+1], row[j+1] = row[j+1], row[i+1]
		}
	}
}
