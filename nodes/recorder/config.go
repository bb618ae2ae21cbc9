package recorder

// Config selects what is recorded.
type Config struct {
	Camera string   `yaml:"camera"` // frame of the camera whose optical axis is used
	Colors []string `yaml:"colors"` // colours of the balls; their ground truth is ball_<color>
}

// DefaultConfig returns the demo's balls and the top camera.
func DefaultConfig() Config {
	return Config{Camera: "CameraTop_optical_frame", Colors: []string{"green", "red"}}
}
