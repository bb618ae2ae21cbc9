package game

import "fmt"

// Member is a robot of a team.
type Member struct {
	Team   int `yaml:"team" min:"1" max:"254" readonly:"true" desc:"number of the robot's team in the league; its messages have the UDP port 10000 + team"`
	Player int `yaml:"player" min:"1" max:"20" readonly:"true" desc:"number of the robot in its team"`
}

// Colors are the colours of a robot's team while no GameController speaks.
type Colors struct {
	Color      string `yaml:"color" readonly:"true" desc:"colour of the team while no GameController is received: blue, red, yellow, black, white, green, orange, purple, brown or grey"`
	OtherColor string `yaml:"other_color" readonly:"true" desc:"colour that the left bumper changes to"`
}

// DefaultColors are red and blue.
func DefaultColors() Colors { return Colors{Color: "red", OtherColor: "blue"} }

// Validate returns an error that names the parameter that is not a colour.
func (c *Colors) Validate() error {
	if _, err := ParseColor(c.Color); err != nil {
		return fmt.Errorf("color: %w", err)
	}
	if _, err := ParseColor(c.OtherColor); err != nil {
		return fmt.Errorf("other_color: %w", err)
	}
	return nil
}
