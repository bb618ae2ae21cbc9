package recorder

// Config tells the recorder what to look at.
type Config struct {
	Camera string   `yaml:"camera"` // frame of the camera whose optical axis counts
	Colors []string `yaml:"colors"` // colours of the balls; their ground truth is ball_<color>
}

// DefaultConfig looks at the demo's balls through the top camera.
func DefaultConfig() Config {
	return Config{Camera: "CameraTop_optical_frame", Colors: []string{"green", "red"}}
}
