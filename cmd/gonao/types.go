package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonao/ros"
	"gonao/ros/dynamic"
)

// types knows definitions: those that the program carries, those of --definitions,
// which replace them, and those of a ROS 2 installation once one is not found.
type types struct {
	*dynamic.Library
	installed []string // AMENT_PREFIX_PATH, as long as not looked into
}

// types reads what was given with --definitions.
func (t tool) types() (*types, error) {
	lib := &types{Library: dynamic.Compiled(), installed: filepath.SplitList(os.Getenv("AMENT_PREFIX_PATH"))}
	for _, dir := range *t.definitions {
		if err := lib.AddDir(dir); err != nil {
			return nil, usage("--%w", err)
		}
	}
	return lib, nil
}

// addInstalled adds the definitions of a ROS 2 installation; the first prefix counts most.
func (l *types) addInstalled() {
	for _, prefix := range slices.Backward(l.installed) {
		_ = l.AddDir(filepath.Join(prefix, "share")) // what is not there defines nothing
	}
	l.installed = nil
}

// need checks that an interface and all it contains is known, in an installation at last.
func (l *types) need(name string) error {
	_, err := l.Hash(name)
	if err != nil && len(l.installed) > 0 {
		l.addInstalled()
		_, err = l.Hash(name)
	}
	return err
}

// source is what is known of a type that others on the graph speak.
type source struct {
	name      string             // of the interface that is to be found
	part      string             // of the message whose hash the endpoints tell
	where     string             // "topic /chatter"
	endpoints []ros.EndpointInfo // who speaks it
}

// find gives the library to speak with: ours, or what one of the endpoints' nodes
// described, where ours is missing or differs. That ours differs is told on notes,
// with both hashes.
func (t tool) find(n *ros.Node, lib *types, s source, wait time.Duration) (*dynamic.Library, error) {
	missing := lib.need(s.name)
	ours := ""
	if missing == nil {
		hash, err := lib.Hash(s.part)
		if err != nil {
			return nil, err
		}
		ours = hash
	}
	other := slices.IndexFunc(s.endpoints, func(e ros.EndpointInfo) bool { return e.Hash != "" && e.Hash != ours })
	if missing == nil && other < 0 {
		return lib.Library, nil
	}
	var errs []error
	asked := map[string]bool{}
	for _, e := range s.endpoints {
		if e.Node == "" || asked[e.Node] || e.Hash == ours && ours != "" {
			continue
		}
		asked[e.Node] = true
		hash := e.Hash
		if s.part != s.name {
			hash = "" // that of the service, which nobody tells
		}
		described, err := describe(n, e.Node, s.name, hash, wait)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if missing == nil {
			fmt.Fprintf(t.errs, "warning: %s: %s is here with hash %s, at %s with hash %s; taken as %s describes it\n",
				s.where, s.part, ours, e.Node, e.Hash, e.Node)
		}
		return described, nil
	}
	if missing == nil {
		e := s.endpoints[other]
		return nil, fmt.Errorf("%s: %s is here with hash %s, at %s with hash %s, which it does not describe%s; give the definition with --definitions DIR",
			s.where, s.part, ours, nodeOr(e.Node), e.Hash, because(text(errors.Join(errs...))))
	}
	if len(errs) > 0 {
		missing = fmt.Errorf("%w; nor was it described: %w", missing, errors.Join(errs...))
	}
	return nil, fmt.Errorf("%s: %w; give the definition with --definitions DIR", s.where, missing)
}

// text is an error's text in one line, "" for none.
func text(err error) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}

// describe asks a node for a type that it speaks.
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

// endpointsOf gives the endpoints of a topic or a service.
func endpointsOf(list []ros.TopicInfo, name string) []ros.EndpointInfo {
	for _, i := range list {
		if i.Name == name {
			return i.Endpoints
		}
	}
	return nil
}

// ofTopic is the source of a topic's type.
func ofTopic(g ros.Graph, topic, typeName string) source {
	s := source{name: typeName, part: typeName, where: "topic " + topic}
	for _, e := range endpointsOf(g.Topics, topic) {
		if e.Type == typeName {
			s.endpoints = append(s.endpoints, e)
		}
	}
	return s
}

// hash is the type's, as the first says that says one.
func (s source) hash() string {
	for _, e := range s.endpoints {
		if e.Hash != "" {
			return e.Hash
		}
	}
	return ""
}

// ofService is the source of a service's type.
func ofService(g ros.Graph, service, typeName string) source {
	s := source{name: typeName, part: typeName + "_Request", where: "service " + service}
	for _, e := range endpointsOf(g.Services, service) {
		if strings.HasSuffix(e.Type, "_Request") && !e.Writer { // the server's
			s.endpoints = append(s.endpoints, e)
		}
	}
	return s
}

// ofAction is the source of an action's type.
func ofAction(g ros.Graph, action, typeName string) source {
	s := source{name: typeName, part: typeName + "_FeedbackMessage", where: "action " + action}
	for _, e := range endpointsOf(g.Topics, action+feedbackTopic) {
		if e.Writer {
			s.endpoints = append(s.endpoints, e)
		}
	}
	return s
}
