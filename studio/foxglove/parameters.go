package foxglove

import (
	"context"
	"maps"
	"slices"
)

// parameterValues is the message with which a client receives parameters.
type parameterValues struct {
	Op         string      `json:"op"`
	Parameters []Parameter `json:"parameters"`
	ID         string      `json:"id,omitempty"`
}

// getParameters answers a client.
func (s *Session) getParameters(ctx context.Context, m clientMessage) {
	s.withStore(func(store ParameterStore) {
		list, err := store.Get(ctx, m.ParameterNames)
		s.sendParameters(list, m.ID, err, true)
	})
}

// setParameters sets parameters for a client.
func (s *Session) setParameters(ctx context.Context, m clientMessage) {
	if s.Role() < Driver {
		s.Status(Error, "setting parameters needs the role driver; this session is a "+s.Role().String())
		return
	}
	s.withStore(func(store ParameterStore) {
		list, err := store.Set(ctx, s, m.Parameters)
		s.sendParameters(list, m.ID, err, m.ID != "")
	})
}

// withStore runs a request for parameters concurrently with the session's other work.
func (s *Session) withStore(ask func(store ParameterStore)) {
	store := s.server.opts.Parameters
	if store == nil {
		s.Status(Error, "this server has no parameters")
		return
	}
	if !s.startCall() {
		s.Status(Error, "too many requests wait for their answer")
		return
	}
	go func() {
		defer s.endCall()
		ask(store)
	}()
}

func (s *Session) sendParameters(list []Parameter, id string, err error, always bool) {
	if err != nil {
		s.Status(Warning, "parameters: "+err.Error())
	}
	if len(list) == 0 && !always {
		return
	}
	if list == nil {
		list = []Parameter{}
	}
	s.sendJSON(parameterValues{Op: "parameterValues", Parameters: list, ID: id})
}

// watchParameters starts or ends the watching of parameters; without names, of all.
func (s *Session) watchParameters(names []string, watch bool) {
	if s.server.opts.Parameters == nil {
		s.Status(Error, "this server has no parameters")
		return
	}
	s.mu.Lock()
	switch {
	case watch && len(names) == 0:
		s.watched[""] = true
	case watch && len(s.watched)+len(names) > maxWatched:
		s.mu.Unlock()
		s.Status(Error, "too many parameters are watched")
		return
	case len(names) == 0:
		clear(s.watched)
	}
	for _, name := range names {
		if watch {
			s.watched[name] = true
		} else {
			delete(s.watched, name)
		}
	}
	s.mu.Unlock()
	s.server.watchChanged()
}

// maxWatched bounds the number of parameters that a session watches by name.
const maxWatched = 10_000

// watchChanged reports the names that all clients together watch; "" stands for all.
func (v *Server) watchChanged() {
	if v.opts.Parameters == nil {
		return
	}
	all := map[string]bool{}
	for _, s := range v.Sessions() {
		s.mu.Lock()
		maps.Copy(all, s.watched)
		s.mu.Unlock()
	}
	v.opts.Parameters.Watch(slices.Sorted(maps.Keys(all)))
}

// ParametersChanged sends new values to the clients that watch them.
func (v *Server) ParametersChanged(list []Parameter) {
	for _, s := range v.Sessions() {
		var out []Parameter
		s.mu.Lock()
		for _, p := range list {
			if s.watched[""] || s.watched[p.Name] {
				out = append(out, p)
			}
		}
		s.mu.Unlock()
		if len(out) > 0 {
			s.sendJSON(parameterValues{Op: "parameterValues", Parameters: out})
		}
	}
}
