// Package squad loads a team: its plan and machines, and the assumptions of its players about their own bodies.
package squad

import (
	"fmt"
	"maps"
	"path/filepath"

	"gonao/behavior/machines/soccer"
	"gonao/hfsm"
	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/soccer/team"
)

// A Squad is a team's plan with its machines. Players share it and do not change it.
type Squad struct {
	Name   string
	Plan   *team.Plan
	Models map[string]*hfsm.Model // game, role, body, head
	keeper map[string]*hfsm.Model // the same for the goalkeeper; nil: those of all
}

// Of returns the machines of the player with a number. The goalkeeper is number 1.
func (s *Squad) Of(number int) map[string]*hfsm.Model {
	if number == 1 && s.keeper != nil {
		return s.keeper
	}
	return s.Models
}

// Load reads a team and its machines: one of ours by name, or a file.
func Load(name string) (*Squad, error) {
	text, err := soccer.ReadTeam(name)
	if err != nil {
		return nil, err
	}
	return New(name, text, func(machine string) (string, []byte, error) { return soccer.ReadMachine(machine, filepath.Dir(name)) })
}

// New returns the team of a file's text. read reads the machines that the text names.
func New(name string, text []byte, read soccer.Reader) (*Squad, error) {
	plan, err := team.ParsePlan(name, text)
	if err != nil {
		return nil, err
	}
	s := &Squad{Name: plan.Name, Plan: plan, Models: map[string]*hfsm.Model{}}
	for _, m := range soccer.Machines() {
		if s.Models[m], err = soccer.Load(plan.Machines[m], plan.Machines, read); err != nil {
			return nil, fmt.Errorf("team %s: %w", name, err)
		}
	}
	if body := plan.Machines[soccer.Keeper]; body != "" {
		s.keeper = maps.Clone(s.Models)
		if s.keeper["body"], err = soccer.Load(body, plan.Machines, read); err != nil {
			return nil, fmt.Errorf("team %s: %w", name, err)
		}
	}
	return s, nil
}

// On returns the team with the places of its plan in m, for a field.
func (s *Squad) On(f *field.Field) (*Squad, error) {
	plan, err := s.Plan.On(f)
	if err != nil {
		return nil, err
	}
	on := *s
	on.Plan = plan
	return &on, nil
}

// Kick returns the kick as players assume it.
func Kick(p *preset.Preset) team.Kick {
	return team.Kick{
		Distance: p.Kicks.Straight.Distance, Side: p.Kicks.Side.Distance, Error: max(p.Kicks.Error, 0.02), Direction: max(p.Kicks.Direction, 0.03),
	}
}
