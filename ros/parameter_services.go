package ros

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonao/internal/declared"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros/param"
)

// serve offers the six services.
func (p *parameters) serve() error {
	_, err1 := Serve(p.node, "~/get_parameters", p.getParameters)
	_, err2 := Serve(p.node, "~/get_parameter_types", p.getTypes)
	_, err3 := Serve(p.node, "~/set_parameters", p.setParameters)
	_, err4 := Serve(p.node, "~/set_parameters_atomically", p.setAtomically)
	_, err5 := Serve(p.node, "~/describe_parameters", p.describe)
	_, err6 := Serve(p.node, "~/list_parameters", p.list)
	return errors.Join(err1, err2, err3, err4, err5, err6)
}

// named returns the parameters of these names; nothing if one is unknown, as rclcpp and rclpy answer.
func (p *parameters) named(names []string) ([]param.Entry, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	entries, err := p.entries()
	if err != nil {
		return nil, err
	}
	var out []param.Entry
	for _, name := range names {
		i := slices.IndexFunc(entries, func(e param.Entry) bool { return e.Name == name })
		if i < 0 {
			return nil, nil
		}
		out = append(out, entries[i])
	}
	return out, nil
}

func (p *parameters) getParameters(_ context.Context, q rclinterfaces.GetParametersRequest) (a rclinterfaces.GetParametersResponse, err error) {
	entries, err := p.named(q.Names)
	for _, e := range entries {
		a.Values = append(a.Values, ParameterValue(e.Value))
	}
	return a, err
}

func (p *parameters) getTypes(_ context.Context, q rclinterfaces.GetParameterTypesRequest) (a rclinterfaces.GetParameterTypesResponse, err error) {
	entries, err := p.named(q.Names)
	for _, e := range entries {
		a.Types = append(a.Types, uint8(param.KindOf(e.Value)))
	}
	return a, err
}

func (p *parameters) describe(_ context.Context, q rclinterfaces.DescribeParametersRequest) (a rclinterfaces.DescribeParametersResponse, err error) {
	entries, err := p.named(q.Names)
	for _, e := range entries {
		a.Descriptors = append(a.Descriptors, descriptor(e))
	}
	return a, err
}

func (p *parameters) setParameters(_ context.Context, q rclinterfaces.SetParametersRequest) (a rclinterfaces.SetParametersResponse, err error) {
	for i := range q.Parameters {
		a.Results = append(a.Results, p.result(q.Parameters[i:i+1]))
	}
	return a, nil
}

func (p *parameters) setAtomically(_ context.Context, q rclinterfaces.SetParametersAtomicallyRequest) (a rclinterfaces.SetParametersAtomicallyResponse, err error) {
	a.Result = p.result(q.Parameters)
	return a, nil
}

// result sets parameters, all or none, and returns the answer.
func (p *parameters) result(request []rclinterfaces.Parameter) rclinterfaces.SetParametersResult {
	settings := make([]param.Setting, len(request))
	for i := range request {
		v, err := FromParameterValue(&request[i].Value)
		if err != nil {
			return rclinterfaces.SetParametersResult{Reason: fmt.Sprintf("parameter %q: %v", request[i].Name, err)}
		}
		settings[i] = param.Setting{Name: request[i].Name, Value: v, From: "set_parameters"}
	}
	if err := p.set(settings); err != nil {
		return rclinterfaces.SetParametersResult{Reason: reason(err)}
	}
	return rclinterfaces.SetParametersResult{Successful: true}
}

// reason returns why a parameter was not set, in ROS's own words if it has any, since programs look for them.
func reason(err error) string {
	var change *param.ChangeError
	var outside *declared.RangeError
	switch {
	case !errors.As(err, &change):
	case errors.Is(err, param.ErrReadOnly):
		return fmt.Sprintf("Trying to set a read-only parameter: %s.", change.Name)
	case errors.As(change.Err, &outside) && outside.Beyond() && change.Err.Error() == outside.Error(): // not an error of an element
		from, to := outside.Bounds()
		return fmt.Sprintf("Parameter %s out of range. Min: %s, Max: %s, value: %s", change.Name, from, to, param.Text(outside.Value))
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}

// list lists the names that begin with one of the prefixes (none: all) and have less than depth dots behind it (0: any
// number), as rclcpp and rclpy do.
func (p *parameters) list(_ context.Context, q rclinterfaces.ListParametersRequest) (a rclinterfaces.ListParametersResponse, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	entries, err := p.entries()
	if err != nil {
		return a, err
	}
	for _, e := range entries {
		if !listed(e.Name, q.Prefixes, q.Depth) {
			continue
		}
		a.Result.Names = append(a.Result.Names, e.Name)
		if dot := strings.LastIndex(e.Name, "."); dot >= 0 && !slices.Contains(a.Result.Prefixes, e.Name[:dot]) {
			a.Result.Prefixes = append(a.Result.Prefixes, e.Name[:dot])
		}
	}
	return a, nil
}

func listed(name string, prefixes []string, depth uint64) bool {
	shallow := func(rest string) bool {
		return depth == rclinterfaces.ListParametersRequestDepthRecursive || uint64(strings.Count(rest, ".")) < depth
	}
	if len(prefixes) == 0 {
		return shallow(name)
	}
	return slices.ContainsFunc(prefixes, func(prefix string) bool {
		rest, below := strings.CutPrefix(name, prefix+".")
		return name == prefix || below && shallow(rest)
	})
}
