package foxglove

import (
	"fmt"
	"net/netip"
	"sync"
)

// admission limits the number of open sessions, because each needs memory for data that its client has not read
// yet.
type admission struct {
	all, each int // largest numbers: in all, and for each address

	mu   sync.Mutex
	open int
	here map[netip.Prefix]int // number of open sessions by address
	full bool                 // a session has been refused since a place was last free
}

// addressOf returns what counts as one address: an IPv4 address, or the IPv6 network of a household (/64).
func addressOf(remote string) netip.Prefix {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{} // a pipe of a test
	}
	ip, bits := at.Addr().Unmap().WithZone(""), 64
	if ip.Is4() || ip.IsLoopback() {
		bits = ip.BitLen()
	}
	p, _ := ip.Prefix(bits) // the length is valid
	return p
}

// admit counts a session of a client's address. If there are too many, it returns an error with the reason. first
// reports whether this is the first refusal in a row.
func (a *admission) admit(remote string) (leave func(), first bool, err error) {
	from := addressOf(remote)
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.open >= a.all:
		err = fmt.Errorf("%d clients are connected, which is the limit: close one", a.open)
	case a.here[from] >= a.each:
		err = fmt.Errorf("%d clients of %s are connected, which is the limit for one address: close one", a.here[from], from.Addr())
	}
	if err != nil {
		first, a.full = !a.full, true
		return nil, first, err
	}
	a.open++
	a.here[from]++
	return func() { a.leave(from) }, false, nil
}

func (a *admission) leave(from netip.Prefix) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open--
	if a.here[from]--; a.here[from] == 0 {
		delete(a.here, from)
	}
	a.full = false
}
