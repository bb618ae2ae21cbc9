package dynamic

import (
	"fmt"

	"gonao/ros/cdr"
)

// Service describes a service by its full name, "std_srvs/srv/SetBool".
func (l *Library) Service(typeName string) (cdr.ServiceType, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.service(typeName)
}

func (l *Library) service(name string) (cdr.ServiceType, error) {
	var t cdr.ServiceType
	if err := l.parse(name); err != nil {
		return t, err
	}
	s := l.set.Services[name]
	if s == nil {
		return t, fmt.Errorf("%s is not a service", name)
	}
	err := l.fill([]*cdr.Type{&t.Type, &t.Request, &t.Response, &t.Event},
		name, s.Request.FullName(), s.Response.FullName(), s.Event.FullName())
	return t, err
}

// Action describes an action by its full name, "example_interfaces/action/Fibonacci".
func (l *Library) Action(typeName string) (cdr.ActionType, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var t cdr.ActionType
	if err := l.parse(typeName); err != nil {
		return t, err
	}
	a := l.set.Actions[typeName]
	if a == nil {
		return t, fmt.Errorf("%s is not an action", typeName)
	}
	var err error
	if t.SendGoal, err = l.service(a.SendGoal.FullName()); err != nil {
		return t, err
	}
	if t.GetResult, err = l.service(a.GetResult.FullName()); err != nil {
		return t, err
	}
	err = l.fill([]*cdr.Type{&t.Type, &t.Goal, &t.Result, &t.Feedback, &t.FeedbackMessage},
		typeName, a.Goal.FullName(), a.Result.FullName(), a.Feedback.FullName(), a.FeedbackMessage.FullName())
	return t, err
}

// fill sets the names and hashes of types.
func (l *Library) fill(types []*cdr.Type, names ...string) error {
	for i, name := range names {
		hash, err := l.hash(name)
		if err != nil {
			return err
		}
		*types[i] = cdr.Type{Name: name, Hash: hash}
	}
	return nil
}
