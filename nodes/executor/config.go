package executor

import (
	"math"

	"gonao/behavior"
	"gonao/behavior/track"
)

// Config is the node's parameters; launch/params/executor.yaml explains each.
type Config struct {
	Machine           string   `yaml:"machine"`
	Controller        string   `yaml:"controller"`
	Colors            []string `yaml:"colors"`
	CameraFOVDeg      float64  `yaml:"camera_fov_deg"`
	MinConfidence     float64  `yaml:"min_confidence"`
	BallRadiusM       float64  `yaml:"ball_radius_m"`
	BallDistanceM     float64  `yaml:"ball_distance_m"`
	BearingSigmaDeg   float64  `yaml:"bearing_sigma_deg"`
	Manoeuvre         float64  `yaml:"manoeuvre"`
	ActuationDelaySec float64  `yaml:"actuation_delay_sec"`
	AdaptRate         float64  `yaml:"adapt_rate"`
	HoldSec           float64  `yaml:"hold_sec"`
	SearchAfterSec    float64  `yaml:"search_after_sec"`
	ProportionalGain  float64  `yaml:"proportional_gain"`
	MaxRateDeg        float64  `yaml:"max_rate_deg"`
	SearchRateDeg     float64  `yaml:"search_rate_deg"`
	SearchYawDeg      float64  `yaml:"search_yaw_deg"`
}

const degree = math.Pi / 180

// DefaultConfig gives the demo's parameters.
func DefaultConfig() Config {
	return Config{
		Machine:           "follow_and_dance",
		Controller:        "predictive",
		Colors:            []string{"red", "green"},
		CameraFOVDeg:      54.7,
		MinConfidence:     0.3,
		BallRadiusM:       0.05,
		BallDistanceM:     1.1,
		BearingSigmaDeg:   0.35,
		Manoeuvre:         0.6,
		ActuationDelaySec: 0.05,
		AdaptRate:         0.005,
		HoldSec:           0.3,
		SearchAfterSec:    0.6,
		ProportionalGain:  3,
		MaxRateDeg:        340,
		SearchRateDeg:     70,
		SearchYawDeg:      70,
	}
}

// Validate says which parameter is wrong and what was expected.
func (c Config) Validate() error {
	b := c.behavior()
	return b.Validate()
}

// behavior gives the parameters as the behaviours take them.
func (c Config) behavior() behavior.Config {
	return behavior.Config{
		Controller:    c.Controller,
		Colors:        c.Colors,
		CameraFOV:     c.CameraFOVDeg * degree,
		MinConfidence: c.MinConfidence,
		Track: track.Config{
			BallRadiusM:    c.BallRadiusM,
			DistanceM:      c.BallDistanceM,
			SigmaRad:       c.BearingSigmaDeg * degree,
			ManoeuvreRad:   c.Manoeuvre,
			ActuationSec:   c.ActuationDelaySec,
			AdaptRate:      c.AdaptRate,
			HoldSec:        c.HoldSec,
			SearchAfterSec: c.SearchAfterSec,
			Gain:           c.ProportionalGain,
			MaxRateRad:     c.MaxRateDeg * degree,
			SearchRateRad:  c.SearchRateDeg * degree,
			SearchYawRad:   c.SearchYawDeg * degree,
		},
	}
}
