// Package foxglovetest holds a client of Foxglove's protocol for tests.
package foxglovetest

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"gonao/studio/foxglove"
)

// Service is a service as the server advertised it.
type Service struct {
	ID       uint32          `json:"id"`
	Name     string          `json:"name"`
	Type     string          `json:"type"`
	Request  foxglove.Schema `json:"request"`
	Response foxglove.Schema `json:"response"`
}

// Message is a message of a subscription.
type Message struct {
	Topic string
	Stamp time.Time
	Data  []byte
}

// Reply is the answer to a service call.
type Reply struct {
	Encoding string
	Data     []byte
	Err      error
}

// Event is a JSON message of the server that the client does not handle itself: serverInfo, status, parameterValues, …
type Event struct {
	Op   string
	Text []byte
}

// Client is a client of a server. It keeps what the server has advertised. Its methods are safe for concurrent use.
type Client struct {
	Events   chan Event   // the newest 1024; older ones are dropped
	Messages chan Message // the newest 1024; older ones are dropped
	Times    chan time.Time

	conn *websocket.Conn
	hold sync.Mutex // held while the client must not read
	done chan struct{}
	err  error // valid once done is closed

	mu       sync.Mutex
	changed  chan struct{} // closed at each change of the fields below
	channels map[string]foxglove.ChannelInfo
	services map[string]Service
	topics   map[uint32]string // by id of the subscription
	replies  map[uint32]chan Reply
	assets   map[uint32]chan Reply
	next     uint32
}

// Dial connects to a server.
func Dial(ctx context.Context, url string, header http.Header, subprotocols ...string) (*Client, error) {
	if len(subprotocols) == 0 {
		subprotocols = foxglove.Subprotocols()
	}
	conn, response, err := websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: subprotocols, HTTPHeader: header})
	if err != nil {
		if response != nil {
			err = fmt.Errorf("status %d: %w", response.StatusCode, err)
		}
		return nil, err
	}
	conn.SetReadLimit(64 << 20)
	c := &Client{
		Events: make(chan Event, 1024), Messages: make(chan Message, 1024), Times: make(chan time.Time, 64),
		conn: conn, done: make(chan struct{}), changed: make(chan struct{}),
		channels: map[string]foxglove.ChannelInfo{}, services: map[string]Service{}, topics: map[uint32]string{},
		replies: map[uint32]chan Reply{}, assets: map[uint32]chan Reply{},
	}
	go c.read()
	return c, nil
}

// Subprotocol returns the name of the protocol that the server chose.
func (c *Client) Subprotocol() string { return c.conn.Subprotocol() }

// Close leaves the server.
func (c *Client) Close() { c.conn.CloseNow() } //nolint:errcheck // it may be closed already

// Hold stops the client's reading, except of a message that it waits for, until release is called.
func (c *Client) Hold() (release func()) {
	c.hold.Lock()
	return sync.OnceFunc(c.hold.Unlock)
}

// Done returns a channel that is closed when the connection has ended.
func (c *Client) Done() <-chan struct{} { return c.done }

// Err returns why the connection has ended.
func (c *Client) Err() error { return c.err }

func (c *Client) read() {
	defer close(c.done)
	for {
		c.hold.Lock()
		c.hold.Unlock() //nolint:staticcheck // it waits until somebody else has released it
		kind, data, err := c.conn.Read(context.Background())
		if err != nil {
			c.err = err
			return
		}
		if kind == websocket.MessageText {
			c.text(data)
		} else {
			c.binary(data)
		}
	}
}

