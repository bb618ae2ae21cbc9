package gamecontroller

import (
	"fmt"
	"net/netip"

	"gonao/soccer/game"
	"gonao/soccer/game/udp"
	"gonao/soccer/game/wire"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"game_controller: the state of a game, for robots on this machine."`

	Rules     string `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`
	Players   int    `yaml:"players" min:"0" max:"11" readonly:"true" desc:"per team; 0: as the book says"`
	Home      Team   `yaml:"home" desc:"the team that is listed first"`
	Away      Team   `yaml:"away" desc:"the other team"`
	KickOff   string `yaml:"kick_off" enum:"home|away" readonly:"true" desc:"who kicks off in the first half"`
	Long      bool   `yaml:"long" readonly:"true" desc:"the clock stops in READY and SET where the book has that, as in finals"`
	NoDelay   bool   `yaml:"no_delay" readonly:"true" desc:"robots see the truth at once and need not hear the whistle"`
	UDP       bool   `yaml:"udp" readonly:"true" desc:"packets are sent and received; without, the game is on topics only"`
	Version   int    `yaml:"version" min:"0" max:"20" readonly:"true" desc:"of the control messages, 14 to 20; 0: as the book says"`
	Broadcast string `yaml:"broadcast" readonly:"true" desc:"where control messages go on a network, such as 10.0.255.255; empty: robots on this machine only"`
}

// Team holds a team of the game.
type Team struct {
	Number          int    `yaml:"number" min:"0" max:"254" readonly:"true" desc:"in the league"`
	Name            string `yaml:"name" readonly:"true" desc:"for people"`
	FieldColor      int    `yaml:"field_color" min:"0" max:"9" readonly:"true" desc:"0 blue, 1 red, 2 yellow, 3 black, 4 white, 5 green, 6 orange, 7 purple, 8 brown, 9 gray"`
	GoalkeeperColor int    `yaml:"goalkeeper_color" min:"0" max:"9" readonly:"true" desc:"as field_color"`
	Goalkeeper      int    `yaml:"goalkeeper" min:"1" max:"20" readonly:"true" desc:"its number"`
}

// DefaultConfig returns the parameters of a game on this machine.
func DefaultConfig() Config {
	return Config{
		Rules: "spl2025", KickOff: "home", UDP: true,
		Home: Team{Number: 1, Name: "red", FieldColor: 1, GoalkeeperColor: 3, Goalkeeper: 1},
		Away: Team{Number: 2, Name: "blue", FieldColor: 0, GoalkeeperColor: 4, Goalkeeper: 1},
	}
}

// Validate checks the parameters.
func (c Config) Validate() error {
	if _, err := c.target(); err != nil {
		return err
	}
	_, err := c.rules()
	return err
}

func (c Config) rules() (*game.Rules, error) {
	b, err := game.Load(c.Rules)
	if err != nil {
		return nil, err
	}
	kickOff := game.Home
	if c.KickOff == "away" {
		kickOff = game.Away
	}
	return game.NewRules(b, game.Setup{
		Teams: [2]game.TeamSetup{c.Home.setup(), c.Away.setup()}, Players: c.Players, KickOff: kickOff, Long: c.Long, NoDelay: c.NoDelay,
	})
}

func (t Team) setup() game.TeamSetup {
	return game.TeamSetup{
		Number: t.Number, TeamName: t.Name, FieldColor: t.FieldColor, GoalkeeperColor: t.GoalkeeperColor, GoalkeeperNumber: t.Goalkeeper,
	}
}

// target returns where control messages go.
func (c Config) target() (netip.AddrPort, error) {
	if c.Broadcast == "" {
		return udp.Loopback, nil
	}
	a, err := netip.ParseAddr(c.Broadcast)
	if err != nil || !a.Is4() {
		return netip.AddrPort{}, fmt.Errorf("broadcast %q: expected an IPv4 address, such as 10.0.255.255", c.Broadcast)
	}
	return netip.AddrPortFrom(a, wire.ControlPort), nil
}
