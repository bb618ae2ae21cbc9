package executor

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/behavior/skills"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/msgs"
	"gonao/nodes/machinetopics"
	"gonao/ros"
)

// skillNamespace is the namespace of the machine in which skills run.
const skillNamespace = "skill"

// options returns the options of the skills from the parameters.
func (c *Config) skills(types behavior.Types) (skills.Options, error) {
	cfg, err := c.checked(types)
	if err != nil {
		return skills.Options{}, err
	}
	o := skills.Options{
		Directories: c.Skills, Space: chart.Space{Platform: c.Platform, Domain: c.Domain}, Words: cfg.Vocabulary(),
	}
	if len(c.AllowedSkills) > 0 {
		o.Allowed = c.AllowedSkills
	}
	return o, nil
}

// openSkills offers the skills, if there are any.
func (e *executor) openSkills(cfg Config) error {
	if e.skillRunner == nil {
		return nil
	}
	e.Execute.Handle(e.execute)
	if err := ros.Open(e.n, e); err != nil {
		return err
	}
	return e.tellSkills(cfg)
}

// tellSkills publishes which skills are offered, and why others are not.
func (e *executor) tellSkills(cfg Config) error {
	e.telling.Lock()
	defer e.telling.Unlock()
	m := msgs.SkillArray{Stamp: ros.Stamp(e.n.Clock.Now()), Platform: cfg.Platform, Domain: cfg.Domain}
	for _, s := range e.skillRunner.Library().Skills() {
		told := msgs.Skill{
			Name: s.Name, Description: s.Description, File: s.File, Level: levels[s.Level], Offered: s.Refused == nil,
		}
		for _, p := range s.Parameters {
			text := p.Name + ": " + p.Type.String()
			if p.Initial != nil {
				text += " = " + p.Initial.Text()
			}
			told.Parameters = append(told.Parameters, text)
		}
		if s.Refused != nil {
			told.Reason = s.Refused.Error()
		}
		m.Skills = append(m.Skills, told)
		e.logSkill(told, s.Warnings)
	}
	e.offered = m.Skills
	return e.Offers.Publish(m)
}

// logSkill logs a skill that has changed since it was last published.
func (e *executor) logSkill(s msgs.Skill, warnings hfsm.Findings) {
	if slices.ContainsFunc(e.offered, func(old msgs.Skill) bool { return reflect.DeepEqual(old, s) }) {
		return
	}
	if s.Offered {
		e.n.Log.Info("skill offered", "skill", s.Name, "file", s.File)
	} else {
		e.n.Log.Warn("skill not offered", "skill", s.Name, "file", s.File, "reason", s.Reason)
	}
	for _, w := range warnings {
		e.n.Log.Warn("skill", "skill", s.Name, "warning", w)
	}
}

// levels are the names of the levels.
var levels = map[chart.Level]string{chart.Motion: "motion", chart.Skill: "skill", chart.Agent: "agent"}

// feedbackPeriod is how often a client hears how far its call is.
const feedbackPeriod = 100 * time.Millisecond

// errNotReady reports that the robot is not there.
var errNotReady = errors.New("no robot_state yet: call again when the robot stands, or start its driver")

// execute handles a goal of execute_skill. It returns when the robot is safe.
func (e *executor) execute(ctx context.Context, goal msgs.ExecuteSkillGoal, say func(msgs.ExecuteSkillFeedback)) (msgs.ExecuteSkillResult, error) {
	if state, _ := e.topics.there(); !state {
		return skillResult(host.Progress{}, errNotReady)
	}
	g, err := e.skillRunner.Begin(goal.Call)
	if err != nil {
		return skillResult(host.Progress{}, err)
	}
	e.n.Log.Info("skills begin", "call", goal.Call)
	cancelled := ctx.Done()
	for {
		p := g.Progress()
		if p.Path != "" {
			say(msgs.ExecuteSkillFeedback{
				Skill: p.Skill, Index: uint32(p.Index), Count: uint32(p.Count), Path: p.Path, Time: p.Since.Seconds(),
			})
		}
		select {
		case <-g.Done():
			if g.Err() == nil { // the action logs an error
				e.n.Log.Info("skills end", "call", goal.Call)
			}
			return skillResult(g.Progress(), g.Err())
		case <-cancelled:
			g.Cancel()
			cancelled = nil // once
		case <-e.n.Clock.After(feedbackPeriod):
		}
	}
}

