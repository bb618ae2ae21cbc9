package fake

import (
	"errors"
	"sync/atomic"

	"github.com/lugu/qiloop/bus"
	qinet "github.com/lugu/qiloop/bus/net"
)

// faulty wraps a service. It runs the service's calls concurrently, as NAOqi does, and applies their faults.
type faulty struct {
	bus.Actor
	robot   *Robot
	service string
	methods atomic.Pointer[map[uint32]string] // names of methods by their numbers
}

// Receive handles a call.
func (f *faulty) Receive(m *qinet.Message, from bus.Channel) error {
	methods := f.methods.Load()
	if methods == nil { // the service is not offered yet
		return f.Actor.Receive(m, from)
	}
	name, known := (*methods)[m.Header.Action]
	if !known {
		return f.Actor.Receive(m, from)
	}
	fault := f.robot.fault(f.service + "." + name)
	go func() {
		if fault.Delay > 0 {
			after(fault.Delay, nil)
		}
		switch {
		case fault.Hang:
		case fault.Error != "":
			from.SendError(m, errors.New(fault.Error)) //nolint:errcheck // the peer may be gone
		case fault.Payload != nil:
			from.SendReply(m, fault.Payload) //nolint:errcheck // the peer may be gone
		default:
			f.Actor.Receive(m, from) //nolint:errcheck // the peer may be gone
		}
	}()
	return nil
}
