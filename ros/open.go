package ros

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"gonao/ros/cdr"
)

// Port is a field that Open opens. A type outside this package may implement it by opening its parts.
type Port interface {
	// OpenPort opens the port under a name, with the options of its tag.
	OpenPort(n *Node, name string, opts ...Option) error
}

// Open opens the ports of a node: every field with a tag topic, service or action of the struct that ports points to,
// in their order. It stops at the first error; the node's Close closes what is open.
//
//	type ports struct {
//		Look *ros.Subscription[msgs.LookAt]   `topic:"look_at" doc:"where to look, m in base_link"`
//		Head *ros.Publisher[msgs.HeadCommand] `topic:"head_command" qos:"latest" doc:"83 Hz, once asked to look"`
//	}
//
// Fields are pointers, which Open sets, to Publisher, Subscription, Watcher, Client, ActionClient and DiagnosticsUpdater,
// or values of Service and Action, whose Handle must have been called. The tag qos is read by ParseQoS, from:"one publisher" is
// [OnePublisher]. The tag doc is for readers: `make golden` prints the declarations into the node's package comment and docs/topics.md.
//
// replace are pairs of a text in names and its replacement, as for strings.NewReplacer: "{robot}", "nao2/". By convention
// the text lists the values if they are few: "camera/{top|bottom}/image_raw".
func Open(n *Node, ports any, replace ...string) error {
	v := reflect.ValueOf(ports)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("open %T: expected a pointer to a struct", ports)
	}
	v = v.Elem()
	names := strings.NewReplacer(replace...)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, ok := portName(field.Tag)
		if !ok {
			continue
		}
		if err := openField(n, v.Field(i), field, names.Replace(name)); err != nil {
			return fmt.Errorf("port %s: %w", field.Name, err)
		}
	}
	return nil
}

// portName returns the name of a port; ok is false if the field is not one.
func portName(tag reflect.StructTag) (name string, ok bool) {
	for _, key := range []string{"topic", "service", "action"} {
		if name, ok = tag.Lookup(key); ok {
			return name, true
		}
	}
	return "", false
}

func openField(n *Node, v reflect.Value, field reflect.StructField, name string) error {
	if !v.CanSet() {
		return errors.New("expected an exported field")
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(field.Type.Elem()))
	} else {
		v = v.Addr()
	}
	port, ok := v.Interface().(Port)
	if !ok {
		return fmt.Errorf("%s: expected a Port", field.Type)
	}
	var opts []Option
	if text, ok := field.Tag.Lookup("qos"); ok {
		qos, err := ParseQoS(text)
		if err != nil {
			return err
		}
		opts = append(opts, WithQoS(qos))
	}
	if text, ok := field.Tag.Lookup("from"); ok {
		silent, err := parseFrom(text)
		if err != nil {
			return err
		}
		opts = append(opts, OnePublisher(silent))
	}
	return port.OpenPort(n, name, opts...)
}

// parseFrom reads the tag from: after which silence of the one publisher another is followed.
func parseFrom(text string) (silent time.Duration, err error) {
	after, ok := strings.CutPrefix(text, "one publisher")
	if after == "" && ok {
		return publisherSilent, nil
	}
	after, ok = strings.CutPrefix(after, ", silent after ")
	silent, err = time.ParseDuration(after)
	if !ok || err != nil || silent <= 0 {
		return 0, fmt.Errorf("from %q: expected one publisher, or one publisher, silent after 300ms", text)
	}
	return silent, nil
}

// ParseQoS returns the quality of service of a text: the words reliable, best effort, transient local, keep all and depth
// with a number, separated by commas, which change the default (reliable, depth 10) or the profile that the text begins
// with: "sensor data" (best effort, depth 5) or "latest" (best effort, depth 1).
func ParseQoS(text string) (QoS, error) {
	q := defaultQoS
	for word := range strings.SplitSeq(text, ",") {
		switch word = strings.TrimSpace(word); word {
		case "default":
			q = defaultQoS
		case "sensor data":
			q = QoS{Depth: 5}
		case "latest":
			q = QoS{Depth: 1}
		case "reliable":
			q.Reliable = true
		case "best effort":
			q.Reliable = false
		case "transient local":
			q.TransientLocal = true
		case "keep all":
			q.KeepAll = true
		default:
			number, ok := strings.CutPrefix(word, "depth ")
			depth, err := strconv.Atoi(number)
			if !ok || err != nil || depth < 1 {
				return q, fmt.Errorf("qos %q: %q: expected default, sensor data, latest, reliable, best effort, transient local, keep all or depth with a number", text, word)
			}
			q.Depth = depth
		}
	}
	return q, nil
}

