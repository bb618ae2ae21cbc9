// Package track turns the head so that the camera follows a coloured ball.
//
// [Target] keeps what is known of one ball: its place seen from the neck and how
// it moves, from the bearings vision reports with the stamp of each image. Two
// controllers turn that into head commands: [Proportional], the one of
// Menéndez et al. 2013, which commands the neck's speed by the error in the
// image, and [Predictive], which knows how old an image is and how late the neck
// obeys. [Search] sweeps the head when the ball is lost.
//
// Angles are rad, times are on one clock of the caller's. Bearings are in
// base_link: azimuth left positive, elevation up positive. The neck's yaw is left
// positive and its pitch down positive.
package track

import (
	"fmt"
	"math"
	"time"
)

// Sighting is the target in one image.
type Sighting struct {
	Stamp          time.Duration // of the image
	Azimuth        float64       // bearing from the camera in base_link, rad
	Elevation      float64       // rad
	ImageAzimuth   float64       // from the optical axis, rad, right positive
	ImageElevation float64       // from the optical axis, rad, down positive
	DistanceM      float64       // m, from the camera; 0 when not known
	HeadYaw        float64       // the neck at Stamp, rad
	HeadPitch      float64       // rad
}

// Mode is how a command moves the neck.
type Mode uint8

// The modes.
const (
	Position Mode = iota // go to yaw, pitch, which move on with the rates from Stamp on
	Speed                // turn with the rates
)

// Command is what the neck shall do.
type Command struct {
	Stamp     time.Duration // when yaw and pitch are right
	Mode      Mode
	Yaw       float64 // rad
	Pitch     float64 // rad
	YawRate   float64 // rad/s
	PitchRate float64 // rad/s
	Yields    bool    // another machine's command wins: the head looks because the legs play
}

// Config holds the figures of the controllers. The zero value is not usable; see
// [Defaults].
type Config struct {
	DistanceM      float64 // of a ball whose distance is not known
	SigmaRad       float64 // error of one bearing
	ManoeuvreRad   float64 // strength of the ball's changes of speed, rad/s per √s
	ActuationSec   float64 // how late the neck is where it was told to be, at the start
	AdaptRate      float64 // how fast that is learnt, per image; 0: not
	HoldSec        float64 // how long an unseen ball is followed by its last motion
	SearchAfterSec float64 // how long it is waited for then until the search begins
	Gain           float64 // of the proportional controller, rad/s per rad
	MaxRateRad     float64 // fastest rate a command asks for, rad/s
	SearchRateRad  float64 // rad/s
	SearchYawRad   float64 // largest yaw of the search
}

const degree = math.Pi / 180

// Defaults returns figures that suit the demo: a ball at about 1 m, 30 images a
// second, a neck that is about 50 ms late.
func Defaults() Config {
	return Config{
		DistanceM:      1.1,
		SigmaRad:       0.35 * degree,
		ManoeuvreRad:   0.6,
		ActuationSec:   0.05,
		AdaptRate:      0.005,
		HoldSec:        0.3,
		SearchAfterSec: 0.6,
		Gain:           3,
		MaxRateRad:     340 * degree,
		SearchRateRad:  70 * degree,
		SearchYawRad:   70 * degree,
	}
}

// Validate names the figure that is wrong, as parameter files call it, and what
// was expected.
func (c *Config) Validate() error {
	for _, v := range []struct {
		key         string
		value       float64
		least, most float64
	}{
		{"ball_distance_m", c.DistanceM, 0.1, 20},
		{"bearing_sigma_deg", c.SigmaRad / degree, 0.001, 10},
		{"manoeuvre", c.ManoeuvreRad, 0.01, 20},
		{"actuation_delay_sec", c.ActuationSec, 0, maxLeadSec},
		{"adapt_rate", c.AdaptRate, 0, 0.2},
		{"hold_sec", c.HoldSec, 0, 10},
		{"search_after_sec", c.SearchAfterSec, 0, 60},
		{"proportional_gain", c.Gain, 0, 50},
		{"max_rate_deg", c.MaxRateRad / degree, 5, 570},
		{"search_rate_deg", c.SearchRateRad / degree, 3, 285},
		{"search_yaw_deg", c.SearchYawRad / degree, 5, 119.5},
	} {
		if !(v.value >= v.least && v.value <= v.most) { // so that NaN is refused
			return fmt.Errorf("%s %.4g: expected %g to %g", v.key, v.value, v.least, v.most)
		}
	}
	return nil
}
