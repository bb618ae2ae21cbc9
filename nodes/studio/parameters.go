package studio

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
	"gonao/studio/foxglove"
)

// parameters are those of all nodes of the graph, by the names that foxglove_bridge has: "/nao1/vision.min_area".
type parameters struct {
	node    *ros.Node
	server  *foxglove.Server
	watched func(on bool) // /parameter_events is needed, or no longer

	mu     sync.Mutex
	events *ros.Subscription[rclinterfaces.ParameterEvent] // nil without viewers
}

// nodeWait is the time limit for the answer of one node.
const nodeWait = 3 * time.Second

// nodesWithParameters returns the full names of the nodes that serve their parameters.
func (p *parameters) nodesWithParameters() []string {
	g, err := p.node.Graph()
	if err != nil {
		return nil
	}
	var out []string
	for i := range g.Services {
		if node, ok := strings.CutSuffix(g.Services[i].Name, "/list_parameters"); ok && g.Services[i].Publishers > 0 {
			out = append(out, node)
		}
	}
	return out
}

// Get returns parameters of nodes; without names, all of all nodes. Nodes are asked in parallel.
func (p *parameters) Get(ctx context.Context, names []string) ([]foxglove.Parameter, error) {
	wanted := map[string][]string{}
	for _, name := range names {
		node, parameter, ok := splitName(name)
		if !ok {
			return nil, fmt.Errorf("%q: expected NODE.PARAMETER, such as /nao1/vision.min_area", name)
		}
		wanted[node] = append(wanted[node], parameter)
	}
	nodes := p.nodesWithParameters()
	if len(names) > 0 {
		nodes = nodes[:0]
		for node := range wanted {
			nodes = append(nodes, node)
		}
		slices.Sort(nodes)
	}
	lists, errs := make([][]foxglove.Parameter, len(nodes)), make([]error, len(nodes))
	var all sync.WaitGroup
	for i, node := range nodes {
		all.Go(func() { lists[i], errs[i] = p.getOf(ctx, node, wanted[node]) })
	}
	all.Wait()
	return slices.Concat(lists...), errors.Join(errs...)
}

// splitName splits "/nao1/vision.min_area" at the first dot.
func splitName(name string) (node, parameter string, ok bool) {
	node, parameter, ok = strings.Cut(name, ".")
	return node, parameter, ok && strings.HasPrefix(node, "/") && parameter != ""
}

// getOf returns parameters of one node; no names are all.
func (p *parameters) getOf(ctx context.Context, node string, names []string) ([]foxglove.Parameter, error) {
	if len(names) == 0 {
		a, err := ask[rclinterfaces.ListParametersRequest, rclinterfaces.ListParametersResponse](
			ctx, p.node, node+"/list_parameters", rclinterfaces.ListParametersRequest{})
		if err != nil {
			return nil, err
		}
		if names = a.Result.Names; len(names) == 0 {
			return nil, nil
		}
	}
	a, err := ask[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](
		ctx, p.node, node+"/get_parameters", rclinterfaces.GetParametersRequest{Names: names})
	if err != nil {
		return nil, err
	}
	if len(a.Values) != len(names) {
		return nil, fmt.Errorf("node %s does not have all of the parameters %q", node, names)
	}
	var out []foxglove.Parameter
	for i, name := range names {
		if v, ok := fromROS(node+"."+name, &a.Values[i]); ok {
			out = append(out, v)
		}
	}
	return out, nil
}

// ask calls a service of a node.
func ask[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](ctx context.Context, n *ros.Node, name string, request Q) (A, error) {
	ctx, cancel := context.WithTimeout(ctx, nodeWait)
	defer cancel()
	return ros.Call[Q, A, PQ, PA](ctx, n, name, request)
}

// fromROS returns a parameter's value as clients read it.
func fromROS(name string, v *rclinterfaces.ParameterValue) (foxglove.Parameter, bool) {
	value, err := ros.FromParameterValue(v)
	out := foxglove.Parameter{Name: name, Value: value}
	switch v := value.(type) {
	case float64:
		out.Value, out.Type = number(v), "float64"
	case []byte:
		out.Value, out.Type = base64.StdEncoding.EncodeToString(v), "byte_array"
	case []bool:
		out.Value = orEmpty(v)
	case []int64:
		out.Value = orEmpty(v)
	case []float64:
		list := make([]any, len(v))
		for i, x := range v {
			list[i] = number(x)
		}
		out.Value, out.Type = list, "float64_array"
	case []string:
		out.Value = orEmpty(v)
	}
	return out, err == nil && value != nil // nil: not set
}

// number returns a float in a form that JSON has: NaN and the infinities as words.
func number(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Sprint(x)
	}
	return x
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Set sets parameters, those of one node together, and returns the values afterwards.
func (p *parameters) Set(ctx context.Context, _ *foxglove.Session, list []foxglove.Parameter) ([]foxglove.Parameter, error) {
	byNode := map[string][]foxglove.Parameter{}
	names := make([]string, 0, len(list))
	for _, one := range list {
		node, _, ok := splitName(one.Name)
		if !ok {
			return nil, fmt.Errorf("%q: expected NODE.PARAMETER, such as /nao1/vision.min_area", one.Name)
		}
		byNode[node] = append(byNode[node], one)
		names = append(names, one.Name)
	}
	if len(names) == 0 {
		return nil, nil
	}
	var errs []error
	for node, some := range byNode {
		errs = append(errs, p.setOf(ctx, node, some))
	}
	values, err := p.Get(ctx, names)
	return values, errors.Join(append(errs, err)...)
}

