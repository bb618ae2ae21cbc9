package bodytopics

import (
	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/safety"
	"gonao/ros"
)

func diagnoseConnection(s *ros.Diagnosis, stats body.Stats, invalid uint64) {
	s.Set(ros.HealthOK, stats.Mode.String())
	if stats.Refusal != safety.NoRefusal {
		s.Set(ros.HealthWarn, "let down: "+stats.Refusal.String())
	}
	if !stats.Connected {
		s.Set(ros.HealthError, "no robot")
	}
	s.Add("connections", stats.Connections)
	s.Add("cycles", stats.Cycles)
	s.Add("skipped", stats.Skipped)
	s.Add("missed", stats.Missed)
	s.Add("rejected_commands", stats.Rejected+invalid)
	s.Add("garbage_bytes", stats.Stream.GarbageBytes)
	s.Addf("latency_p99_ms", "%.2f", milliseconds(stats.Latency.Quantile(0.99)))
}

// levels are ROS's levels by those of nao/body.
var levels = [...]ros.Health{body.OK: ros.HealthOK, body.Warn: ros.HealthWarn, body.Error: ros.HealthError}

func diagnoseMotors(s *ros.Diagnosis, state nao.State, stats body.Stats) {
	level, text := body.MotorHealth(&state, &stats.Health)
	s.Set(levels[level], text)
	for j := range nao.Joint(nao.NumJoints) {
		s.Addf(j.String(), "%.0f °C", state.Temperature[j])
	}
}

func diagnoseSensors(s *ros.Diagnosis, state nao.State, stats body.Stats) {
	level, text := body.SensorHealth(&state, &stats.Health)
	s.Set(levels[level], text)
	for i := range nao.FSR(nao.NumFSR) {
		s.Addf(i.String(), "%.1f N, %v", state.FSR[i], stats.Health.Cells[i])
	}
}

func diagnoseBody(s *ros.Diagnosis, stats body.Stats) {
	level, text := body.ConnectionHealth(&stats.Health)
	s.Set(levels[level], text)
}

func diagnoseBattery(s *ros.Diagnosis, state nao.State) {
	level, text := body.BatteryHealth(&state)
	s.Set(levels[level], text)
	s.Addf("charge", "%.0f %%", 100*state.Battery.Charge)
	s.Addf("current", "%.2f A", state.Battery.Current)
}
