package ros

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros/param"
)

// standardParameters are the parameters that every node has.
type standardParameters struct {
	UseSimTime      bool `yaml:"use_sim_time" desc:"time comes from /clock, not from the system's clock"`
	TypeDescription bool `yaml:"start_type_description_service" readonly:"true" desc:"say on ~/get_type_description what the node's types look like"`

	ServiceIntrospection string `yaml:"service_introspection" enum:"disabled|metadata|contents" desc:"what the node's services and clients publish of each call, for ros2 service echo and gonao service echo"`
}

func standardConfig() standardParameters {
	return standardParameters{TypeDescription: true, ServiceIntrospection: introspectionDisabled}
}

// parameters are a node's parameters with their present values, and its services
// for them.
type parameters struct {
	node   *Node
	events *Publisher[rclinterfaces.ParameterEvent]

	mu       sync.Mutex // held while a change is judged: one after the other
	standard any        // *standardParameters
	config   any        // pointer to the node's Config; may be nil
	apply    func(next any) error
}

// startParameters offers the services of ROS 2 for the node's parameters.
func (n *Node) startParameters(opts NodeOptions) error {
	p := &parameters{node: n, standard: &standardParameters{
		UseSimTime: opts.UseSimTime, TypeDescription: !opts.NoTypeDescription,
		ServiceIntrospection: cmp.Or(opts.ServiceIntrospection, introspectionDisabled),
	}}
	if opts.Parameters != nil {
		if reflect.Indirect(reflect.ValueOf(opts.Parameters)).Kind() != reflect.Struct {
			return fmt.Errorf("parameters %T: expected a pointer to a struct", opts.Parameters)
		}
		if err := param.Check(opts.Parameters); err != nil {
			return err
		}
		p.config = param.Copy(opts.Parameters)
	}
	entries, err := p.entries()
	if err != nil {
		return err
	}
	n.parameters = p
	if p.events, err = Advertise[rclinterfaces.ParameterEvent](n, "/parameter_events", Reliable(), Depth(1000)); err != nil {
		return err
	}
	if err := p.serve(); err != nil {
		return err
	}
	return p.announce(entries, nil)
}

// entries lists the parameters with their present values; p.mu must be held, unless p is new.
func (p *parameters) entries() ([]param.Entry, error) {
	entries, err := param.Entries(p.standard)
	if err != nil || p.config == nil {
		return entries, err
	}
	own, err := param.Entries(p.config)
	for i := range own {
		own[i].ReadOnly = own[i].ReadOnly || p.apply == nil
	}
	return append(entries, own...), err
}

// OnReconfigure allows the node's parameters to be set while it runs, as by ros2 param set. apply receives the whole
// Config with every change, after its types, ranges, words and Validate() have been checked. It may refuse with an
// error, whose text is the reason in the answer; then nothing changes. apply is called from other goroutines, one call at
// a time, and must not block. A loop that must not be disturbed uses [WatchConfig].
//
// Without it parameters can be set at the start only, as can those tagged readonly. C is the type of
// NodeOptions.Parameters; on a node without parameters it does nothing.
func OnReconfigure[C any](n *Node, apply func(C) error) error {
	p := n.parameters
	if p == nil || p.config == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.config.(*C); !ok {
		var c C
		return fmt.Errorf("parameters of %s: changes of %T expected, but they are %T", n.FullName(), c, reflect.Indirect(reflect.ValueOf(p.config)).Interface())
	}
	p.apply = func(next any) error { return apply(*next.(*C)) }
	return nil
}

// ConfigWatcher holds the newest Config for a loop, which reads it between two cycles.
type ConfigWatcher[C any] struct{ next atomic.Pointer[C] }

// WatchConfig allows the node's parameters to be set while it runs, as [OnReconfigure]. judge may refuse a Config (nil:
// all are accepted), and Next returns the accepted ones.
func WatchConfig[C any](n *Node, judge func(C) error) (*ConfigWatcher[C], error) {
	w := &ConfigWatcher[C]{}
	return w, OnReconfigure(n, func(c C) error {
		if judge != nil {
			if err := judge(c); err != nil {
				return err
			}
		}
		w.next.Store(&c)
		return nil
	})
}

