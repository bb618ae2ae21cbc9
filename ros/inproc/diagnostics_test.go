package inproc_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

func TestTasksSpeakOnceASecondWhileSomebodyListens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n := newNode(t, bus, "driver")
		asked := 0
		d, err := ros.Diagnostics(n, "nao")
		require.NoError(t, err)
		d.Add("battery", func(s *ros.Diagnosis) {
			asked++
			s.Set(ros.HealthWarn, "low")
			s.Addf("charge", "%.0f %%", 12.0)
			s.Add("cells", 6)
		})
		time.Sleep(3500 * time.Millisecond)
		require.Zero(t, asked, "nobody listens")
		sub, err := ros.Subscribe[diagnosticmsgs.DiagnosticArray](newNode(t, bus, "reader"), "/diagnostics")
		require.NoError(t, err)
		bus.Advance(7 * time.Second)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Equal(t, 2, asked)
		require.Len(t, sub.C(), 2)
		m := <-sub.C()
		require.EqualValues(t, 7, m.Header.Stamp.Sec)
		require.Equal(t, []diagnosticmsgs.DiagnosticStatus{{
			Level: diagnosticmsgs.DiagnosticStatusWarn, Name: "/nao1/driver: battery", Message: "low", HardwareId: "nao",
			Values: []diagnosticmsgs.KeyValue{{Key: "charge", Value: "12 %"}, {Key: "cells", Value: "6"}},
		}}, m.Status)
	})
}

func TestAFrequencyIsJudgedByItsLimits(t *testing.T) {
	rows := map[string]struct {
		every time.Duration // 0: never
		level ros.Health
		text  string
	}{
		"wanted":                {100 * time.Millisecond, ros.HealthOK, "as often as wanted"},
		"within tolerance":      {110 * time.Millisecond, ros.HealthOK, "as often as wanted"},
		"too slow":              {150 * time.Millisecond, ros.HealthWarn, "too slow"},
		"too fast":              {50 * time.Millisecond, ros.HealthWarn, "too fast"},
		"no event ever arrives": {0, ros.HealthError, "nothing happens"},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := ros.Frequency{MinHz: 10, MaxHz: 12}
				begin := time.Now()
				for time.Since(begin) < 10*time.Second {
					if row.every == 0 {
						time.Sleep(time.Second)
						continue
					}
					f.Tick()
					time.Sleep(row.every)
				}
				var s ros.Diagnosis
				f.Check(&s)
				require.Equal(t, row.level, s.Level)
				require.Equal(t, row.text, s.Message)
			})
		})
	}
}

func TestAFrequencyForgetsWhatWasLongAgo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := ros.Frequency{MinHz: 1, Window: 3}
		var s ros.Diagnosis
		for range 100 {
			f.Tick()
		}
		for range 4 {
			time.Sleep(time.Second)
			f.Check(&s)
		}
		require.Equal(t, ros.HealthError, s.Level, "expected an error: there were no events in the last updates")
		require.Zero(t, testing.AllocsPerRun(100, f.Tick))
	})
}
