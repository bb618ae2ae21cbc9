package rosidl

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Set holds the interfaces of some packages, by full name.
type Set struct {
	Messages map[string]*Message // includes the parts of services and actions
	Services map[string]*Service // includes the services of actions
	Actions  map[string]*Action
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{Messages: map[string]*Message{}, Services: map[string]*Service{}, Actions: map[string]*Action{}}
}

// AddPackage reads the directories msg, srv and action of fsys as package pkg. The string place is put in front of file
// names in errors.
func (s *Set) AddPackage(pkg string, fsys fs.FS, place string) error {
	for _, kind := range []string{"msg", "srv", "action"} {
		entries, err := fs.ReadDir(fsys, kind)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("package %s: %w", pkg, err)
		}
		for _, e := range entries {
			if e.IsDir() || path.Ext(e.Name()) != "."+kind {
				continue
			}
			text, err := fs.ReadFile(fsys, path.Join(kind, e.Name()))
			if err != nil {
				return fmt.Errorf("package %s: %w", pkg, err)
			}
			file := path.Join(place, kind, e.Name())
			if err := s.AddFile(pkg, kind, strings.TrimSuffix(e.Name(), "."+kind), file, string(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// AddFile parses one definition: kind is msg, srv or action, name is the interface's name, file is the file name for
// errors, and text is the contents.
func (s *Set) AddFile(pkg, kind, name, file, text string) error {
	switch kind {
	case "msg":
		m, err := ParseMessage(pkg, name, file, text)
		if err != nil {
			return err
		}
		return s.AddMessages(m)
	case "srv":
		srv, err := parseService(pkg, name, file, text)
		if err != nil {
			return err
		}
		return s.addService(srv)
	default:
		a, err := parseAction(pkg, name, file, text)
		if err != nil {
			return err
		}
		s.Actions[a.FullName()] = a
		return errors.Join(s.AddMessages(a.Goal, a.Result, a.Feedback, a.FeedbackMessage),
			s.addService(a.SendGoal), s.addService(a.GetResult))
	}
}

func (s *Set) addService(srv *Service) error {
	s.Services[srv.FullName()] = srv
	return s.AddMessages(srv.Request, srv.Response, srv.Event)
}

// AddMessages adds messages that are not defined in a file.
func (s *Set) AddMessages(messages ...*Message) error {
	for _, m := range messages {
		if other, there := s.Messages[m.FullName()]; there {
			return &Error{File: m.File, Err: fmt.Errorf("%s is there already, from %s", m.FullName(), other.File)}
		}
		s.Messages[m.FullName()] = m
	}
	return nil
}

// Check returns an error if a nested message is missing, or if a message contains itself.
func (s *Set) Check() error {
	done := map[string]bool{}
	var visit func(m *Message, path []string) error
	visit = func(m *Message, path []string) error {
		name := m.FullName()
		if slices.Contains(path, name) {
			return &Error{File: m.File, Err: fmt.Errorf("%s contains itself: %s", name, strings.Join(append(path, name), " > "))}
		}
		if done[name] {
			return nil
		}
		for _, f := range m.Fields {
			if f.Type.Base != Nested {
				continue
			}
			inner, ok := s.Messages[f.Type.Nested]
			if !ok {
				return &Error{File: m.File, Line: f.Line, Err: fmt.Errorf("field %q: no definition of %s", f.Name, f.Type.Nested)}
			}
			if err := visit(inner, append(slices.Clip(path), name)); err != nil {
				return err
			}
		}
		done[name] = true
		return nil
	}
	for _, name := range Sorted(s.Messages) {
		if err := visit(s.Messages[name], nil); err != nil {
			return err
		}
	}
	return nil
}

// Sorted returns the keys of m in order.
func Sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
