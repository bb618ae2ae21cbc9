package executor

import (
	"context"
	"sync"
	"time"

	"gonao/behavior/host"
	"gonao/behavior/skills"
	"gonao/ros"
)

// tellViewers tells those who look on what changes, until ctx ends.
func (e *executor) tellViewers(ctx context.Context) {
	failures := &errorLog{n: e.n}
	var told time.Time
	for now := range e.n.Clock.Tick(ctx, deltaPeriod) {
		whole := now.Sub(told).Abs() >= snapshotPeriod
		if whole {
			told = now
		}
		for _, s := range e.slots {
			if err := s.viewers.look(now, whole); err != nil {
				failures.report(err)
			}
			if err := s.machine.Drain(); err != nil {
				failures.report(err)
			}
		}
	}
}

// settle is how long a file is left alone after it has changed: whoever writes it may
// not be done.
const settle = 100 * time.Millisecond

// watch reloads machines and skills whose files change, until ctx ends.
func (e *executor) watch(ctx context.Context, others *sync.WaitGroup, cfg Config) error {
	var names []string
	for _, s := range e.slots {
		names = append(names, s.machine.Files()...)
	}
	if len(names)+len(cfg.Skills) == 0 {
		return nil
	}
	files, err := host.NewFiles()
	if err != nil {
		return err
	}
	err = files.Add(names...)
	for _, dir := range cfg.Skills {
		if err == nil {
			err = files.AddDirectory(dir)
		}
	}
	if err != nil {
		return joinClose(err, files)
	}
	wall := ros.NewSystemClock() // editors do not know simulated time
	others.Go(func() {
		defer func() { _ = files.Close() }()
		for {
			select {
			case <-ctx.Done():
				return
			case <-files.Changed():
			}
			if wall.Sleep(ctx, settle) != nil {
				return
			}
			select {
			case <-files.Changed():
			default:
			}
			for _, s := range e.slots {
				_, _ = s.reload() // it has logged what was wrong
				if err := files.Add(s.machine.Files()...); err != nil {
					e.n.Log.Warn("hot reload", "error", err)
				}
			}
		}
	})
	return nil
}

// joinClose closes what was opened before an error.
func joinClose(err error, files *host.Files) error {
	_ = files.Close()
	return err
}

// reloadMachine takes a machine's files anew, and tells of it.
func (s *machineSlot) reloadMachine() (string, error) {
	said, err := s.machine.Reload()
	if err != nil {
		s.n.Log.Error("machine not reloaded, it goes on as it was", "machine", s.machine.Model().Name(), "error", err)
		return said, err
	}
	s.n.Log.Info("machine reloaded", "machine", s.machine.Model().Name(), "changed", said)
	return said, nil
}

// reloadSkills takes the skills' files anew, and tells which are offered now.
func (e *executor) reloadSkills(cfg Config) error {
	library, err := skills.Load(cfg.skills(e.types))
	if err == nil {
		err = e.skillRunner.Reload(library)
		if told := e.tellSkills(cfg); err == nil {
			err = told
		}
	}
	if err != nil {
		e.n.Log.Error("skills not reloaded, what runs goes on as it was", "error", err)
	}
	return err
}
