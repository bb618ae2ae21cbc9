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

// A Control is a control message with its sender.
type Control struct {
	From    netip.AddrPort
	Message wire.Control
}

// A Refused is a packet that is not a control message.
type Refused struct {
	From netip.AddrPort
	Err  error
}

// A Client is a robot's side: it receives control messages and answers with status messages.
type Client struct {
	in, out  *net.UDPConn
	controls chan Control
	refused  chan Refused
	done     sync.WaitGroup
}

// Dial opens a client that listens for control messages at an address. Loopback's address hears servers on this machine,
// 0.0.0.0 those of the network.
func Dial(ctx context.Context, listenAt netip.AddrPort) (*Client, error) {
	in, err := listen(ctx, listenAt, true)
	if err != nil {
		return nil, fmt.Errorf("game client: %w", err)
	}
	local := netip.IPv4Unspecified()
	if listenAt.Addr().IsLoopback() {
		local = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	out, err := listen(ctx, netip.AddrPortFrom(local, 0), false)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("game client: %w", err), in.Close())
	}
	c := &Client{in: in, out: out, controls: make(chan Control, 1), refused: make(chan Refused, 1)}
	c.done.Go(c.receive)
	return c, nil
}

// Controls returns the control messages for robots. An unread message is replaced by the next.
func (c *Client) Controls() <-chan Control { return c.controls }

// Refused returns packets that are not control messages: of a wrong length or version. An unread one is replaced by the
// next.
func (c *Client) Refused() <-chan Refused { return c.refused }

// receive reads control messages until the socket is closed. Messages to monitors are skipped.
func (c *Client) receive() {
	buffer := make([]byte, 2048)
	for {
		n, from, err := c.in.ReadFromUDPAddrPort(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		sender := netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		m, err := wire.ParseControl(buffer[:n])
		switch {
		case err != nil:
			select {
			case <-c.refused:
			default:
			}
			c.refused <- Refused{sender, err}
		case !m.ToMonitor:
			select {
			case <-c.controls:
			default:
			}
			c.controls <- Control{sender, m}
		}
	}
}

// Report sends a status message to a GameController.
func (c *Client) Report(to netip.AddrPort, s wire.Status) error {
	_, err := c.out.WriteToUDPAddrPort(s.Append(nil), to)
	return err
}

// Close closes the sockets and waits for the reader.
func (c *Client) Close() error {
	err := errors.Join(c.in.Close(), c.out.Close())
	c.done.Wait()
	return err
}
