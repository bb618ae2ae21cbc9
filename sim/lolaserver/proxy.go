package lolaserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"gonao/nao/lola"
)

// flushEvery is the number of records that may be lost when the recorder is killed: about
// those of half a second.
const flushEvery = 83

// Proxy is a relay between a robot and its client that records their frames. It only finds the beginnings and ends of
// frames; bytes outside of frames are dropped.
type Proxy struct {
	robot    string
	listener net.Listener
	clock    Clock
	logf     func(format string, args ...any)

	mu      sync.Mutex // guards the fields below
	out     *lola.SessionWriter
	pending int
	failed  error
	counts  map[lola.RecordKind]int
}

// NewProxy listens for clients of a robot that is elsewhere. It connects to the robot when
// a client has come: LoLA serves one client.
func NewProxy(robot, address string, out *lola.SessionWriter, clock Clock, logf func(format string, args ...any)) (*Proxy, error) {
	if _, _, err := lola.Address(robot); err != nil {
		return nil, err
	}
	if robot == address {
		return nil, fmt.Errorf("LoLA socket %s: expected another one than the robot's", address)
	}
	listener, err := listen(address)
	if err != nil {
		return nil, err
	}
	return &Proxy{robot: robot, listener: listener, clock: clock, logf: logf, out: out, counts: map[lola.RecordKind]int{}}, nil
}

// Count returns the number of records of a kind that were written.
func (p *Proxy) Count(kind lola.RecordKind) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counts[kind]
}

// Run serves one client after the other until ctx ends, or nothing can be written any
// more.
func (p *Proxy) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	forget := context.AfterFunc(ctx, func() { p.listener.Close() })
	defer forget()
	defer p.listener.Close() // the one above may still be under way when Run returns
	for ctx.Err() == nil {
		client, err := p.listener.Accept()
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return fmt.Errorf("LoLA proxy: %w", err)
		}
		if err := p.serve(ctx, client); err != nil {
			cancel(err)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return errors.Join(p.failed, p.out.Flush())
}

// serve connects a client with the robot until one of them goes.
func (p *Proxy) serve(ctx context.Context, client net.Conn) error {
	defer client.Close()
	network, address, err := lola.Address(p.robot)
	if err != nil {
		return err
	}
	var dialer net.Dialer
	robot, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		p.logf("no robot for the client that came: %v", err)
		return nil // the client will come again
	}
	defer robot.Close()
	end := func() { client.Close(); robot.Close() }
	forget := context.AfterFunc(ctx, end)
	defer forget()
	p.note(lola.Came, nil)
	p.logf("a client is connected with the robot")
	var both sync.WaitGroup
	both.Go(func() { defer end(); p.pass(robot, client, lola.RecordSensors) })
	both.Go(func() { defer end(); p.pass(client, robot, lola.RecordCommands) })
	both.Wait()
	p.note(lola.Went, nil)
	p.logf("the client, or the robot, has gone")
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// pass forwards frames, and then records them.
func (p *Proxy) pass(from, to net.Conn, kind lola.RecordKind) {
	reader := lola.NewReader(from)
	for {
		frame, err := reader.Frame()
		if err != nil {
			return
		}
		if _, err := to.Write(frame); err != nil {
			return
		}
		if !p.note(kind, frame) {
			return
		}
	}
}

// note writes a record. It returns false when writing has failed.
func (p *Proxy) note(kind lola.RecordKind, frame []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return false
	}
	err := p.out.Write(lola.SessionRecord{At: p.clock.Now(), Kind: kind, Frame: frame})
	if p.pending++; err == nil && p.pending >= flushEvery {
		p.pending = 0
		err = p.out.Flush()
	}
	if err != nil {
		p.failed = fmt.Errorf("write the session: %w", err)
	}
	p.counts[kind]++
	return err == nil
}
