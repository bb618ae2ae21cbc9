package executor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/msgs"
	"gonao/nodes/machinetopics"
)

// find returns the slot of a namespace, or nil.
func (e *executor) find(namespace string) *machineSlot {
	for _, s := range e.machines.Members() {
		if s.namespace == namespace {
			return s
		}
	}
	return nil
}

// newSlot creates a slot with the machine of a source, or an empty one, to be started later, if the source is "".
func (e *executor) newSlot(name, source string) (*machineSlot, error) {
	s := &machineSlot{n: e.n, namespace: name, robot: e.topics, errorLog: e.errorLog}
	s.reload = s.reloadMachine
	s.topics = machinetopics.New(e.n, machinetopics.Options{
		Namespace: name, TraceDir: e.cfg.TraceDir, HistoryDir: e.cfg.HistoryDir, HistoryBytes: int64(e.cfg.HistoryMB) << 20, Reload: s.reloadMachine, List: e.list,
		Start: func(slot string, t host.Text) (host.Loaded, *host.Machine, error) { return e.start(s, slot, t) },
	})
	own, err := e.cfg.checked(e.types)
	if err != nil {
		return nil, err
	}
	name = cmp.Or(name, nameOf(source))
	machine, err := host.New(host.Options{
		Source: source, Loader: behavior.Loader{Config: &own, Directories: e.cfg.Skills}, Motions: e.cfg.motions,
		Robot: &e.robotLock, Senses: e.senses, Outputs: e.assignment.For(cmp.Or(name, "machine")),
		States:       e.machines.Before(cmp.Or(name, "machine")),
		OnTransition: s.topics.Transition, OnChange: s.wakeBoth(e.wake),
	})
	s.Slot = host.NewSlot(name, machine)
	return s, err
}

// errSkills is why nothing is started in the namespace of the skills.
var errSkills = errors.New("skills run here, by the action execute_skill; expected another namespace")

// start starts a machine in a slot, or in a new one with a name.
func (e *executor) start(s *machineSlot, name string, t host.Text) (host.Loaded, *host.Machine, error) {
	if name != "" {
		e.starting.Lock()
		defer e.starting.Unlock()
		other := e.find(name)
		if other == nil {
			return e.startNew(name, t)
		}
		s = other
	}
	if s.Skills != nil {
		return host.Loaded{}, nil, errSkills
	}
	l, err := s.Machine.Loading().Start(t, clockTime(e.n.Clock.Now()))
	if err == nil {
		e.watchFiles(s)
	}
	return l, s.Machine, err
}

// maxSlots bounds the machines of one node.
const maxSlots = 32

// startNew starts a machine in a new slot.
func (e *executor) startNew(name string, t host.Text) (host.Loaded, *host.Machine, error) {
	switch {
	case !isName.MatchString(name):
		return host.Loaded{}, nil, fmt.Errorf("slot %q is not a name of a namespace; expected letters, digits and _, a letter first", name)
	case name == skillNamespace:
		return host.Loaded{}, nil, errSkills
	case e.beside.Err() != nil:
		return host.Loaded{}, nil, errors.New("the node ends")
	case len(e.machines.Members()) >= maxSlots:
		return host.Loaded{}, nil, fmt.Errorf("%d machines have been started; expected at most %d", len(e.machines.Members()), maxSlots)
	}
	s, err := e.newSlot(name, "")
	if err != nil {
		return host.Loaded{}, nil, err
	}
	l, err := s.Machine.Loading().Start(t, clockTime(e.n.Clock.Now()))
	if err != nil {
		return l, nil, err
	}
	if err := s.topics.Open(s.Machine); err != nil {
		return l, nil, err
	}
	e.machines.Add(s)
	e.health.Add(name, s.diagnose)
	e.others.Go(func() { s.topics.Run(e.beside) })
	e.watchFiles(s)
	return l, s.Machine, nil
}

// watchFiles watches the files of a machine that was started.
func (e *executor) watchFiles(s *machineSlot) {
	if e.files == nil {
		return
	}
	if err := e.files.Add(s.Machine.Files()...); err != nil {
		e.n.Log.Warn("hot reload", "error", err)
	}
}

// list returns the running machines and those that may be started.
func (e *executor) list() []msgs.MachineInfo {
	var all []msgs.MachineInfo
	for _, s := range e.machines.Members() {
		if info, ok := s.topics.Info(); ok {
			all = append(all, info)
		}
	}
	own := e.cfg.Behavior
	own.Types = e.types
	directories := append([]string(nil), e.cfg.Skills...)
	for _, s := range e.machines.Members() {
		directories = append(directories, s.Machine.Loading().Directories()...)
	}
	for _, found := range behavior.FindMachines(&own, directories) {
		info := msgs.MachineInfo{
			Machine: found.Name, Source: found.Source, Description: found.Description, Level: machinetopics.LevelWord(found.Level),
		}
		if found.Err != nil {
			info.Error = found.Err.Error()
		}
		all = append(all, info)
	}
	return all
}

// runTopics publishes the viewers' topics, until ctx ends.
func (e *executor) runTopics(ctx context.Context) {
	for _, s := range e.machines.Members() {
		e.others.Go(func() { s.topics.Run(ctx) })
	}
}

// noMachine is the word in launch files for no machine.
const noMachine = "none"

// machineName is a machine and the namespace of its topics, "" for the node's own.
type machineName struct{ name, source string }

// named returns the machines that run.
func (c Config) named() ([]machineName, error) {
	var all []machineName
	if c.Machine != "" && c.Machine != noMachine {
		all = append(all, machineName{"", c.Machine})
	}
	for _, entry := range c.Machines {
		name, source, renamed := strings.Cut(entry, ":=")
		if !renamed {
			name, source = nameOf(entry), entry
		}
		switch {
		case !isName.MatchString(name):
			return nil, fmt.Errorf("machines: %q: %q is not a name of a namespace; expected letters, digits and _, a letter first, before :=", entry, name)
		case name == skillNamespace:
			return nil, fmt.Errorf("machines: %q: skills run in the namespace %s; expected another name, such as my_skill:=%s", entry, name, source)
		case source == "":
			return nil, fmt.Errorf("machines: %q: expected a machine behind :=", entry)
		case slices.ContainsFunc(all, func(m machineName) bool { return m.name == name }):
			return nil, fmt.Errorf("machines: %q: another machine is called %s; expected a name of its own, such as second:=%s", entry, name, source)
		}
		all = append(all, machineName{name, source})
	}
	return all, nil
}

// isName matches valid namespaces.
var isName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// nameOf returns the name of a machine from its file.
func nameOf(source string) string {
	base := filepath.Base(source)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
