package skills

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// Options selects the skills of a library.
type Options struct {
	Directories []string
	Space       chart.Space      // the robot's space; an empty part matches all
	Allowed     []string         // the policy: skills that may be called; nil: all
	Words       *hfsm.Vocabulary // vocabulary of the robot; its Machines is ignored
}

// Skill is a skill found in a directory.
type Skill struct {
	Name        string
	Description string
	File        string
	Level       chart.Level
	Parameters  []chart.Declaration
	Refused     error // why it may not be called; nil: it is offered
	Warnings    hfsm.Findings

	chart *chart.Machine // nil when it could not be read
}

// Library is a set of skills. It is not changed once it is loaded.
type Library struct {
	opts   Options
	skills []*Skill
	byName map[string]*Skill
}

// callActivity is the activity by which agents call skills.
const callActivity = "skill"

// Load reads all machines of the directories, and the package's own; a file replaces one of ours with the same name. A
// file with errors becomes a skill that is refused; the error reports a directory that cannot be read.
func Load(o Options) (*Library, error) {
	l := &Library{opts: o, byName: map[string]*Skill{}}
	words := *o.Words
	words.Machines, words.Space = l.callable, o.Space
	words.Activities = slices.DeleteFunc(slices.Clone(words.Activities), func(k hfsm.Kind) bool {
		return k.Name == callActivity // a skill calls others as machines: it would wait for itself
	})
	l.opts.Words = &words
	for _, dir := range o.Directories {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, fmt.Errorf("skills: %w", err)
		}
		for _, entry := range entries {
			if file := filepath.Join(dir, entry.Name()); !entry.IsDir() && behavior.IsMachineFile(file) {
				l.add(file)
			}
		}
	}
	for _, s := range l.skills { // a wrong one has the name of its file
		if l.byName[s.Name] == nil {
			l.byName[s.Name] = s
		}
	}
	l.addOurs()
	for _, s := range l.skills {
		if s.Refused == nil {
			s.Refused = l.judge(s)
		}
	}
	for _, name := range o.Allowed {
		if l.byName[name] == nil {
			l.skills = append(l.skills, &Skill{Name: name, Refused: errors.New("allowed, but no file has it")})
		}
	}
	return l, nil
}

// addOurs adds the skills that come with the package, where no file has taken the
// place of one.
func (l *Library) addOurs() {
	for _, name := range behavior.Skills() {
		if l.byName[name] == nil {
			file, src, err := behavior.ReadSkill(name)
			l.addText(file, src, err)
		}
	}
}

// longFile is the longest file that is read, bytes.
const longFile = 1 << 20

// add reads one file.
func (l *Library) add(file string) {
	info, err := os.Stat(file)
	switch {
	case err == nil && !info.Mode().IsRegular():
		err = errors.New("no regular file")
	case err == nil && info.Size() > longFile:
		err = fmt.Errorf("%d bytes; expected at most %d", info.Size(), longFile)
	}
	var src []byte
	if err == nil {
		src, err = os.ReadFile(file)
	}
	l.addText(file, src, err)
}

// addText adds the skill of one file.
func (l *Library) addText(file string, src []byte, err error) {
	base := filepath.Base(file)
	s := &Skill{Name: strings.TrimSuffix(base, filepath.Ext(base)), File: file}
	l.skills = append(l.skills, s)
	if err != nil {
		s.Refused = err
		return
	}
	c, findings := behavior.Read(file, src, l.opts.Words)
	if len(findings.Errors()) > 0 || c == nil {
		s.Refused = findings.Errors()
		return
	}
	s.chart, s.Name, s.Description, s.Level, s.Parameters = c, c.Name, c.Description, c.Level, c.Parameters
	if other := l.byName[s.Name]; other != nil {
		s.Refused = fmt.Errorf("%s has a skill of this name already", other.File)
		return
	}
	l.byName[s.Name] = s
}

var errAgent = errors.New("an agent is not a skill: it calls them")

// judge returns why a skill may not be called, nil when it may.
func (l *Library) judge(s *Skill) error {
	switch {
	case s.Level == chart.Agent:
		return errAgent
	case l.opts.Allowed != nil && !slices.Contains(l.opts.Allowed, s.Name):
		return errors.New("the policy (allowed_skills) does not allow it")
	}
	if s.chart.Extends != nil {
		whole, findings := hfsm.Extended(s.chart, l.opts.Words)
		if errs := findings.Errors(); len(errs) > 0 {
			return errs
		}
		s.Description, s.Level, s.Parameters = whole.Description, whole.Level, whole.Parameters
		if s.Level == chart.Agent {
			return errAgent
		}
	}
	// Alone, without arguments: whether it is for this space, the machines that it calls exist and are not of a higher
	// level, and the robot has what it needs.
	model, findings := hfsm.Compile(s.chart, l.opts.Words)
	if model == nil {
		return findings.Errors()
	}
	s.Warnings = findings
	return nil
}

// callable returns a machine that another one calls. The policy does not limit calls between skills, only calls from
// outside.
func (l *Library) callable(name string) (*chart.Machine, error) {
	switch s := l.byName[name]; {
	case s != nil && s.chart == nil:
		return nil, fmt.Errorf("there are faults in %s", s.File)
	case s != nil:
		return s.chart, nil
	}
	return nil, fmt.Errorf("no such machine%s; expected one of %s", wording.DidYouMean(name, l.names()), chart.Listed(l.names()))
}

// Skills returns all that were found, in the order of the directories and files.
func (l *Library) Skills() []Skill {
	all := make([]Skill, len(l.skills))
	for i, s := range l.skills {
		all[i] = *s
	}
	return all
}

// names returns the skills that are offered, in order.
func (l *Library) names() []string {
	var names []string
	for _, s := range l.skills {
		if s.Refused == nil {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return names
}
