package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"

	"golang.org/x/sys/unix"
)

// The multicast group and the ports of discovery.
const (
	group       = "239.255.0.7"
	topicPort   = 10317
	servicePort = 10318
)

// beacon sends and receives the datagrams of one of discovery's ports.
type beacon struct {
	in     *net.UDPConn
	out    []*net.UDPConn // one per interface
	group  *net.UDPAddr
	relays []*net.UDPAddr
}

// openBeacon joins the group on all the interfaces with these addresses.
func openBeacon(port int, interfaces []netip.Addr, relays []string) (b *beacon, err error) {
	b = &beacon{group: &net.UDPAddr{IP: net.ParseIP(group), Port: port}}
	for _, r := range relays {
		b.relays = append(b.relays, &net.UDPAddr{IP: net.ParseIP(r), Port: port})
	}
	defer func() {
		if err != nil {
			b.close()
			b, err = nil, fmt.Errorf("discovery on UDP port %d: %w", port, err)
		}
	}()
	if b.in, err = listen(fmt.Sprintf("0.0.0.0:%d", port), shareAddress); err != nil {
		return b, err
	}
	for _, ip := range interfaces {
		mreq := &unix.IPMreq{Multiaddr: [4]byte(b.group.IP.To4()), Interface: ip.As4()}
		err = control(b.in, func(fd int) error { return unix.SetsockoptIPMreq(fd, unix.IPPROTO_IP, unix.IP_ADD_MEMBERSHIP, mreq) })
		if err != nil {
			return b, fmt.Errorf("join %s on %s: %w", group, ip, err)
		}
		out, err := listen(netip.AddrPortFrom(ip, 0).String(), func(fd int) error {
			return unix.SetsockoptInet4Addr(fd, unix.IPPROTO_IP, unix.IP_MULTICAST_IF, ip.As4())
		})
		if err != nil {
			return b, err
		}
		b.out = append(b.out, out)
	}
	return b, nil
}

// shareAddress allows other programs of this machine to listen on the same port.
func shareAddress(fd int) error {
	return errors.Join(
		unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1),
		unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1))
}

// listen opens a UDP socket that is prepared before it is bound.
func listen(address string, prepare func(fd int) error) (*net.UDPConn, error) {
	config := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) error {
		var err error
		return errors.Join(raw.Control(func(fd uintptr) { err = prepare(int(fd)) }), err)
	}}
	conn, err := config.ListenPacket(context.Background(), "udp4", address)
	if err != nil {
		return nil, err
	}
	return conn.(*net.UDPConn), nil
}

func control(conn *net.UDPConn, f func(fd int) error) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	return errors.Join(raw.Control(func(fd uintptr) { err = f(int(fd)) }), err)
}

// send sends a datagram to all processes. If that fails it is lost, as any datagram may be.
func (b *beacon) send(data []byte) {
	for _, out := range b.out {
		out.WriteToUDP(data, b.group) //nolint:errcheck // the next heartbeat repeats it
	}
	for _, relay := range b.relays {
		b.out[0].WriteToUDP(data, relay) //nolint:errcheck // the next heartbeat repeats it
	}
}

// receive calls a function with each datagram until close.
func (b *beacon) receive(f func(data []byte)) {
	buffer := make([]byte, maxDatagram)
	for {
		n, _, err := b.in.ReadFromUDPAddrPort(buffer)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err == nil:
			f(buffer[:n])
		}
	}
}

func (b *beacon) close() {
	if b.in != nil {
		b.in.Close() //nolint:errcheck // nothing is written to it
	}
	for _, out := range b.out {
		out.Close() //nolint:errcheck // a datagram is sent or lost
	}
}

// interfaces returns the addresses to use: the given one, or those of all interfaces except the
// loopback, or the loopback when there is no other.
func interfaces(ip string) ([]netip.Addr, error) {
	loopback := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("network interfaces: %w", err)
	}
	var found []netip.Addr
	for _, a := range all {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil || !prefix.Addr().Is4() {
			continue
		}
		if ip != "" && prefix.Addr().String() == ip {
			return []netip.Addr{prefix.Addr()}, nil
		}
		if !prefix.Addr().IsLoopback() {
			found = append(found, prefix.Addr())
		}
	}
	if ip != "" {
		return nil, fmt.Errorf("address %s: no interface of this machine has it; it has %v (GZ_IP, in Fortress IGN_IP)", ip, append(found, loopback))
	}
	if len(found) == 0 {
		found = append(found, loopback)
	}
	return found, nil
}
