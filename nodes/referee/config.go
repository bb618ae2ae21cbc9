package referee

import "gonao/soccer/game"

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"referee: judges a game by the simulator's truth, and calls at game_controller."`

	Rules    string   `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`
	Robots   []string `yaml:"robots" readonly:"true" desc:"whose truth is judged: the robot's namespace, its team and number, such as red1=home 1"`
	PerTeam  int      `yaml:"per_team" min:"0" max:"11" readonly:"true" desc:"in place of robots: so many a team, red1 to home, blue1 to away, as the simulator's robots.per_team"`
	Ball     string   `yaml:"ball" readonly:"true" desc:"the ball's name in ground_truth"`
	Conduct  bool     `yaml:"conduct" readonly:"true" desc:"lead through the game, too: begin and end halves, READY and SET, let robots come back, whistle"`
	Place    bool     `yaml:"place" readonly:"true" desc:"place the ball and robots in the simulator, by its services simulator/place"`
	Knockout bool     `yaml:"knockout" readonly:"true" desc:"a draw is followed by extra time where the book has it, and by a penalty shoot-out"`
	RateHz   float64  `yaml:"rate_hz" unit:"Hz" min:"5" max:"100" readonly:"true" desc:"of moments that are judged"`
}

// DefaultConfig returns one robot of the home team.
func DefaultConfig() Config {
	return Config{Rules: "spl2025", Robots: []string{"nao1=home 1"}, Ball: "ball", Conduct: true, RateHz: 20}
}

// Validate checks the parameters.
func (c Config) Validate() error {
	if _, err := game.Load(c.Rules); err != nil {
		return err
	}
	_, err := c.robots()
	return err
}
