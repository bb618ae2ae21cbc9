package lights

// Config holds the node's parameters.
type Config struct {
	RateHz  float64 `yaml:"rate_hz" unit:"Hz" min:"1" max:"30" desc:"of lights while something moves"`
	Signals bool    `yaml:"signals" desc:"show fallen, hot, battery, fault, penalised, role and ball; docs/robot.md"`
	Speak   bool    `yaml:"speak" desc:"publish on speech what the signals are, when they begin"`
}

// Explain returns what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{"": "lights: animations of the robot's LEDs, and signals of its state -> lights."}
}

// DefaultConfig returns a rate that looks smooth, with signals.
func DefaultConfig() Config { return Config{RateHz: 30, Signals: true} }
