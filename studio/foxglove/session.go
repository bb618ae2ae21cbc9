package foxglove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/coder/websocket"
)

// Session is one connected client. Its methods are safe for concurrent use.
type Session struct {
	Number uint32 // number of the session, unique on the server
	Name   string // name of the person or the program, as passed to Accept

	server *Server
	queue  *queue
	clock  slot // slot of the server's time
	calls  atomic.Int32
	cancel context.CancelCauseFunc
	ctx    context.Context

	role Role // guarded by server.mu

	mu            sync.Mutex
	subscriptions map[uint32]*subscription
	published     map[uint32]ChannelInfo // channels that the client has opened
	watched       map[string]bool        // names of watched parameters
	graph         *Graph                 // graph that was sent last; nil if the client does not watch it
}

// These limits bound what one client may open.
const (
	maxSubscriptions = 10_000
	maxPublished     = 1_000
)

// Accept turns a request into a WebSocket and serves the client until it leaves, ctx ends or it is disconnected.
// The caller has checked who the client is and whether it is admitted. If there are too many clients, Accept
// refuses with status 503 and a sentence.
func (v *Server) Accept(ctx context.Context, w http.ResponseWriter, r *http.Request, name string, role Role) error {
	leave, first, err := v.admission.admit(r.RemoteAddr)
	if err != nil {
		if first {
			v.opts.Log.Warn("a client is refused", "client", name, "address", r.RemoteAddr, "reason", err)
		}
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return err
	}
	defer leave()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       Subprotocols(),
		InsecureSkipVerify: true, // the caller has checked the origin
	})
	if err != nil {
		return fmt.Errorf("accept a client: %w", err)
	}
	defer conn.CloseNow() //nolint:errcheck // it may be closed already
	if conn.Subprotocol() == "" {
		return conn.Close(websocket.StatusPolicyViolation, "expected the subprotocol "+subprotocolSDK+" or "+subprotocolWebSocket)
	}
	conn.SetReadLimit(v.opts.MaxMessageBytes)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &Session{
		Name: name, server: v, queue: newQueue(v.opts.MaxControlBytes), role: role, ctx: ctx, cancel: cancel,
		clock:         slot{keep: 1, clock: true},
		subscriptions: map[uint32]*subscription{}, published: map[uint32]ChannelInfo{}, watched: map[string]bool{},
	}
	v.open(s)
	if v.opts.OnSession != nil {
		v.opts.OnSession(s, true)
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		cancel(s.write(ctx, conn))
	}()
	err = s.read(ctx, conn)
	cancel(err)
	conn.CloseNow() //nolint:errcheck // it ends a write that waits
	<-written
	s.end()
	if cause := context.Cause(ctx); errors.Is(cause, errOverflow) {
		return cause
	}
	return nil
}

// Context returns a context that ends with the session.
func (s *Session) Context() context.Context { return s.ctx }

// Role returns the session's role.
func (s *Session) Role() Role {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	return s.role
}

// Disconnect ends the session.
func (s *Session) Disconnect(why error) { s.cancel(why) }

// Status shows a text to the client.
func (s *Session) Status(level Level, text string) {
	s.sendJSON(struct {
		Op      string `json:"op"`
		Level   Level  `json:"level"`
		Message string `json:"message"`
	}{"status", level, text})
}

// end withdraws everything that the client had opened.
func (s *Session) end() {
	s.server.forget(s)
	s.queue.close()
	s.mu.Lock()
	subscriptions, published := s.subscriptions, s.published
	s.subscriptions, s.published = map[uint32]*subscription{}, map[uint32]ChannelInfo{}
	watching := len(s.watched) > 0
	clear(s.watched)
	s.graph = nil
	s.mu.Unlock()
	for _, sub := range subscriptions {
		sub.channel.drop(sub)
	}
	for _, c := range published {
		s.server.opts.Publish.Unadvertise(s, c)
	}
	if watching {
		s.server.watchChanged()
	}
	if s.server.opts.OnSession != nil {
		s.server.opts.OnSession(s, false)
	}
}

