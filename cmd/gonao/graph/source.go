package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonao/ros"
	"gonao/ros/dynamic"
)

// Source is a type in use on the graph, with the endpoints that use it.
type Source struct {
	Name      string             // of the interface
	Part      string             // of the message whose hash the endpoints have
	Where     string             // "topic /chatter"
	Endpoints []ros.EndpointInfo // that use it
}

// LibraryFor returns the library with the definition to use: lib, if the endpoints use the
// same definition, else what the node of an endpoint describes. It prints a warning with
// both hashes if the two differ.
func (t Access) LibraryFor(n *ros.Node, lib *Library, s Source, wait time.Duration) (*dynamic.Library, error) {
	missing := lib.Need(s.Name)
	ours := ""
	if missing == nil {
		hash, err := lib.Hash(s.Part)
		if err != nil {
			return nil, err
		}
		ours = hash
	}
	other := slices.IndexFunc(s.Endpoints, func(e ros.EndpointInfo) bool { return e.Hash != "" && e.Hash != ours })
	if missing == nil && other < 0 {
		return lib.Library, nil
	}
	var errs []error
	asked := map[string]bool{}
	for _, e := range s.Endpoints {
		if e.Node == "" || asked[e.Node] || e.Hash == ours && ours != "" {
			continue
		}
		asked[e.Node] = true
		hash := e.Hash
		if s.Part != s.Name {
			hash = "" // of the whole service, which no endpoint has
		}
		described, err := describe(n, e.Node, s.Name, hash, wait)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if missing == nil {
			fmt.Fprintf(t.Errs, "warning: %s: %s is here with hash %s, at %s with hash %s; taken as %s describes it\n",
				s.Where, s.Part, ours, e.Node, e.Hash, e.Node)
		}
		return described, nil
	}
	if missing == nil {
		e := s.Endpoints[other]
		return nil, fmt.Errorf("%s: %s is here with hash %s, at %s with hash %s, which it does not describe%s; give the definition with --definitions DIR",
			s.Where, s.Part, ours, nodeLabel(e.Node), e.Hash, reasons(errs))
	}
	if len(errs) > 0 {
		missing = fmt.Errorf("%w; nor was it described: %w", missing, errors.Join(errs...))
	}
	return nil, fmt.Errorf("%s: %w; give the definition with --definitions DIR", s.Where, missing)
}

// reasons returns a colon and the texts of errors in one line, "" for none.
func reasons(errs []error) string {
	if len(errs) == 0 {
		return ""
	}
	return ": " + strings.ReplaceAll(errors.Join(errs...).Error(), "\n", "; ")
}

// describe requests the description of a type from a node.
func describe(n *ros.Node, node, typeName, hash string, wait time.Duration) (*dynamic.Library, error) {
	ctx, cancel := context.WithTimeout(n.Context(), wait)
	defer cancel()
	description, err := ros.GetTypeDescription(ctx, n, node, typeName, hash)
	if err != nil {
		return nil, err
	}
	lib := dynamic.NewLibrary()
	return lib, lib.AddDescription(&description)
}

// endpointsOf returns the endpoints of a topic or a service.
func endpointsOf(list []ros.TopicInfo, name string) []ros.EndpointInfo {
	for _, i := range list {
		if i.Name == name {
			return i.Endpoints
		}
	}
	return nil
}

// ofTopic returns the source of a topic's type.
func ofTopic(g ros.Graph, topic, typeName string) Source {
	s := Source{Name: typeName, Part: typeName, Where: "topic " + topic}
	for _, e := range endpointsOf(g.Topics, topic) {
		if e.Type == typeName {
			s.Endpoints = append(s.Endpoints, e)
		}
	}
	return s
}

// Hash returns the hash of the first endpoint that has one.
func (s Source) Hash() string {
	for _, e := range s.Endpoints {
		if e.Hash != "" {
			return e.Hash
		}
	}
	return ""
}

// ofService returns the source of a service's type.
func ofService(g ros.Graph, service, typeName string) Source {
	s := Source{Name: typeName, Part: typeName + "_Request", Where: "service " + service}
	for _, e := range endpointsOf(g.Services, service) {
		if strings.HasSuffix(e.Type, "_Request") && !e.Writer { // the server reads requests
			s.Endpoints = append(s.Endpoints, e)
		}
	}
	return s
}

// ofAction returns the source of an action's type.
func ofAction(g ros.Graph, action, typeName string) Source {
	s := Source{Name: typeName, Part: typeName + "_FeedbackMessage", Where: "action " + action}
	for _, e := range endpointsOf(g.Topics, action+feedbackTopic) {
		if e.Writer {
			s.Endpoints = append(s.Endpoints, e)
		}
	}
	return s
}

// Published returns the source with the publishers only.
func (s Source) Published() Source {
	s.Endpoints = slices.DeleteFunc(s.Endpoints, func(e ros.EndpointInfo) bool { return !e.Writer })
	return s
}
