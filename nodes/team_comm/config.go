package teamcomm

import (
	"fmt"
	"net/netip"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"team_comm: what robots of a team tell each other, 48 bytes at a time."`

	Team      int    `yaml:"team" min:"1" max:"254" readonly:"true" desc:"number of the robot's team in the league; its messages have the UDP port 10000 + team"`
	Player    int    `yaml:"player" min:"1" max:"20" readonly:"true" desc:"number of the robot in its team"`
	Broadcast string `yaml:"broadcast" readonly:"true" desc:"where messages go on a network, such as 10.0.255.255; empty: to robots on this machine only"`
}

// DefaultConfig returns player 1 of team 1, on this machine.
func DefaultConfig() Config { return Config{Team: 1, Player: 1} }

// Validate returns an error that names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	_, err := c.broadcast()
	return err
}

// broadcast returns the address of the network; the zero value: this machine.
func (c Config) broadcast() (netip.Addr, error) {
	if c.Broadcast == "" {
		return netip.Addr{}, nil
	}
	a, err := netip.ParseAddr(c.Broadcast)
	if err != nil || !a.Is4() {
		return netip.Addr{}, fmt.Errorf("broadcast %q: expected an IPv4 address, such as 10.0.255.255", c.Broadcast)
	}
	return a, nil
}
