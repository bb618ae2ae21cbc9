package udp

import (
	"fmt"
	"net/netip"
)

// Broadcast is a parameter: where messages go on a network, such as 10.0.255.255; empty: to robots on this machine only.
type Broadcast string

// Validate returns an error unless the address is IPv4.
func (b Broadcast) Validate() error {
	if a, err := netip.ParseAddr(string(b)); b != "" && (err != nil || !a.Is4()) {
		return fmt.Errorf("%q: expected an IPv4 address, such as 10.0.255.255", string(b))
	}
	return nil
}

// Addr returns the address of the network; the zero value: this machine.
func (b Broadcast) Addr() netip.Addr {
	a, _ := netip.ParseAddr(string(b)) // Validate has seen it
	return a
}
