package executor

import (
	"cmp"

	"gonao/hfsm"
	"gonao/ros"
)

// healthOutput is the topic of the machines' health.
type healthOutput struct {
	Updater *ros.DiagnosticsUpdater `topic:"/diagnostics" doc:"whether the machines run, and whose file is wrong, 1 Hz"`
}

// openHealth reports the state of the machines on /diagnostics.
func (e *executor) openHealth() error {
	var out healthOutput
	if err := ros.Open(e.n, &out); err != nil {
		return err
	}
	e.health = out.Updater
	for _, s := range e.machines.Members() {
		e.health.Add(cmp.Or(s.namespace, "machine"), s.diagnose)
	}
	return nil
}

// diagnose reports how a machine is.
func (s *machineSlot) diagnose(d *ros.Diagnosis) {
	v, ok := s.Machine.View(clockTime(s.n.Clock.Now()))
	switch {
	case !ok || v.Idle:
		d.Set(ros.HealthOK, "nothing runs")
		return
	case v.Refused != "":
		d.Set(ros.HealthWarn, "its file has changed and is wrong: it goes on as it was")
		d.Add("reload_error", v.Refused)
	case v.Began && v.Status == hfsm.Failed:
		d.Set(ros.HealthError, "ended as FAILED")
	case v.Paused:
		d.Set(ros.HealthWarn, "paused")
	case !v.Began:
		d.Set(ros.HealthStale, "waits for the robot")
	default:
		d.Set(ros.HealthOK, "runs")
	}
	d.Add("machine", v.Machine)
	d.Add("file", v.File)
	d.Add("path", v.Path)
	if v.Cause != "" {
		d.Add("cause", v.Cause)
	}
}
