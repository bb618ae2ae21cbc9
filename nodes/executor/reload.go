package executor

import (
	"errors"
	"time"

	"gonao/behavior/host"
	"gonao/behavior/skills"
	"gonao/ros"
)

// settle is the time to wait after a file has changed, because its writer may not be done.
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
	wall := ros.NewSystemClock() // editors do not use simulated time
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
		_, _ = s.reload() // reload has logged the errors
		e.watchFiles(s)
	}
}

// joinClose closes the parts that were opened before an error.
func joinClose(err error, files *host.Files) error {
	_ = files.Close()
	return err
}

// reloadMachine reads a machine's files again, and logs the result.
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

// reloadSkills reads the skills' files again, and publishes the skills that are now offered.
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