func (p *parameters) setOf(ctx context.Context, node string, list []foxglove.Parameter) error {
	names := make([]string, len(list))
	for i, one := range list {
		_, names[i], _ = splitName(one.Name)
	}
	types, err := ask[rclinterfaces.GetParameterTypesRequest, rclinterfaces.GetParameterTypesResponse](
		ctx, p.node, node+"/get_parameter_types", rclinterfaces.GetParameterTypesRequest{Names: names})
	if err != nil {
		return err
	}
	var q rclinterfaces.SetParametersRequest
	for i, one := range list {
		var kind uint8 // unknown: as the value
		if i < len(types.Types) {
			kind = types.Types[i]
		}
		value, err := toROS(one, kind)
		if err != nil {
			return fmt.Errorf("%s: %w", one.Name, err)
		}
		q.Parameters = append(q.Parameters, rclinterfaces.Parameter{Name: names[i], Value: value})
	}
	a, err := ask[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](ctx, p.node, node+"/set_parameters", q)
	if err != nil {
		return err
	}
	var errs []error
	for i, r := range a.Results {
		if !r.Successful && i < len(list) {
			errs = append(errs, fmt.Errorf("%s: %s", list[i].Name, r.Reason))
		}
	}
	return errors.Join(errs...)
}

// toROS converts a client's value to the type of the parameter; kind 0 is the type of the value.
func toROS(p foxglove.Parameter, kind uint8) (v rclinterfaces.ParameterValue, err error) {
	data, err := json.Marshal(p.Value)
	if err != nil {
		return v, err
	}
	if kind == 0 {
		kind = kindOf(p)
	}
	v.Type = kind
	var into any
	switch kind {
	case rclinterfaces.ParameterTypeParameterBool:
		into = &v.BoolValue
	case rclinterfaces.ParameterTypeParameterInteger:
		into = &v.IntegerValue
	case rclinterfaces.ParameterTypeParameterDouble:
		into = &v.DoubleValue
	case rclinterfaces.ParameterTypeParameterString:
		into = &v.StringValue
	case rclinterfaces.ParameterTypeParameterByteArray:
		into = &v.ByteArrayValue // base64
	case rclinterfaces.ParameterTypeParameterBoolArray:
		into = &v.BoolArrayValue
	case rclinterfaces.ParameterTypeParameterIntegerArray:
		into = &v.IntegerArrayValue
	case rclinterfaces.ParameterTypeParameterDoubleArray:
		into = &v.DoubleArrayValue
	case rclinterfaces.ParameterTypeParameterStringArray:
		into = &v.StringArrayValue
	default:
		return v, fmt.Errorf("%s is not a value of a parameter", data)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return v, fmt.Errorf("%s: expected %T", data, into)
	}
	return v, nil
}

// kindOf returns the type of a value that the parameter does not decide.
func kindOf(p foxglove.Parameter) uint8 {
	switch p.Type {
	case "float64":
		return rclinterfaces.ParameterTypeParameterDouble
	case "float64_array":
		return rclinterfaces.ParameterTypeParameterDoubleArray
	case "byte_array":
		return rclinterfaces.ParameterTypeParameterByteArray
	}
	switch v := p.Value.(type) {
	case bool:
		return rclinterfaces.ParameterTypeParameterBool
	case string:
		return rclinterfaces.ParameterTypeParameterString
	case float64:
		if v == math.Trunc(v) {
			return rclinterfaces.ParameterTypeParameterInteger
		}
		return rclinterfaces.ParameterTypeParameterDouble
	case []any:
		if len(v) > 0 {
			switch v[0].(type) {
			case bool:
				return rclinterfaces.ParameterTypeParameterBoolArray
			case float64:
				return rclinterfaces.ParameterTypeParameterDoubleArray
			}
		}
		return rclinterfaces.ParameterTypeParameterStringArray
	}
	return rclinterfaces.ParameterTypeParameterNotSet
}

// Watch subscribes /parameter_events while clients watch parameters.
func (p *parameters) Watch(names []string) { p.watched(len(names) > 0) }

// follow subscribes or ends to; it is called by one goroutine.
func (p *parameters) follow(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if on == (p.events != nil) {
		return
	}
	if !on {
		p.events.Close() //nolint:errcheck // it ends either way
		p.events = nil
		return
	}
	var in parameterEvents
	if err := ros.Open(p.node, &in); err != nil {
		p.node.Log.Warn("changes of parameters are not shown", "error", err)
		return
	}
	p.events = in.Events
}

// parameterEvents is the topic of changes.
type parameterEvents struct {
	Events *ros.Subscription[rclinterfaces.ParameterEvent] `topic:"/parameter_events" qos:"depth 1000" doc:"when a parameter is set, while a viewer follows parameters"`
}

// channel returns the events, or nil without viewers.
func (p *parameters) channel() <-chan rclinterfaces.ParameterEvent {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.events == nil {
		return nil
	}
	return p.events.C()
}

// event shows the parameters that an event reports as set.
func (p *parameters) event(e *rclinterfaces.ParameterEvent) {
	var list []foxglove.Parameter
	for _, some := range [][]rclinterfaces.Parameter{e.NewParameters, e.ChangedParameters} {
		for i := range some {
			if v, ok := fromROS(e.Node+"."+some[i].Name, &some[i].Value); ok {
				list = append(list, v)
			}
		}
	}
	p.server.ParametersChanged(list)
}
