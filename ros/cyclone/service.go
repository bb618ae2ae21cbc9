package cyclone

/*
#include "endpoint.h"
#include <stdlib.h>
*/
import "C"

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"gonao/ros"
	"gonao/ros/cdr"
)

// A request and its reply begin, after the encapsulation header, with the
// client's guid and the sequence number of the request. This is the form of rmw_cyclonedds. That of rmw_fastrtps has both
// in the header of the sample, see call. We answer in the form of the request.
const (
	callSize = 16
	headSize = cdr.HeaderSize + callSize
)

// serviceQoS is rmw's except for the depth, which is 10 there. All clients of a service receive all of its replies, so in
// so short a queue a few busy clients overwrite the replies of others. A keep-last writer never waits in Cyclone, even if
// a stopped peer has not acknowledged anything: new samples replace the oldest.
var serviceQoS = ros.QoS{Reliable: true, Depth: 1000}

// callHead is the encapsulation header followed by the service header.
func callHead(client uint64, sequence int64) [headSize]byte {
	var h [headSize]byte
	encapsulation := cdr.Header()
	copy(h[:], encapsulation[:])
	binary.LittleEndian.PutUint64(h[4:], client)
	binary.LittleEndian.PutUint64(h[12:], uint64(sequence))
	return h
}

// splitCall removes the service header from data and returns plain CDR, which overwrites data. ok is false for data that
// is too short.
func splitCall(data []byte) (client uint64, sequence int64, payload []byte, ok bool) {
	if len(data) < headSize {
		return 0, 0, nil, false
	}
	client = binary.LittleEndian.Uint64(data[4:])
	sequence = int64(binary.LittleEndian.Uint64(data[12:]))
	return client, sequence, append(append(make([]byte, 0, len(data)-callSize), data[:4]...), data[headSize:]...), true
}

// specs are the endpoint specs of a service's requests and replies.
func specs(s ros.ServiceSpec, id string) (request, reply endpointSpec, err error) {
	reqType, err1 := ddsType(s.RequestType)
	resType, err2 := ddsType(s.ResponseType)
	request = endpointSpec{
		topic: requestPrefix + s.Name + "Request", typ: reqType,
		userData: id, hash: s.RequestHash, qos: serviceQoS,
	}
	reply = endpointSpec{
		topic: replyPrefix + s.Name + "Reply", typ: resType,
		userData: id, hash: s.ResponseHash, qos: serviceQoS,
	}
	return request, reply, errors.Join(err1, err2)
}

// newCallReader is newReader for requests or replies.
func newCallReader(p *participant, spec endpointSpec, deliver func(data []byte, from source)) (*reader, error) {
	r, err := newReader(p, spec, deliver)
	if err == nil {
		r.use(func(e *C.struct_gn_endpoint) { C.gn_want_first(e) })
	}
	return r, err
}

// half is one half of a service: a client or a server.
type half struct {
	node *node
	in   *reader
	out  *writer

	mu     sync.Mutex // held while the endpoints are in use; closed is set under it
	closed bool
}

// announce publishes both endpoints in ros_discovery_info.
func (c *half) announce() error {
	return errors.Join(c.node.addWriter(c.out.gid), c.node.addReader(c.in.gid))
}

func (c *half) Close() error {
	c.mu.Lock()
	was := c.closed
	c.closed = true
	c.mu.Unlock()
	if was {
		return nil
	}
	// Not under the lock: in.Close waits for a callback, which may be replying.
	return errors.Join(c.node.remove(c.in.gid, c.out.gid), c.in.Close(), c.out.Close())
}

// server answers requests.
type server struct {
	half
	patience time.Duration // replyReaderWait

	missing sync.Mutex          // guards without
	without map[uint64]struct{} // requesters whose reply readers were not discovered
}

// mostWithout is how many requesters without a reply reader are remembered. When they are more, all are forgotten.
const mostWithout = 100

// Server offers a service.
func (n *node) Server(s ros.ServiceSpec, handle func(ros.RequestID, []byte)) (ros.RawServer, error) {
	request, reply, err := specs(s, serviceID("serviceid", n.p.newID()))
	if err != nil {
		return nil, err
	}
	srv := &server{half: half{node: n}, patience: replyReaderWait, without: map[uint64]struct{}{}}
	if srv.out, err = newWriter(n.p, reply); err != nil {
		return nil, err
	}
	srv.in, err = newCallReader(n.p, request, func(data []byte, from source) {
		if c := from.call; c != (call{}) {
			client := binary.LittleEndian.Uint64(c.reader[:]) ^ binary.LittleEndian.Uint64(c.reader[8:])
			handle(ros.RequestID{Client: client, Sequence: c.sequence, Handle: from.writer, Reader: c.reader}, slices.Clone(data))
			return
		}
		client, sequence, payload, ok := splitCall(data)
		if ok {
			handle(ros.RequestID{Client: client, Sequence: sequence, Handle: from.writer}, payload)
		}
	})
	if err != nil {
		return nil, errors.Join(err, srv.out.Close())
	}
	if err := srv.announce(); err != nil {
		return nil, errors.Join(err, srv.Close())
	}
	return srv, nil
}

// replyReaderWait is the longest wait for a client's reader before a reply: a client may call as soon as it has
// discovered us, before we have discovered its reply reader, and on a busy machine discovery takes seconds. A reply that
// no reader has matched is lost, and its client waits forever.
const replyReaderWait = 10 * time.Second

