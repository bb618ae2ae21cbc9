package naoqi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	qinet "github.com/lugu/qiloop/bus/net"
	"github.com/lugu/qiloop/type/object"
	"github.com/lugu/qiloop/type/value"
)

// answers knows what the robot's methods give, so that what comes can be checked before
// the library decodes it.
type answers struct {
	mu    sync.Mutex
	gives map[method]string // signatures
}

// method is one of an object's: two processes of a robot have no service in common.
type method struct{ service, object, action uint32 }

// learn takes note of an object's methods.
func (a *answers) learn(service, object uint32, meta *object.MetaObject) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.gives == nil {
		a.gives = map[method]string{}
	}
	for action, m := range meta.Methods {
		a.gives[method{service, object, action}] = m.ReturnSignature
	}
}

// of tells what the answer holds that a header announces; false for one that nobody
// waits for.
func (a *answers) of(h *qinet.Header) (signature string, expected bool) {
	const (
		authenticate  = 8 // of service 0, as each connection begins
		capabilityMap = "{sm}"
	)
	switch {
	case h.Type == qinet.Error:
		return "m", true
	case h.Type == qinet.Capability, h.Type == qinet.Reply && h.Service == 0 && h.Action == authenticate:
		return capabilityMap, true
	case h.Type != qinet.Reply:
		return "", false
	case h.Action == object.MetaObjectMethodID:
		return metaSignature, true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	signature, expected = a.gives[method{h.Service, h.Object, h.Action}]
	return signature, expected
}

// metaSignature is what a service tells of itself: its methods, signals and properties.
const metaSignature = "({I(Issss[(ss)]s)}{I(Iss)}{I(Iss)}s)"

var errNotAsked = errors.New("its method is none that we call")

// checkedConn hands on what comes, message by message. An answer that must not be
// decoded becomes an error that says so; what is no message at all ends the connection.
type checkedConn struct {
	net.Conn
	answers *answers

	header  [qinet.HeaderSize]byte
	message []byte // the one that came last, reused
	left    []byte // of that, still to be handed on
}

// Read returns what is left of a message, or of the next.
func (c *checkedConn) Read(p []byte) (int, error) {
	if len(c.left) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.left)
	c.left = c.left[n:]
	return n, nil
}

// next takes a message.
func (c *checkedConn) next() error {
	if _, err := io.ReadFull(c.Conn, c.header[:]); err != nil {
		return err
	}
	var header qinet.Header
	if err := header.Read(bytes.NewReader(c.header[:])); err != nil {
		return err
	}
	if header.Size > qinet.MaxPayloadSize {
		return fmt.Errorf("a message of %d bytes; expected at most %d", header.Size, qinet.MaxPayloadSize)
	}
	c.message = append(c.message[:0], c.header[:]...)
	taken, err := io.CopyN((*appender)(&c.message), c.Conn, int64(header.Size)) // grows with what comes
	if err != nil {
		return fmt.Errorf("%d bytes of %d: %w", taken, header.Size, err)
	}
	if err := c.look(&header, c.message[qinet.HeaderSize:]); err != nil {
		if header.Type == qinet.Capability {
			return fmt.Errorf("capabilities that cannot be read: %w", err)
		}
		c.refuse(header, err)
	}
	c.left = c.message
	return nil
}

// look tells what is wrong with a message.
func (c *checkedConn) look(h *qinet.Header, payload []byte) error {
	if signature, expected := c.answers.of(h); expected {
		return check(signature, payload)
	}
	if h.Type == qinet.Reply {
		return errNotAsked
	}
	return nil
}

// refuse puts an error where the answer was.
func (c *checkedConn) refuse(header qinet.Header, reason error) {
	var payload bytes.Buffer
	value.String("an answer that cannot be read: " + reason.Error()).Write(&payload) //nolint:errcheck // memory
	header.Type = qinet.Error
	message := qinet.NewMessage(header, payload.Bytes())
	var whole bytes.Buffer
	message.Write(&whole) //nolint:errcheck // memory
	c.message = append(c.message[:0], whole.Bytes()...)
}

// appender makes a writer of a slice.
type appender []byte

func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}