// skillResult returns the result of a call that ended so.
func skillResult(p host.Progress, err error) (msgs.ExecuteSkillResult, error) {
	r := msgs.ExecuteSkillResult{Outcome: msgs.ExecuteSkillResultFinal, Path: p.Path}
	if err == nil {
		return r, nil
	}
	r.Outcome, r.ErrorCode, r.ErrorMsg = msgs.ExecuteSkillResultFailed, msgs.ExecuteSkillResultSkillFailed, err.Error()
	for _, row := range []struct {
		err  error
		code uint16
	}{
		{skills.ErrInvalid, msgs.ExecuteSkillResultInvalidCall},
		{skills.ErrUnknown, msgs.ExecuteSkillResultUnknownSkill},
		{skills.ErrNotOffered, msgs.ExecuteSkillResultNotOffered},
		{host.ErrBusy, msgs.ExecuteSkillResultBusy},
		{errNotReady, msgs.ExecuteSkillResultNotReady},
		{host.ErrCancelled, msgs.ExecuteSkillResultCanceled},
		{host.ErrEnded, msgs.ExecuteSkillResultCanceled},
		{host.ErrRestarted, msgs.ExecuteSkillResultRestarted},
	} {
		if errors.Is(err, row.err) {
			r.ErrorCode = row.code
		}
	}
	return r, fmt.Errorf("execute skill: %w", err)
}

// loadSkills reads the skills that the parameters name; nil if there are none.
func (e *executor) loadSkills(cfg Config) error {
	if !cfg.OfferSkills {
		return nil
	}
	options, err := cfg.skills(e.types)
	if err != nil {
		return err
	}
	library, err := skills.Load(options)
	if err != nil {
		return err
	}
	s := &machineSlot{n: e.n, robot: e.topics, errorLog: e.errorLog}
	s.reload = func() (string, error) { return "skills loaded", e.reloadSkills(cfg) }
	refuse := func(string, host.Text) (host.Loaded, *host.Machine, error) { return host.Loaded{}, nil, errSkills }
	s.topics = machinetopics.New(e.n, machinetopics.Options{
		Namespace: skillNamespace, TraceDir: cfg.TraceDir, HistoryDir: cfg.HistoryDir, HistoryBytes: int64(cfg.HistoryMB) << 20, Reload: s.reload, List: e.list, Start: refuse, Stop: e.stopSkills, Check: e.checkCall,
	})
	own, err := cfg.checked(e.types)
	if err != nil {
		return err
	}
	machine, err := host.New(host.Options{
		Robot: &e.robotLock, Loader: behavior.Loader{Config: &own}, Senses: behavior.NewSenses(own, e.topics), Outputs: e.assignment.For(skillNamespace),
		OnTransition: s.topics.Transition, OnChange: s.wakeBoth(e.wake), Fixed: errSkills.Error(),
	})
	if err != nil {
		return err
	}
	e.skillRunner = host.NewSkillRunner(machine, library)
	s.Slot = host.NewSkillSlot(skillNamespace, e.skillRunner)
	e.machines.Add(s)
	return nil
}

// stopSkills cancels the call that runs.
func (e *executor) stopSkills() error {
	if !e.skillRunner.Cancel() {
		return host.ErrIdle
	}
	return nil
}

// checkCall checks a call of skills, such as goto{x=1.0}; kick().
func (e *executor) checkCall(t host.Text) (host.Loaded, error) {
	if t.Text == "" {
		return host.Loaded{}, errors.New("no text; expected a call of skills, such as goto{x=1.0}; kick()")
	}
	model, err := e.skillRunner.Library().Compile(t.Text)
	if err != nil {
		f := hfsm.Finding{File: "call", Line: 1, Column: skills.Column(err), Text: err.Error()}
		return host.Loaded{Findings: hfsm.Findings{f}}, err
	}
	return host.Loaded{Machine: model.Name(), Hash: model.Hash(), Findings: model.Warnings()}, nil
}