// Reply answers one request.
func (s *server) Reply(id ros.RequestID, response []byte) error {
	if id.Reader != [16]byte{} {
		s.awaitReader(id.Handle, func() bool { return slices.Contains(s.out.readers(), id.Reader) })
		if err := s.out.sendCall(call{id.Reader, id.Sequence}, response); err != nil {
			return fmt.Errorf("reply: %w", err)
		}
		return nil
	}
	s.awaitReplyReader(id.Handle)
	head := callHead(id.Client, id.Sequence)
	if err := s.out.send(head[:], response[cdr.HeaderSize:]); err != nil {
		return fmt.Errorf("reply: %w", err)
	}
	return nil
}

// awaitReplyReader is awaitReader for a client that names itself in its user data.
func (s *server) awaitReplyReader(requester uint64) {
	id := s.clientID(requester)
	if id == "" {
		return
	}
	text := C.CString(id)
	defer C.free(unsafe.Pointer(text))
	s.awaitReader(requester, func() (found bool) {
		s.out.use(func(out *C.struct_gn_endpoint) { found = bool(C.gn_has_reader(out, text)) })
		return found
	})
}

// awaitReader blocks until the reply reader of a client has been found, the client has gone or the server is being closed.
// It waits only once for a client whose reader is not discovered, so that this client delays the others only once.
func (s *server) awaitReader(requester uint64, found func() bool) {
	if s.gaveUp(requester) {
		return
	}
	for until := time.Now().Add(s.patience); time.Now().Before(until); time.Sleep(time.Millisecond) {
		if found() || s.in.stop.Load() {
			return
		}
		if _, there := (source{reader: s.in, writer: requester}).participant(); !there {
			return
		}
	}
	s.missing.Lock()
	defer s.missing.Unlock()
	if len(s.without) == mostWithout {
		clear(s.without)
	}
	s.without[requester] = struct{}{}
}

// gaveUp reports whether the reply reader of a requester was waited for in vain.
func (s *server) gaveUp(requester uint64) bool {
	s.missing.Lock()
	defer s.missing.Unlock()
	_, there := s.without[requester]
	return there
}

// clientID returns the part of the user data that both endpoints of a client have; "" when the client has gone or has no
// such part.
func (s *server) clientID(requester uint64) string {
	const most = 512
	buf := make([]byte, most)
	n := -1
	s.in.use(func(in *C.struct_gn_endpoint) {
		n = int(C.gn_writer_data(in, C.dds_instance_handle_t(requester), (*C.char)(unsafe.Pointer(&buf[0])), most))
	})
	if n < 0 {
		return ""
	}
	i := strings.Index(string(buf[:n]), "clientid=")
	if i < 0 {
		return ""
	}
	id, _, _ := strings.Cut(string(buf[i:n]), ";")
	return id + ";"
}

// client is a client of a service.
type client struct {
	half
	guid uint64 // as in our requests

	order sync.Mutex // held while a request is numbered and sent
	sent  int64      // requests, which is the sequence number of the last one's sample; order must be held
}

// Client creates a client of a service.
func (n *node) Client(s ros.ServiceSpec, deliver func(int64, []byte)) (ros.RawClient, error) {
	request, reply, err := specs(s, serviceID("clientid", n.p.newID()))
	if err != nil {
		return nil, err
	}
	c := &client{half: half{node: n}}
	if c.out, err = newWriter(n.p, request); err != nil {
		return nil, err
	}
	var handle C.dds_instance_handle_t
	if rc := C.dds_get_instance_handle(c.out.endpoint.entity, &handle); rc != 0 {
		return nil, errors.Join(rcError(rc), c.out.Close())
	}
	c.guid = uint64(handle)
	c.in, err = newCallReader(n.p, reply, func(data []byte, from source) {
		if to := from.call; to != (call{}) {
			if to.reader == from.reader.gid {
				deliver(to.sequence, slices.Clone(data))
			}
			return
		}
		guid, sequence, payload, ok := splitCall(data)
		if ok && guid == c.guid {
			deliver(sequence, payload)
		}
	})
	if err != nil {
		return nil, errors.Join(err, c.out.Close())
	}
	if err := c.announce(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// Request sends one request.
func (c *client) Request(request []byte, expect func(int64)) error {
	c.order.Lock()
	defer c.order.Unlock()
	var err error
	if c.onFast() {
		expect(c.sent + 1)
		err = c.out.sendCall(call{c.in.gid, c.sent + 1}, request)
	} else {
		sequence := c.node.p.calls.Add(1)
		expect(sequence)
		head := callHead(c.guid, sequence)
		err = c.out.send(head[:], request[cdr.HeaderSize:])
	}
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	c.sent++
	return nil
}

// onFast reports whether all servers run on Fast DDS. A server that does not know the form of a request misreads it, so
// one on Cyclone must not receive that of rmw_fastrtps.
func (c *client) onFast() bool {
	servers := c.out.readers()
	return len(servers) > 0 && !slices.ContainsFunc(servers, func(g gid) bool { return [2]byte(g[:2]) != fastVendor })
}

// ID returns the number in our requests.
func (c *client) ID() uint64 { return c.guid }

// Ready reports whether both endpoints have found a server.
func (c *client) Ready() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.closed && c.out.Subscribers() > 0 && c.in.Publishers() > 0
}
