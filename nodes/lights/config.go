package lights

// Config holds the node's parameters.
type Config struct {
	RateHz float64 `yaml:"rate_hz" unit:"Hz" min:"1" max:"30" desc:"of lights while something moves"`
}

// Explain returns what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{"": "lights: animations of the robot's LEDs -> lights."}
}

// DefaultConfig returns a rate that looks smooth.
func DefaultConfig() Config { return Config{RateHz: 30} }
