package studio

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"gonao/ros"
	"gonao/ros/dynamic"
	"gonao/studio/foxglove"
)

// service is a service of ROS that clients may call.
type service struct {
	typeName string
	remove   func()

	mu     sync.Mutex
	client *ros.RawServiceClient // nil until the first call
	closed bool
}

// reading are the prefixes of services that change nothing: every role may call them.
var reading = []string{"get_", "list_", "describe_", "check_", "explain_"}

// readingMachines are the ends of names of other such services.
var readingMachines = []string{"machine/list", "machine/check", "machine/why_not"}

// roleOf returns the role that a service requires.
func (b *bridge) roleOf(name string) foxglove.Role {
	for _, prefix := range reading {
		if strings.HasPrefix(path.Base(name), prefix) {
			return foxglove.Viewer
		}
	}
	for _, suffix := range readingMachines {
		if strings.HasSuffix(name, "/"+suffix) {
			return foxglove.Viewer
		}
	}
	return b.changes
}

func (b *bridge) compareServices(g ros.Graph) {
	seen := map[string]bool{}
	for i := range g.Services {
		if info := &g.Services[i]; info.Publishers > 0 && len(info.Types) == 1 {
			seen[info.Name] = true
			b.showService(info)
		}
	}
	for name, s := range b.services {
		if !seen[name] {
			s.close()
			delete(b.services, name)
		}
	}
}

// showService adds a service, if its type is known here.
func (b *bridge) showService(info *ros.TopicInfo) {
	name, typeName := info.Name, info.Types[0]
	if s := b.services[info.Name]; s != nil {
		if s.typeName == typeName {
			return
		}
		s.close()
		delete(b.services, info.Name)
	}
	request, ok1 := b.types.find(typeKey{name: typeName + "_Request"}, nil)
	response, ok2 := b.types.find(typeKey{name: typeName + "_Response"}, nil)
	if !ok1 || !ok2 {
		return
	}
	s := &service{typeName: typeName}
	s.remove = b.server.AddService(foxglove.Service{
		Name: info.Name, Type: typeName, Role: b.roleOf(info.Name),
		Request:  foxglove.Schema{Encoding: "cdr", SchemaName: typeName + "_Request", SchemaEncoding: "ros2msg", Schema: request.schema},
		Response: foxglove.Schema{Encoding: "cdr", SchemaName: typeName + "_Response", SchemaEncoding: "ros2msg", Schema: response.schema},
		Call: func(ctx context.Context, session *foxglove.Session, data []byte) (answer []byte, err error) {
			if b.around == nil || b.roleOf(name) == foxglove.Viewer {
				return b.answer(ctx, session, s, name, data)
			}
			b.around(func() { answer, err = b.answer(ctx, session, s, name, data) })
			return answer, err
		},
	})
	b.services[info.Name] = s
}

// answer answers a client's call.
func (b *bridge) answer(ctx context.Context, session *foxglove.Session, s *service, name string, data []byte) ([]byte, error) {
	switch {
	case strings.HasSuffix(name, "/machine/"+setBreakpoints):
		return b.points.setProgram(ctx, session, name, data)
	case strings.HasSuffix(name, "/_action/send_goal"):
		return nil, fmt.Errorf("%s: goals are sent by studio/action, which cancels them when their browser goes", name)
	}
	return b.call(ctx, s, name, data)
}

// call calls a service of ROS with a request that the client encoded.
func (b *bridge) call(ctx context.Context, s *service, name string, request []byte) ([]byte, error) {
	if len(request) < 4 {
		return nil, fmt.Errorf("call %s: the request has %d bytes, expected at least the four of its header", name, len(request))
	}
	client, err := s.open(b.node, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, b.wait)
	defer cancel()
	if err := client.WaitForServer(ctx); err != nil {
		return nil, err
	}
	answer, err := client.Call(ctx, request)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("call %s: no answer within %s", name, b.wait)
	}
	return answer, err
}

// open returns the client of a service.
func (s *service) open(n *ros.Node, name string) (*ros.RawServiceClient, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("call %s: the service has gone", name)
	}
	if s.client != nil {
		return s.client, nil
	}
	t, err := dynamic.Compiled().Service(s.typeName)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", name, err)
	}
	s.client, err = ros.NewRawClient(n, name, t)
	return s.client, err
}

// close withdraws the service.
func (s *service) close() {
	s.remove()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.client != nil {
		s.client.Close() //nolint:errcheck // it ends either way
		s.client = nil
	}
}
