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

// answers holds the result types of the robot's methods, so that an answer is checked before the
// library decodes it.
type answers struct {
	mu      sync.Mutex
	results map[method]string // signatures
}

// method identifies a method of an object. Two processes of a robot have no service in common.
type method struct{ service, object, action uint32 }

// add adds an object's methods.
func (a *answers) add(service, object uint32, meta *object.MetaObject) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.results == nil {
		a.results = map[method]string{}
	}
	for action, m := range meta.Methods {
		a.results[method{service, object, action}] = m.ReturnSignature
	}
}

// of returns the signature of the answer that a header announces. ok is false for an answer that no call waits for.
func (a *answers) of(h *qinet.Header) (signature string, expected bool) {
	const (
		authenticate  = 8 // method of service 0, the first call of each connection
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
	signature, expected = a.results[method{h.Service, h.Object, h.Action}]
	return signature, expected
}

// metaSignature is the signature of a service's description: its methods, signals and properties.
const metaSignature = "({I(Issss[(ss)]s)}{I(Iss)}{I(Iss)}s)"

var errNotAsked = errors.New("we do not call its method")

// checkedConn forwards what it reads, message by message. It replaces an answer that must not be decoded by an
// error with the reason. Bytes that are not a message end the connection.
type checkedConn struct {
	net.Conn
	answers *answers

	header  [qinet.HeaderSize]byte
	message []byte // the last message; the slice is reused
	left    []byte // the unread rest of it
}

// Read reads the rest of a message, or the next one.
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

// next reads a message.
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
	taken, err := io.CopyN((*appender)(&c.message), c.Conn, int64(header.Size)) // it grows with the received bytes
	if err != nil {
		return fmt.Errorf("%d bytes of %d: %w", taken, header.Size, err)
	}
	if err := c.checkMessage(&header, c.message[qinet.HeaderSize:]); err != nil {
		if header.Type == qinet.Capability {
			return fmt.Errorf("capabilities that cannot be read: %w", err)
		}
		c.refuse(header, err)
	}
	c.left = c.message
	return nil
}

// checkMessage returns an error for a message that must not be decoded.
func (c *checkedConn) checkMessage(h *qinet.Header, payload []byte) error {
	if signature, expected := c.answers.of(h); expected {
		return check(signature, payload)
	}
	if h.Type == qinet.Reply {
		return errNotAsked
	}
	return nil
}

// refuse replaces the answer by an error.
func (c *checkedConn) refuse(header qinet.Header, reason error) {
	var payload bytes.Buffer
	value.String("an answer that cannot be read: " + reason.Error()).Write(&payload) //nolint:errcheck // memory
	header.Type = qinet.Error
	message := qinet.NewMessage(header, payload.Bytes())
	var whole bytes.Buffer
	message.Write(&whole) //nolint:errcheck // memory
	c.message = append(c.message[:0], whole.Bytes()...)
}

// appender is a writer that appends to a slice.
type appender []byte

func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}
