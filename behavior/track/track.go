// Package track turns the head so that the camera follows a coloured ball.
//
// [Target] estimates one ball: its place relative to the neck and its motion, from the bearings that vision reports with
// the stamp of each image. Two controllers compute head commands from it: [Proportional], the one of Menéndez et al.
// 2013, which commands the neck's speed by the error in the image, and [Predictive], which compensates the age of the
// image and the delay of the neck. [Search] sweeps the head when the ball is lost.
//
// Angles are rad, times are on one clock of the caller's. Bearings are in
// base_link: azimuth left positive, elevation up positive. The neck's yaw is left
// positive and its pitch down positive.
package track

import (
	"math"
)

// Config holds the figures of the controllers. The zero value is not usable; see
// [Defaults].
type Config struct {
	DistanceM      float64 `yaml:"ball_distance_m" unit:"m" min:"0.1" max:"20" desc:"distance of a ball if vision does not measure it"`
	SigmaRad       float64 `yaml:"bearing_sigma_deg" unit:"deg" in:"rad" min:"0.001" max:"10" desc:"error of one bearing; larger is smoother and later"`
	ManoeuvreRad   float64 `yaml:"manoeuvre" unit:"rad/s per root of s" min:"0.01" max:"20" desc:"how suddenly balls change their speed; larger is quicker and less smooth"`
	ActuationSec   float64 `yaml:"actuation_delay_sec" unit:"s" min:"0" max:"0.2" desc:"initial delay of the neck: two cycles and the servo's lag"`
	AdaptRate      float64 `yaml:"adapt_rate" unit:"1 per image" min:"0" max:"0.2" desc:"how fast that delay is learnt while following; 0.0 keeps it"`
	HoldSec        float64 `yaml:"hold_sec" unit:"s" min:"0" max:"10" desc:"how long an unseen ball is followed by its last motion"`
	SearchAfterSec float64 `yaml:"search_after_sec" unit:"s" min:"0" max:"60" desc:"how long the head then waits until it searches; proportional searches at once"`
	Gain           float64 `yaml:"proportional_gain" unit:"rad/s per rad" min:"0" max:"50" desc:"gain of the error in the image; above 4 the delay of the image makes the head swing"`
	MaxRateRad     float64 `yaml:"max_rate_deg" unit:"deg/s" in:"rad" min:"5" max:"570" desc:"fastest commanded head speed; the neck's motors reach 412"`
	SearchRateRad  float64 `yaml:"search_rate_deg" unit:"deg/s" in:"rad" min:"3" max:"285" desc:"head speed of the search: slow enough for sharp images"`
	SearchYawRad   float64 `yaml:"search_yaw_deg" unit:"deg" in:"rad" min:"5" max:"119.5" desc:"largest yaw of the search"`
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
