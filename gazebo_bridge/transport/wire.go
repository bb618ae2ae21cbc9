package transport

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/pebbe/zmq4"
)

// wire owns the ZeroMQ sockets. Only the goroutine of [wire.run] uses them; the others pass functions
// to it.
type wire struct {
	context   *zmq4.Context
	publisher *zmq4.Socket // XPUB: it receives subscriptions
	receiver  *zmq4.Socket // SUB
	replier   *zmq4.Socket // ROUTER: requests arrive here
	responses *zmq4.Socket // ROUTER: answers to our requests
	woken     *zmq4.Socket // PULL: todo has something
	waker     *zmq4.Socket // PUSH, its other end; under mu
	peers     map[string]*peer

	publisherAt, replierAt, responsesAt string // addresses

	mu     sync.Mutex
	todo   []func()
	closed bool
	done   chan struct{} // run has ended
}

// peer is a socket connected to the replier or the response receiver of another process.
type peer struct {
	socket *zmq4.Socket // DEALER
	idle   int          // ticks since it was used
}

// highWater is the number of messages a socket holds for one peer before it drops the newest, as in
// Gazebo.
const highWater = 1000

// linger 0: closing does not wait for bytes to a dead peer.
const linger = 0

// handlers handle what arrives, in the goroutine of the wire.
type handlers interface {
	subscribed(filter string, yes bool)
	message(frames [][]byte)
	request(frames [][]byte)
	response(frames [][]byte)
}

// openWire binds the sockets to a host's address, with the identities to which others answer.
func openWire(host, replierID, responsesID string) (w *wire, err error) {
	w = &wire{peers: map[string]*peer{}, done: make(chan struct{})}
	if w.context, err = zmq4.NewContext(); err != nil {
		return nil, fmt.Errorf("libzmq: %w", err)
	}
	open := func(kind zmq4.Type, identity string) (s *zmq4.Socket) {
		if err != nil {
			return nil
		}
		if s, err = w.context.NewSocket(kind); err != nil {
			return nil
		}
		err = errors.Join(s.SetLinger(linger), s.SetSndhwm(highWater), s.SetRcvhwm(highWater))
		if identity != "" {
			err = errors.Join(err, s.SetIdentity(identity))
		}
		return s
	}
	w.publisher = open(zmq4.XPUB, "")
	w.receiver = open(zmq4.SUB, "")
	w.replier = open(zmq4.ROUTER, replierID)
	w.responses = open(zmq4.ROUTER, responsesID)
	w.woken = open(zmq4.PULL, "")
	w.waker = open(zmq4.PUSH, "")
	bind := func(s *zmq4.Socket) (address string) {
		if err == nil {
			err = s.Bind("tcp://" + host + ":*")
		}
		if err == nil {
			address, err = s.GetLastEndpoint()
		}
		return address
	}
	w.publisherAt, w.replierAt, w.responsesAt = bind(w.publisher), bind(w.replier), bind(w.responses)
	if err == nil {
		err = w.woken.Bind("inproc://wake")
	}
	if err == nil {
		err = w.waker.Connect("inproc://wake")
	}
	if err != nil {
		w.release()
		return nil, fmt.Errorf("sockets on %s: %w", host, err)
	}
	return w, nil
}

// release closes all sockets. No other goroutine may use them any more.
func (w *wire) release() {
	sockets := []*zmq4.Socket{w.publisher, w.receiver, w.replier, w.responses, w.woken, w.waker}
	for _, p := range w.peers {
		sockets = append(sockets, p.socket)
	}
	for _, s := range sockets {
		if s != nil {
			s.Close() //nolint:errcheck // what is closed is gone
		}
	}
	w.context.Term() //nolint:errcheck // all sockets are closed: it waits for nobody
}

// do passes a function to the goroutine of the wire. It does not wait; after close the function is
// dropped.
func (w *wire) do(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.todo = append(w.todo, f)
	if len(w.todo) == 1 { // else the wire has been woken already
		w.wake()
	}
}

// wake ends the wire's wait; mu must be held.
func (w *wire) wake() {
	w.waker.SendBytes(nil, zmq4.DONTWAIT) //nolint:errcheck // one empty message always has room
}