// Service is a service as a port. Handle must be called before [Open]; then it is a [Server].
type Service[Q, A any] struct {
	*Server
	handle func(context.Context, Q) (A, error)
	opts   []Option
}

// Handle sets the function that answers the requests, as in [Serve].
func (s *Service[Q, A]) Handle(handle func(ctx context.Context, request Q) (A, error), opts ...Option) {
	s.handle, s.opts = handle, opts
}

// OpenPort offers the service, see [Open].
func (s *Service[Q, A]) OpenPort(n *Node, name string, opts ...Option) error {
	request, err := as[interface{ ServiceType() cdr.ServiceType }](new(Q))
	if err == nil {
		_, err = as[cdr.Message](new(A))
	}
	if err == nil && s.handle == nil {
		err = errNoHandler
	}
	if err != nil {
		return fmt.Errorf("serve %s: %w", name, err)
	}
	s.Server, err = serve(n, name, request.ServiceType(), append(opts, s.opts...), func(data []byte) (answerer, error) {
		var request Q
		if err := cdr.Unmarshal(data, any(&request).(cdr.Message)); err != nil {
			return nil, err
		}
		return func(ctx context.Context) ([]byte, error) {
			answer, err := s.handle(ctx, request)
			if err != nil {
				return nil, err
			}
			return cdr.Encode(nil, any(&answer).(cdr.Message))
		}, nil
	})
	return err
}

// Action is an action as a port. Handle must be called before [Open]; then it is an [ActionServer].
type Action[G, R, F any] struct {
	*ActionServer
	handle func(context.Context, G, func(F)) (R, error)
	opts   []Option
}

// Handle sets the function that runs the goals, as in [ServeAction].
func (a *Action[G, R, F]) Handle(handle func(ctx context.Context, goal G, feedback func(F)) (R, error), opts ...Option) {
	a.handle, a.opts = handle, opts
}

// OpenPort offers the action, see [Open].
func (a *Action[G, R, F]) OpenPort(n *Node, name string, opts ...Option) error {
	goal, err := as[interface{ ActionType() cdr.ActionType }](new(G))
	none, noResult := as[cdr.Message](new(R))
	_, noFeedback := as[cdr.Message](new(F))
	if err = errors.Join(err, noResult, noFeedback); err == nil && a.handle == nil {
		err = errNoHandler
	}
	if err != nil {
		return fmt.Errorf("serve action %s: %w", name, err)
	}
	full, err := n.resolve(name)
	if err != nil {
		return fmt.Errorf("serve action: %w", err)
	}
	o := applyOptions(append(opts, a.opts...))
	s := &ActionServer{
		node: n, name: full, typ: goal.ActionType(), none: none, oneByOne: o.oneByOne, keep: o.keepResults,
		ready: make(chan struct{}), byID: map[goalID]*serverGoal{},
	}
	s.ctx, s.stop = context.WithCancel(n.ctx)
	s.decode = func(m *idMessage) any {
		goal := new(G)
		m.body = any(goal).(cdr.Message)
		return goal
	}
	s.accept, s.acceptCancel = judgeOf[G](o.accept), judgeOf[G](o.acceptCancel)
	s.run = func(g *serverGoal) (cdr.Message, error) {
		result, err := a.handle(g.ctx, *g.goal.(*G), func(f F) { s.sendFeedback(g.id(), any(&f).(cdr.Message)) })
		return any(&result).(cdr.Message), err
	}
	if err := s.open(); err != nil {
		s.stop()
		return fmt.Errorf("serve action %s: %w", full, err)
	}
	a.ActionServer = s
	return n.own(s)
}

// errNoHandler is the error of a service or an action that cannot do anything.
var errNoHandler = errors.New("expected a call of Handle before Open")

// as converts a pointer to a generated message to an interface that it implements.
func as[I any](m any) (I, error) {
	i, ok := m.(I)
	if !ok {
		return i, fmt.Errorf("%T: expected a pointer to a generated message, and the request or goal first", m)
	}
	return i, nil
}
