package lua

import (
	"slices"

	"gonao/hfsm"
)

// skill is the constant part of a skill's file.
type skill struct {
	name  string // name of the file, and of its global
	code  *code
	words *hfsm.Vocabulary // what the host offers, or nil
	used  usage            // names used in the text

	// Known once the file has been run:
	states     []string
	depends    []string // names of other skills
	interfaces []dependence
}

// dependence is one of depends_interfaces.
type dependence struct {
	variable string // its name in scripts
	kind     string // name of the interface's kind in the host
	line     int
}

// Global names a skill has besides those of every script.
const (
	hsmName          = "SkillHSM"
	finalTarget      = "FINAL"
	failedTarget     = "FAILED"
	expressionName   = "expression"
	preconditionName = "precondition"
	ownName          = "name"
)

var skillNames = []string{hsmName, finalTarget, failedTarget, expressionName, preconditionName, ownName}

// knows reports whether a global name belongs to the skill.
func (k *skill) knows(name string) bool { return slices.Contains(k.globals(), name) }

func (k *skill) globals() []string {
	all := slices.Concat(skillNames, k.states, k.depends)
	for _, d := range k.interfaces {
		all = append(all, d.variable)
	}
	return all
}

// begin runs the file for a session: it makes the states and their functions again.
func (k *skill) begin(s *session) error {
	s.skill = newBuilder(s, k)
	s.loading = true
	s.box.meter.grant(s.unit.opts.LoadBudget, "while the skill was loaded")
	err := s.box.run(s.box.function(k.code), k.code, 0)
	s.loading = false
	s.Begin()
	return err
}
