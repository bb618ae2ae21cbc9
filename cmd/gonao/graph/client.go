package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonao/internal/wording"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
)

// node is a client of the parameter services of another node.
type node struct {
	node *ros.Node // ours
	name string    // full name of the other node
	wait time.Duration
}

// withParams calls f with a client of the node called name, which must serve its
// parameters.
func withParams(ctx context.Context, t Access, name string, wait time.Duration, f func(p node) error) error {
	return t.WithNode(ctx, func(n *ros.Node) error {
		other, _, err := t.AwaitNode(n, name, wait)
		if err != nil {
			return err
		}
		if !hasParameters(other) {
			return fmt.Errorf("node %s has no parameter services", other.FullName())
		}
		return f(newNode(n, other, wait))
	})
}

func newNode(n *ros.Node, other ros.NodeInfo, wait time.Duration) node {
	return node{node: n, name: other.FullName(), wait: wait}
}

// hasParameters reports whether a node serves its parameters.
func hasParameters(i ros.NodeInfo) bool {
	return slices.Contains(i.Serves, i.FullName()+"/list_parameters")
}

// ask calls one of the parameter services of the node.
func ask[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](p node, service string, request Q) (A, error) {
	return askService[Q, A, PQ, PA](p.node, p.name, service, request, p.wait)
}

// list returns the names of the parameters, sorted. With prefixes, only those that begin
// with one of them.
func (p node) list(prefixes []string) ([]string, error) {
	answer, err := ask[rclinterfaces.ListParametersRequest, rclinterfaces.ListParametersResponse](
		p, "list_parameters", rclinterfaces.ListParametersRequest{Prefixes: prefixes})
	return slices.Sorted(slices.Values(answer.Result.Names)), err
}

// types returns the types of parameters.
func (p node) types(names []string) ([]uint8, error) {
	answer, err := ask[rclinterfaces.GetParameterTypesRequest, rclinterfaces.GetParameterTypesResponse](
		p, "get_parameter_types", rclinterfaces.GetParameterTypesRequest{Names: names})
	return fitted(p, answer.Types, names, err)
}

// get returns the values of parameters.
func (p node) get(names []string) ([]rclinterfaces.ParameterValue, error) {
	answer, err := ask[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](
		p, "get_parameters", rclinterfaces.GetParametersRequest{Names: names})
	return fitted(p, answer.Values, names, err)
}

// describe returns the descriptors of parameters.
func (p node) describe(names []string) ([]rclinterfaces.ParameterDescriptor, error) {
	answer, err := ask[rclinterfaces.DescribeParametersRequest, rclinterfaces.DescribeParametersResponse](
		p, "describe_parameters", rclinterfaces.DescribeParametersRequest{Names: names})
	return fitted(p, answer.Descriptors, names, err)
}

// set sets parameters, each for itself: one that is refused does not keep the others from
// being set.
func (p node) set(list []rclinterfaces.Parameter) ([]rclinterfaces.SetParametersResult, error) {
	answer, err := ask[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](
		p, "set_parameters", rclinterfaces.SetParametersRequest{Parameters: list})
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return fitted(p, answer.Results, names, err)
}

// fitted checks that a response has one item for each name. A node returns no items at all
// if it does not have one of the parameters.
func fitted[T any](p node, list []T, names []string, err error) ([]T, error) {
	if err != nil || len(list) == len(names) {
		return list, err
	}
	known, err := p.list(nil)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, p.unknown(name, known)
		}
	}
	return nil, fmt.Errorf("node %s: asked for %d parameters, got %d", p.name, len(names), len(list))
}

// unknown returns the error for a parameter that the node does not have, with the most
// similar name or all names.
func (p node) unknown(name string, known []string) error {
	near := wording.DidYouMean(name, known)
	if near == "" {
		near = "; it has: " + strings.Join(known, ", ")
	}
	return fmt.Errorf("node %s has no parameter %q%s", p.name, name, near)
}
