package executor

import (
	"errors"
	"time"

	"gonao/behavior/host"
	"gonao/behavior/skills"
	"gonao/ros"
)

// settle is how long a file is left alone after it has changed: whoever writes it may
// not be done.
const settle = 100 * time.Millisecond

// watch reloads machines and skills whose files change, until the node ends.
func (e *executor) watch(cfg Config) error {
	files, err := host.NewFiles()
	if err != nil {
		return err
	}
	for _, s := range e.machines.Members() {
		err = errors.Join(err, files.Add(s.Machine.Files()...))
	}
	for _, dir := range cfg.Skills {
		err = errors.Join(err, files.AddDirectory(dir))
	}
	if err != nil {
		return joinClose(err, files)
	}
	e.files = files
	wall := ros.NewSystemClock() // editors do not know simulated time
	e.others.Go(func() {
		defer func() { _ = files.Close() }()
		for {
			select {
			case <-e.beside.Done():
				return
			case <-files.Changed():
			}
			if wall.Sleep(e.beside, settle) != nil {
				return
			}
			select {
			case <-files.Changed():
			default:
			}
			e.reloadChanged()
		}
	})
	return nil
}

// reloadChanged reloads the machines whose files have changed, and the skills.
func (e *executor) reloadChanged() {
	for _, s := range e.machines.Members() {
		if s.Skills == nil && !s.Machine.Loading().FilesChanged() {
			continue
		}
		_, _ = s.reload() // it has logged what was wrong
		e.watchFiles(s)
	}
}

// joinClose closes what was opened before an error.
func joinClose(err error, files *host.Files) error {
	_ = files.Close()
	return err
}

// reloadMachine takes a machine's files anew, and tells of it.
func (s *machineSlot) reloadMachine() (string, error) {
	said, err := s.Machine.Loading().Reload()
	name, _, _ := s.Machine.Loading().Identity()
	if err != nil {
		s.n.Log.Error("machine not reloaded, it goes on as it was", "machine", name, "error", err)
		return said, err
	}
	s.n.Log.Info("machine reloaded", "machine", name, "changed", said)
	return said, nil
}

// reloadSkills takes the skills' files anew, and tells which are offered now.
func (e *executor) reloadSkills(cfg Config) error {
	options, err := cfg.skills(e.types)
	if err != nil {
		return err
	}
	library, err := skills.Load(options)
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
