package foxglove

import (
	"context"
	"fmt"
)

// Service is a service of a server.
type Service struct {
	Name     string
	Type     string
	Request  Schema
	Response Schema
	Role     Role // sessions need at least this role to see the service

	// Call answers a request in its own goroutine. ctx ends with the session. The client sees the error's text.
	Call func(ctx context.Context, s *Session, request []byte) (response []byte, err error)

	id uint32
}

// info returns the service as it is advertised.
func (v *Service) info() serviceInfo {
	i := serviceInfo{ID: v.id, Name: v.Name, Type: v.Type, Request: &v.Request, Response: &v.Response}
	i.RequestSchema, i.ResponseSchema = v.Request.Schema, v.Response.Schema
	return i
}

// maxCalls is the largest number of simultaneous calls of a session, of services and parameters together.
const maxCalls = 64

// callService runs a service call of a client.
func (s *Session) callService(ctx context.Context, c serviceCall) {
	service := s.server.service(c.serviceID, s.Role())
	if service == nil {
		s.failCall(c, fmt.Errorf("no service %d", c.serviceID))
		return
	}
	if c.encoding != service.Request.Encoding {
		s.failCall(c, fmt.Errorf("service %s: encoding %q: expected %q", service.Name, c.encoding, service.Request.Encoding))
		return
	}
	if !s.startCall() {
		s.failCall(c, fmt.Errorf("service %s: more than %d calls wait for their answer", service.Name, maxCalls))
		return
	}
	go func() {
		defer s.endCall()
		response, err := service.Call(ctx, s, c.payload)
		if err != nil {
			s.failCall(c, err)
			return
		}
		s.send(frame{binary: true, data: replyFrame(c, service.Response.Encoding, response)})
	}()
}

// failCall sends the reason why a call failed.
func (s *Session) failCall(c serviceCall, err error) {
	s.sendJSON(struct {
		Op        string `json:"op"`
		ServiceID uint32 `json:"serviceId"`
		CallID    uint32 `json:"callId"`
		Message   string `json:"message"`
	}{"serviceCallFailure", c.serviceID, c.callID, err.Error()})
}

// startCall counts a running call. It returns false if there are too many.
func (s *Session) startCall() bool {
	if s.calls.Add(1) > maxCalls {
		s.calls.Add(-1)
		return false
	}
	return true
}

func (s *Session) endCall() { s.calls.Add(-1) }
