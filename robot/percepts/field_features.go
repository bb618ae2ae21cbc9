package percepts

import (
	"time"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// CameraPose is where a camera was when an image was taken, in base_footprint.
type CameraPose struct {
	Stamp    time.Duration // of the image
	Bottom   bool          // the lower camera; otherwise the upper one
	Position [3]float64    // m
	Rotation [9]float64    // rows of R_RC: x right, y down, z forward in the camera
	TiltVar  float64       // rad², of the pitch and of the roll that is common to all that is seen in the image
}

// FieldFeatures are the parts of the field's markings and goals that were found in one image.
type FieldFeatures struct {
	Stamp   time.Duration
	Bottom  bool    // the lower camera's image; otherwise the upper one's
	HeightM float64 // height of the camera above the ground
	TiltVar float64 // rad², as CameraPose.TiltVar
	Points  []FieldPoint
	Lines   []FieldLine
}

// FieldPoint is a corner, mark, post or landmark, in base_footprint. Its covariance is without the tilt that all
// features of the image have in common; see FieldFeatures.TiltVar.
type FieldPoint struct {
	Kind         field.Kind
	X, Y         float64 // m
	Cov          plane.Cov2
	Heading      float64     // rad, as in field.Landmark
	HeadingVar   float64     // rad²; 0: no heading was found
	Color, Lower field.Color // of posts and landmarks; "": unknown
	Confidence   float64     // 0 to 1
}

// FieldLine is a piece of a straight line, in base_footprint.
type FieldLine struct {
	FromX, FromY float64 // m
	ToX, ToY     float64 // m
	OffsetVar    float64 // m², across the line, without the common tilt
	HeadingVar   float64 // rad²
}

// SeenBall is a ball in one image, in base_footprint. Its covariance is without the camera's tilt, which all percepts of
// the image share.
type SeenBall struct {
	Stamp      time.Duration
	X, Y       float64 // m, of its centre
	Cov        plane.Cov2
	Confidence float64 // 0 to 1
}

// SeenRobot is another robot in one image or echo, in base_footprint. Its covariance is as a SeenBall's.
type SeenRobot struct {
	Stamp      time.Duration
	X, Y       float64 // m, of its middle
	Cov        plane.Cov2
	Side       RobotSide
	Number     int // jersey number; 0: unknown
	Fallen     bool
	Confidence float64 // 0 to 1
}

// RobotSide is the team of a robot that was seen.
type RobotSide uint8

// Teams of robots as a robot sees them.
const (
	UnknownSide RobotSide = iota
	OwnSide
	OpponentSide
)