// write sends the frames of the queue until ctx ends.
func (s *Session) write(ctx context.Context, conn *websocket.Conn) error {
	var buf []byte // buffer for messages of subscriptions
	for {
		f, ok := s.queue.next(buf[:0])
		if !ok {
			select {
			case <-s.queue.wake:
				continue
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		kind := websocket.MessageText
		if f.binary {
			kind = websocket.MessageBinary
		}
		if err := conn.Write(ctx, kind, f.data); err != nil {
			return err
		}
		if f.reusable {
			buf = f.data
		}
	}
}

// read handles what the client sends until it leaves.
func (s *Session) read(ctx context.Context, conn *websocket.Conn) error {
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind == websocket.MessageText {
			err = s.handleText(ctx, data)
		} else {
			err = s.handleBinary(ctx, data)
		}
		if err != nil {
			s.Status(Error, err.Error())
		}
	}
}

// handleBinary handles a binary frame of the client.
func (s *Session) handleBinary(ctx context.Context, data []byte) error {
	if len(data) == 0 {
		return errShortFrame
	}
	switch data[0] {
	case opClientMessageData:
		id, payload, err := parseClientData(data[1:])
		if err != nil {
			return err
		}
		return s.publish(id, payload)
	case opClientServiceCall:
		call, err := parseServiceCall(data[1:])
		if err != nil {
			return err
		}
		s.callService(ctx, call)
		return nil
	}
	return fmt.Errorf("binary frame of the unknown kind %d", data[0])
}

// handleText handles a JSON message of the client.
func (s *Session) handleText(ctx context.Context, data []byte) error {
	m, err := parseClientMessage(data)
	if err != nil {
		return err
	}
	switch m.Op {
	case "subscribe":
		return s.subscribe(m.Subscriptions)
	case "unsubscribe":
		s.unsubscribe(m.SubscriptionIDs)
	case "advertise":
		return s.startPublishing(m.Channels)
	case "unadvertise":
		s.stopPublishing(m.ChannelIDs)
	case "getParameters":
		s.getParameters(ctx, m)
	case "setParameters":
		s.setParameters(ctx, m)
	case "subscribeParameterUpdates":
		s.watchParameters(m.ParameterNames, true)
	case "unsubscribeParameterUpdates":
		s.watchParameters(m.ParameterNames, false)
	case "subscribeConnectionGraph":
		s.watchGraph()
	case "unsubscribeConnectionGraph":
		s.mu.Lock()
		s.graph = nil
		s.mu.Unlock()
	case "fetchAsset":
		s.fetchAsset(ctx, m)
	default:
		return fmt.Errorf("unknown op %q", m.Op)
	}
	return nil
}

// fetchAsset sends a file.
func (s *Session) fetchAsset(ctx context.Context, m clientMessage) {
	fetch := s.server.opts.Asset
	reply := func(data []byte, err error) { s.send(frame{binary: true, data: assetFrame(m.RequestID, data, err)}) }
	if fetch == nil {
		reply(nil, errors.New("this server has no assets"))
		return
	}
	if !s.startCall() {
		reply(nil, errors.New("too many requests wait for their answer"))
		return
	}
	go func() {
		defer s.endCall()
		reply(fetch(ctx, s, m.URI))
	}()
}

// send puts a frame into the control queue. It disconnects a client that does not read.
func (s *Session) send(f frame) {
	if err := s.queue.putControl(f); err != nil {
		s.server.opts.Log.Warn("a client is disconnected", "client", s.Name, "reason", err)
		s.cancel(err)
	}
}

func (s *Session) sendJSON(v any) {
	data, err := json.Marshal(v)
	if err != nil { // a value such as NaN, which JSON cannot express
		s.server.opts.Log.Warn("a message cannot be encoded", "error", err)
		return
	}
	s.send(frame{data: data})
}
