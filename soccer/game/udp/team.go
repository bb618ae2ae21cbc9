package udp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"

	"gonao/soccer/game/wire"
)

// TeamAddress returns where the messages of a team go: to the robots on this machine, or to a broadcast address of a network.
func TeamAddress(team uint8, broadcast netip.Addr) netip.AddrPort {
	if !broadcast.IsValid() {
		broadcast = Loopback.Addr()
	}
	return netip.AddrPortFrom(broadcast, wire.TeamPort+uint16(team))
}

// A TeamPacket is a packet at a team's port, with its sender.
type TeamPacket struct {
	From netip.AddrPort
	Data []byte
}

// A Team sends and receives the messages of one team.
type Team struct {
	in, out *net.UDPConn
	to      netip.AddrPort
	packets chan TeamPacket
	done    sync.WaitGroup
}

// mostTeamBytes is how much of a packet is read; the leagues allow 512.
const mostTeamBytes = 1024

// DialTeam opens a team's port. Several robots of one machine may share it; each receives the messages of all.
func DialTeam(ctx context.Context, to netip.AddrPort) (*Team, error) {
	heard, local := to.Addr(), netip.AddrFrom4([4]byte{127, 0, 0, 1})
	if !heard.IsLoopback() {
		heard, local = netip.IPv4Unspecified(), netip.IPv4Unspecified()
	}
	in, err := listen(ctx, netip.AddrPortFrom(heard, to.Port()), true)
	if err != nil {
		return nil, fmt.Errorf("team messages: %w", err)
	}
	out, err := listen(ctx, netip.AddrPortFrom(local, 0), false)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("team messages: %w", err), in.Close())
	}
	t := &Team{in: in, out: out, to: to, packets: make(chan TeamPacket, 32)}
	t.done.Go(t.receive)
	return t, nil
}

// Packets returns the messages of the other robots of the team. An unread message is dropped when 32 newer ones wait.
func (t *Team) Packets() <-chan TeamPacket { return t.packets }

// receive reads packets until the socket is closed. The robot's own are skipped.
func (t *Team) receive() {
	buffer := make([]byte, mostTeamBytes)
	own := addressOf(t.out).Port()
	for {
		n, from, err := t.in.ReadFromUDPAddrPort(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil || from.Port() == own && isLocal(from.Addr().Unmap()) {
			continue
		}
		packet := TeamPacket{netip.AddrPortFrom(from.Addr().Unmap(), from.Port()), append([]byte(nil), buffer[:n]...)}
		select {
		case t.packets <- packet:
			continue
		default:
		}
		select {
		case <-t.packets:
		default:
		}
		t.packets <- packet // only this goroutine fills the channel
	}
}

// Send sends a message to the team.
func (t *Team) Send(data []byte) error {
	_, err := t.out.WriteToUDPAddrPort(data, t.to)
	return err
}

// Close closes the sockets and waits for the reader.
func (t *Team) Close() error {
	err := errors.Join(t.in.Close(), t.out.Close())
	t.done.Wait()
	return err
}
