package executor

import (
	"context"
	"fmt"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/internal/convert/definitions"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// serviceCaller calls a service.
type serviceCaller struct {
	*ports
	port   vocabulary.Port
	client *ros.RawServiceClient

	request, response *dynamic.Message // empty messages
}

// newServiceCaller opens a service.
func newServiceCaller(p *ports, port vocabulary.Port) (*serviceCaller, error) {
	s := &serviceCaller{ports: p, port: port}
	typ, err := p.types.Service(port.Type)
	if err != nil {
		return nil, err
	}
	if s.request, err = p.types.Message(definitions.MessageName(port.Kind, port.Type)); err != nil {
		return nil, err
	}
	if s.response, err = p.types.Message(port.Type + "_Response"); err != nil {
		return nil, err
	}
	s.client, err = ros.NewRawClient(p.n, port.Name, typ)
	return s, err
}

func (s *serviceCaller) use([]string) behavior.Caller { return s }

// Begin sends a request; see [behavior.Caller].
func (s *serviceCaller) Begin(goal any) behavior.Task {
	data, err := encode(s.request, goal, s.n.Clock.Now())
	if err != nil {
		return behavior.Ended(failed(vocabulary.Failed, err))
	}
	return s.run(0, func(ctx context.Context, _ *task) behavior.Report { return s.call(ctx, data) })
}

// call sends a request and waits for its answer.
func (s *serviceCaller) call(ctx context.Context, data []byte) behavior.Report {
	found, stop := s.bounded(ctx, discoveryTime)
	err := s.client.WaitForServer(found)
	stop()
	if err != nil {
		return s.ended(ctx, vocabulary.NoServer, fmt.Errorf("nobody serves %s: %w", s.port.Name, err))
	}
	answered, stop := s.bounded(ctx, answerTime)
	defer stop()
	reply, err := s.client.Call(answered, data)
	if err != nil {
		return s.ended(ctx, vocabulary.NoAnswer, err)
	}
	m := s.response.New()
	if err := cdr.Unmarshal(reply, m); err != nil {
		return failed(vocabulary.Failed, fmt.Errorf("answer of %s: %w", s.port.Name, err))
	}
	if ok, there := fieldValue(m, "success"); there && ok.Type == hfsm.Bool && !ok.Bool {
		text, _ := fieldValue(m, "message")
		return failed(vocabulary.Failed, fmt.Errorf("%s answers: %s", s.port.Name, text.String))
	}
	return succeeded()
}

// ended returns the report of a call that has failed, or was canceled.
func (s *serviceCaller) ended(ctx context.Context, word string, err error) behavior.Report {
	if ctx.Err() != nil {
		return failed(vocabulary.Canceled, nil)
	}
	s.n.Log.Warn("service not called", "service", s.port.Name, "outcome", word, "error", err)
	return failed(word, err)
}