// close ends run, waits for it and closes the sockets. Functions that were passed before are run.
func (w *wire) close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		w.wake()
	}
	w.mu.Unlock()
	<-w.done
	w.release()
}

// forever makes the poll wait without end.
const forever = time.Duration(-1)

// run serves the sockets until close.
func (w *wire) run(h handlers) {
	defer close(w.done)
	poller := zmq4.NewPoller()
	for _, s := range []*zmq4.Socket{w.woken, w.publisher, w.receiver, w.replier, w.responses} {
		poller.Add(s, zmq4.POLLIN)
	}
	for {
		ready, err := poller.Poll(forever)
		if err != nil {
			return // never, as long as the sockets are open
		}
		for _, p := range ready {
			w.serve(p.Socket, h)
		}
		w.mu.Lock()
		end := w.closed && len(w.todo) == 0
		w.mu.Unlock()
		if end {
			return
		}
	}
}

// batch is the number of messages received from a socket before the next socket's turn.
const batch = 100

// serve handles what has arrived at a socket.
func (w *wire) serve(s *zmq4.Socket, h handlers) {
	for range batch {
		frames, err := s.RecvMessageBytes(zmq4.DONTWAIT)
		if err != nil {
			return // nothing more
		}
		switch s {
		case w.woken:
			w.mu.Lock()
			todo := w.todo
			w.todo = nil
			w.mu.Unlock()
			for _, f := range todo {
				f()
			}
		case w.publisher:
			if len(frames) == 1 && len(frames[0]) > 0 && frames[0][0] <= 1 {
				h.subscribed(string(frames[0][1:]), frames[0][0] == 1)
			}
		case w.receiver:
			h.message(frames)
		case w.replier:
			h.request(frames)
		case w.responses:
			h.response(frames)
		}
	}
}

// publish sends a message to all subscribers.
func (w *wire) publish(m *message) {
	w.do(func() { send(w.publisher, m.frames()) })
}

// to sends frames to another process's socket at an address. They wait until it is there.
func (w *wire) to(address string, frames [][]byte) {
	w.do(func() {
		p := w.peers[address]
		if p == nil {
			s, err := w.context.NewSocket(zmq4.DEALER)
			if err != nil {
				return // too many: the call gets no answer
			}
			if err := errors.Join(s.SetLinger(linger), s.SetSndhwm(highWater), s.Connect(address)); err != nil {
				s.Close() //nolint:errcheck // it never was open
				return
			}
			p = &peer{socket: s}
			w.peers[address] = p
		}
		p.idle = 0
		send(p.socket, frames)
	})
}

// idleTicks is the number of ticks for which an unused socket is kept.
const idleTicks = 20

// tick closes sockets that have been unused for long.
func (w *wire) tick() {
	w.do(func() {
		for address, p := range w.peers {
			if p.idle++; p.idle > idleTicks {
				p.socket.Close() //nolint:errcheck // what is closed is gone
				delete(w.peers, address)
			}
		}
	})
}

// connect connects to the publishers at an address; disconnect disconnects.
func (w *wire) connect(address string) {
	w.do(func() {
		w.receiver.Connect(address) //nolint:errcheck // a wrong address has no messages
	})
}

func (w *wire) disconnect(address string) {
	w.do(func() {
		w.receiver.Disconnect(address) //nolint:errcheck // the address may have been wrong
	})
}

// subscribe subscribes to a topic; unsubscribe ends that.
func (w *wire) subscribe(topic string) {
	w.do(func() {
		w.receiver.SetSubscribe(topic) //nolint:errcheck // any string is a filter
	})
}

func (w *wire) unsubscribe(topic string) {
	w.do(func() {
		w.receiver.SetUnsubscribe(topic) //nolint:errcheck // any string is a filter
	})
}

// send sends a message of several frames. A peer whose queue is full loses it.
func send(s *zmq4.Socket, frames [][]byte) {
	for i, f := range frames {
		flags := zmq4.DONTWAIT
		if i < len(frames)-1 {
			flags |= zmq4.SNDMORE
		}
		if _, err := s.SendBytes(f, flags); err != nil {
			return // refused at the first frame or not at all
		}
	}
}
