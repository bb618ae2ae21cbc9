// Package percepts holds what can be perceived: the types that vision, the simulator, localization, the world model and
// behaviour share. It has types only, no algorithms. Its package field holds fields as data, package plane poses on the
// ground.
//
// Angles are in rad and lengths in m. Bearings in base_link: azimuth left positive, elevation up
// positive. Bearings from the optical axis: azimuth right positive, elevation down positive, as
// the pixels.
package percepts

import "time"

// Bearing is the direction of a point of an image, seen from the camera.
type Bearing struct {
	Azimuth, Elevation           float64 // rad, in base_link, by the neck's angles when the image was taken
	ImageAzimuth, ImageElevation float64 // rad, from the optical axis
}

// Blob is one coloured object in one image.
type Blob struct {
	Bearing
	Color         string
	AngularRadius float64 // rad, of the disc that covers as many pixels, in the middle of the image
	Distance      float64 // m, from the camera, if it is a ball of the size that vision looks for; 0 when not known
	Confidence    float64 // 0 to 1
}

// Image holds the result of vision for one image. Stamp is when the image was taken; the neck's angles are those of that
// moment.
type Image struct {
	Stamp              time.Duration // since time zero
	HeadYaw, HeadPitch float64       // rad
	Blobs              []Blob
}

// Odometry is how far the robot has walked since it began to count.
type Odometry struct {
	Stamp time.Duration // since time zero
	X, Y  float64       // m, in the frame in which it began: x forward, y left
	Theta float64       // rad, counterclockwise
}
