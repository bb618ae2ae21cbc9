package label

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts/field"
)

// Labels are the labels of one image. The slices are reused by the next [Labeller.Label] into it.
type Labels struct {
	Width, Height int      // px
	Classes       []Class  // per pixel
	Objects       []uint16 // per pixel: 0 none, otherwise 1 + the index in Things

	Things    []Thing // the objects of which a pixel can be seen
	Lines     []Piece
	Circle    []Piece // of the centre circle, as short chords
	Landmarks []Mark
	Boundary  []float64 // row of the carpet's far edge in each column; NaN: none in that column
	Camera    Camera
}

// Thing is an object in an image.
type Thing struct {
	Class Class
	Name  string  // of the ball, the robot or the goal, as in the model
	Look  Look    // of a robot
	Box   Box     // round the pixels that can be seen
	Full  Box     // round the pixels that could be seen if nothing was before the object; inside the image
	Count int     // pixels that can be seen
	Whole int     // pixels of the object if nothing was before it, inside the image
	Share float64 // Count/Whole

	// The middle of the object's image, and for a ball the radius of the disc of equal area: computed from the place, not
	// from pixels, also if the object is hidden or extends beyond the image.
	U, V, Radius float64 // px

	Cut   bool        // the object reaches beyond the image
	Place r3.Vec      // p_W, m: a ball's centre, a robot's torso, the foot of a post or landmark
	Size  float64     // m: a ball's diameter, a post's and a landmark's diameter
	Color field.Color // of posts, crossbars and landmarks (the upper one); "": no named colour
}

// Look distinguishes one robot from another.
type Look struct {
	Number int     // jersey number; 0: none
	Team   string  // colour of its jersey or waistband; "": none
	Fallen bool    // its torso lies
	Yaw    float64 // rad, of its torso in world
}

// Box is a rectangle of whole pixels: Left ≤ u < Right, Top ≤ v < Bottom.
type Box struct{ Left, Top, Right, Bottom int }

// Empty reports whether the box holds no pixel.
func (b Box) Empty() bool { return b.Left >= b.Right || b.Top >= b.Bottom }

// Width returns the width in pixels.
func (b Box) Width() int { return b.Right - b.Left }

// Height returns the height in pixels.
func (b Box) Height() int { return b.Bottom - b.Top }

// add makes the box hold a pixel.
func (b *Box) add(u, v int) {
	if b.Empty() {
		*b = Box{u, v, u + 1, v + 1}
		return
	}
	b.Left, b.Top = min(b.Left, u), min(b.Top, v)
	b.Right, b.Bottom = max(b.Right, u+1), max(b.Bottom, v+1)
}

// Piece is a straight part of a line that can be seen from one end to the other.
type Piece struct {
	Of       int        // index in field.Map.Lines; −1: of the centre circle
	From, To [2]float64 // m in world, on the line's middle
	U1, V1   float64    // px, of From
	U2, V2   float64    // px, of To
}

// Mark is a point landmark of the field within the image.
type Mark struct {
	Of    int        // index in field.Map.Points
	Kind  field.Kind //
	X, Y  float64    // m in world
	U, V  float64    // px
	Range float64    // m, on the ground from the camera
	Seen  bool       // the carpet (or the post's foot) is not hidden there
}

// Camera is where the camera was at the image's middle row, and how the robot stood.
type Camera struct {
	Which   nao.Camera
	Stamp   float64  // s
	World   nao.Pose // X_WC
	Ground  nao.Pose // X_RC, in base_footprint: midway between the soles, on the ground, heading as the torso
	Torso   nao.Pose // X_WT
	Joints  nao.Joints
	Roll    float64 // rad, of the torso against gravity, as the robot's inertial unit would report without errors
	Pitch   float64 // rad
	Turning r3.Vec  // rad/s, of the camera in its own frame: causes blur and shear
	FX, FY  float64 // px
	CX, CY  float64 // px
	K1      float64 // of the lens: see camera.Effects.Distortion
}