// Next returns the newest Config not yet returned; ok is false if there is none. It neither blocks nor allocates.
func (w *ConfigWatcher[C]) Next() (config C, ok bool) {
	if w.next.Load() == nil {
		return config, false
	}
	return *w.next.Swap(nil), true
}

// SetParameter sets one of the node's own parameters, as ros2 param set does from outside: it is checked, applied and
// published. It must not be called from the function of [OnReconfigure].
func SetParameter(n *Node, name string, value param.Value) error {
	return n.parameters.set([]param.Setting{{Name: name, Value: value, From: n.FullName()}})
}

// set sets parameters, all or none, and publishes the change.
func (p *parameters) set(settings []param.Setting) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.config != nil {
		today, warnings, err := param.Renamed(p.config, settings)
		if err != nil {
			return err
		}
		for _, text := range warnings {
			p.node.Log.Warn(text)
		}
		settings = today
	}
	standard, config, err := p.changed(settings)
	if err != nil {
		return err
	}
	was, now := *p.standard.(*standardParameters), *standard.(*standardParameters)
	if err := p.node.applyStandard(was, now); err != nil {
		return err
	}
	if config != nil {
		if err := p.apply(param.Copy(config)); err != nil {
			return errors.Join(err, p.node.applyStandard(now, was))
		}
		p.config = config
	}
	p.standard = standard
	entries, err := p.entries()
	if err != nil {
		return err
	}
	return p.announce(nil, pick(entries, settings))
}

// applyStandard applies the differences between two values of the standard parameters.
func (n *Node) applyStandard(was, now standardParameters) error {
	if was.UseSimTime != now.UseSimTime {
		if err := n.useSimTime(now.UseSimTime); err != nil {
			return err
		}
	}
	if was.ServiceIntrospection != now.ServiceIntrospection {
		return n.introspection.set(now.ServiceIntrospection)
	}
	return nil
}

// changed returns the configurations with the settings applied; config is nil if it does not change.
func (p *parameters) changed(settings []param.Setting) (standard, config any, err error) {
	entries, err := p.entries()
	if err != nil {
		return nil, nil, err
	}
	own, common := []param.Setting(nil), []param.Setting(nil)
	for _, s := range settings {
		i := slices.IndexFunc(entries, func(e param.Entry) bool { return e.Name == s.Name })
		switch {
		case i >= 0 && entries[i].ReadOnly:
			return nil, nil, &param.ChangeError{Name: s.Name, Err: param.ErrReadOnly}
		case i >= 0 && i < reflect.TypeFor[standardParameters]().NumField():
			common = append(common, s)
		default:
			own = append(own, s)
		}
	}
	if standard, err = param.Change(p.standard, common); err != nil {
		return nil, nil, err
	}
	if len(own) == 0 {
		return standard, nil, nil
	}
	if p.config == nil {
		_, err = param.Change(p.standard, own) // the standard parameters have not been changed yet
		return nil, nil, err
	}
	config, err = param.Change(p.config, own)
	return standard, config, err
}

// pick returns the entries that were set, in that order, each once.
func pick(entries []param.Entry, settings []param.Setting) []param.Entry {
	var picked []param.Entry
	for _, s := range settings {
		for _, e := range entries {
			if e.Name == s.Name && !slices.ContainsFunc(picked, func(p param.Entry) bool { return p.Name == s.Name }) {
				picked = append(picked, e)
			}
		}
	}
	return picked
}

// announce publishes which parameters are new and which changed.
func (p *parameters) announce(fresh, changed []param.Entry) error {
	return p.events.Publish(rclinterfaces.ParameterEvent{
		Stamp: Stamp(p.node.Clock.Now()), Node: p.node.FullName(),
		NewParameters: parametersOf(fresh), ChangedParameters: parametersOf(changed),
	})
}