func (c *Client) text(data []byte) {
	var m struct {
		Op         string                 `json:"op"`
		Channels   []foxglove.ChannelInfo `json:"channels"`
		ChannelIDs []uint32               `json:"channelIds"`
		Services   []Service              `json:"services"`
		ServiceIDs []uint32               `json:"serviceIds"`
		CallID     uint32                 `json:"callId"`
		Message    string                 `json:"message"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ch := range m.Channels {
		c.channels[ch.Topic] = ch
	}
	for _, id := range m.ChannelIDs {
		for topic, ch := range c.channels {
			if ch.ID == id {
				delete(c.channels, topic)
			}
		}
	}
	for _, s := range m.Services {
		c.services[s.Name] = s
	}
	for _, id := range m.ServiceIDs {
		for name, s := range c.services {
			if s.ID == id {
				delete(c.services, name)
			}
		}
	}
	if m.Op == "serviceCallFailure" {
		c.answer(c.replies, m.CallID, Reply{Err: errors.New(m.Message)})
	}
	close(c.changed)
	c.changed = make(chan struct{})
	select {
	case c.Events <- Event{m.Op, data}:
	default:
	}
}

func (c *Client) answer(waiting map[uint32]chan Reply, id uint32, r Reply) {
	if answer := waiting[id]; answer != nil {
		answer <- r
		delete(waiting, id)
	}
}

func (c *Client) binary(data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	le := binary.LittleEndian
	switch data[0] {
	case 1:
		m := Message{c.topics[le.Uint32(data[1:])], time.Unix(0, int64(le.Uint64(data[5:]))), data[13:]} //nolint:gosec // a time
		select {
		case c.Messages <- m:
		default:
		}
	case 2:
		select {
		case c.Times <- time.Unix(0, int64(le.Uint64(data[1:]))): //nolint:gosec // a time
		default:
		}
	case 3:
		n := le.Uint32(data[9:])
		c.answer(c.replies, le.Uint32(data[5:]), Reply{Encoding: string(data[13 : 13+n]), Data: data[13+n:]})
	case 4:
		n := le.Uint32(data[6:])
		r := Reply{Data: data[10+n:]}
		if data[5] != 0 {
			r.Err = errors.New(string(data[10 : 10+n]))
		}
		c.answer(c.assets, le.Uint32(data[1:]), r)
	}
}

// SendJSON sends a message.
func (c *Client) SendJSON(ctx context.Context, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.conn.Write(ctx, websocket.MessageText, data)
}

// SendBinary sends a binary frame unchanged.
func (c *Client) SendBinary(ctx context.Context, data []byte) error {
	return c.conn.Write(ctx, websocket.MessageBinary, data)
}

// patience is the longest time that a client waits for anything, so that a test that waits in vain ends with a
// message.
const patience = 3 * time.Minute

// until blocks until found returns true.
func (c *Client) until(ctx context.Context, what string, found func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		c.mu.Lock()
		ok, changed := found(), c.changed
		c.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-c.done:
			return fmt.Errorf("wait for %s: %w", what, c.err)
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", what, ctx.Err())
		}
	}
}

// Channel blocks until a topic is advertised.
func (c *Client) Channel(ctx context.Context, topic string) (ch foxglove.ChannelInfo, err error) {
	err = c.until(ctx, "topic "+topic, func() (ok bool) { ch, ok = c.channels[topic]; return ok })
	return ch, err
}

// WithoutChannel blocks until a topic is not advertised.
func (c *Client) WithoutChannel(ctx context.Context, topic string) error {
	return c.until(ctx, "the end of topic "+topic, func() bool { _, ok := c.channels[topic]; return !ok })
}

// Service blocks until a service is advertised.
func (c *Client) Service(ctx context.Context, name string) (s Service, err error) {
	err = c.until(ctx, "service "+name, func() (ok bool) { s, ok = c.services[name]; return ok })
	return s, err
}

// WithoutService blocks until a service is not advertised.
func (c *Client) WithoutService(ctx context.Context, name string) error {
	return c.until(ctx, "the end of service "+name, func() bool { _, ok := c.services[name]; return !ok })
}

// HasService reports whether a service is advertised now.
func (c *Client) HasService(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.services[name]
	return ok
}

// Subscribe waits for a topic and subscribes it. It returns the number of the subscription.
func (c *Client) Subscribe(ctx context.Context, topic string) (uint32, error) {
	ch, err := c.Channel(ctx, topic)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	c.next++
	id := c.next
	c.topics[id] = topic
	c.mu.Unlock()
	return id, c.SendJSON(ctx, map[string]any{"op": "subscribe", "subscriptions": []map[string]uint32{{"id": id, "channelId": ch.ID}}})
}

// Unsubscribe ends a subscription.
func (c *Client) Unsubscribe(ctx context.Context, id uint32) error {
	return c.SendJSON(ctx, map[string]any{"op": "unsubscribe", "subscriptionIds": []uint32{id}})
}

// Next returns the next message of a topic, and drops those of other topics.
func (c *Client) Next(ctx context.Context, topic string) (Message, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case m := <-c.Messages:
			if m.Topic == topic {
				return m, nil
			}
		case <-c.done:
			return Message{}, c.err
		case <-ctx.Done():
			return Message{}, fmt.Errorf("wait for a message of %s: %w", topic, ctx.Err())
		}
	}
}

// NextEvent returns the next JSON message with the given op.
func (c *Client) NextEvent(ctx context.Context, op string) (Event, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case e := <-c.Events:
			if e.Op == op {
				return e, nil
			}
		case <-c.done:
			return Event{}, c.err
		case <-ctx.Done():
			return Event{}, fmt.Errorf("wait for %s: %w", op, ctx.Err())
		}
	}
}

// Call waits for a service and calls it.
func (c *Client) Call(ctx context.Context, name string, request []byte) ([]byte, error) {
	s, err := c.Service(ctx, name)
	if err != nil {
		return nil, err
	}
	return c.CallID(ctx, s.ID, s.Request.Encoding, request)
}

// CallID calls the service with an id, even if it is not advertised.
func (c *Client) CallID(ctx context.Context, id uint32, encoding string, request []byte) ([]byte, error) {
	answer := make(chan Reply, 1)
	c.mu.Lock()
	c.next++
	call := c.next
	c.replies[call] = answer
	c.mu.Unlock()
	le := binary.LittleEndian
	frame := le.AppendUint32([]byte{2}, id)
	frame = le.AppendUint32(frame, call)
	frame = le.AppendUint32(frame, uint32(len(encoding))) //nolint:gosec // a few letters
	frame = append(append(frame, encoding...), request...)
	if err := c.SendBinary(ctx, frame); err != nil {
		return nil, err
	}
	return c.await(ctx, "service", answer)
}

// CallJSON calls a JSON service and decodes its answer.
func (c *Client) CallJSON(ctx context.Context, name string, request, response any) error {
	data, err := json.Marshal(request)
	if err != nil {
		return err
	}
	answer, err := c.Call(ctx, name, data)
	if err != nil || response == nil {
		return err
	}
	return json.Unmarshal(answer, response)
}

// Fetch fetches an asset.
func (c *Client) Fetch(ctx context.Context, uri string) ([]byte, error) {
	answer := make(chan Reply, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.assets[id] = answer
	c.mu.Unlock()
	if err := c.SendJSON(ctx, map[string]any{"op": "fetchAsset", "uri": uri, "requestId": id}); err != nil {
		return nil, err
	}
	return c.await(ctx, "asset "+uri, answer)
}

func (c *Client) await(ctx context.Context, what string, answer chan Reply) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case r := <-answer:
		return r.Data, r.Err
	case <-c.done:
		return nil, c.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", what, ctx.Err())
	}
}

// Publish publishes a message on a channel that SendJSON has advertised.
func (c *Client) Publish(ctx context.Context, channel uint32, payload []byte) error {
	return c.SendBinary(ctx, append(binary.LittleEndian.AppendUint32([]byte{1}, channel), payload...))
}
