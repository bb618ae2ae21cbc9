package lights

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"lights: animations of the robot's LEDs, and signals of its state -> lights."`

	RateHz  float64 `yaml:"rate_hz" unit:"Hz" min:"1" max:"30" desc:"of lights while something moves"`
	Signals bool    `yaml:"signals" desc:"show fallen, hot, battery, fault, penalised, role and ball; docs/robot.md"`
	Speak   bool    `yaml:"speak" desc:"publish on speech what the signals are, when they begin"`
}

// DefaultConfig returns a rate that looks smooth, with signals.
func DefaultConfig() Config { return Config{RateHz: 30, Signals: true} }
