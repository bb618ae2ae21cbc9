package drawn

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/hfsm"
	"gonao/internal/fuzzn"
)

// Host is a host with random activities: they end, stop, write inputs and post events.
type Host struct {
	Rand *rand.Rand
}

// Activity returns an activity; an activity with the name slow needs several ticks to stop.
func (f *Host) Activity(m *hfsm.Machine, name string, _ hfsm.Args) (hfsm.Activity, error) {
	a := &activity{f.Rand, m}
	if name == "slow" {
		return &slowActivity{a}, nil
	}
	return a, nil
}

type activity struct {
	rng *rand.Rand
	m   *hfsm.Machine
}

func (a *activity) meddle() {
	switch a.rng.IntN(12) {
	case 0:
		SetInput(a.m, "x", hfsm.IntValue(int64(a.rng.IntN(5))))
	case 1:
		SetInput(a.m, "y", hfsm.FloatValue(a.rng.Float64()))
		SetInput(a.m, "y", hfsm.FloatValue(a.rng.Float64()))
	case 2:
		a.m.Post(hfsm.Event{Name: "kick.hard"})
	}
}

func (a *activity) Start(time.Duration, hfsm.Entry) { a.meddle() }
func (a *activity) Stop(time.Duration)              { a.meddle() }
func (a *activity) Step(time.Duration) (hfsm.Status, error) {
	a.meddle()
	switch a.rng.IntN(30) {
	case 0:
		return hfsm.Final, nil
	case 1:
		return hfsm.Failed, nil
	case 2:
		return hfsm.Running, errors.New("slipped")
	}
	return hfsm.Running, nil
}

type slowActivity struct{ *activity }

func (a *slowActivity) Stopping(time.Duration) bool {
	a.meddle()
	return a.rng.IntN(3) == 0
}

// SetInput sets an input that the machine may have.
func SetInput(m *hfsm.Machine, name string, v hfsm.Value) {
	in, ok := m.Model().Input(name)
	if !ok {
		return
	}
	switch v.Type {
	case hfsm.Bool:
		m.SetBool(in, v.Bool)
	case hfsm.Int:
		m.SetInt(in, v.Int)
	case hfsm.Float:
		m.SetFloat(in, v.Float)
	case hfsm.String:
		m.SetString(in, v.String)
	}
}

// World drives a machine at random.
type World struct {
	Rand *rand.Rand
	Now  time.Duration
}

// Sense sets inputs and posts events, as a robot might between two ticks, and advances the time: not at all, a little, or
// much.
func (w *World) Sense(m *hfsm.Machine) {
	if w.Rand.IntN(3) == 0 {
		SetInput(m, "x", hfsm.IntValue(int64(w.Rand.IntN(5))))
	}
	if w.Rand.IntN(20) == 0 {
		SetInput(m, "x", hfsm.IntValue(99))
	}
	if w.Rand.IntN(2) == 0 {
		SetInput(m, "y", hfsm.FloatValue(w.Rand.Float64()))
	}
	if w.Rand.IntN(10) == 0 {
		in, _ := m.Model().Input("y")
		m.SetFloatAt(in, w.Rand.Float64(), w.Now-time.Duration(w.Rand.IntN(200))*time.Millisecond)
	}
	if w.Rand.IntN(6) == 0 {
		SetInput(m, "b", hfsm.BoolValue(w.Rand.IntN(2) == 0))
		SetInput(m, "s", hfsm.StringValue([]string{"go", "stay"}[w.Rand.IntN(2)]))
	}
	if w.Rand.IntN(8) == 0 {
		m.Post(hfsm.Event{Name: "kick", Data: map[string]any{"power": w.Rand.Float64(), "foot": "left", "n": int64(2)}})
	}
	if slot, ok := m.Model().Slot("n"); ok && w.Rand.IntN(40) == 0 {
		_ = m.SetValue(slot, hfsm.IntValue(int64(w.Rand.IntN(10))))
	}
	switch w.Rand.IntN(12) {
	case 0:
	case 1:
		w.Now += time.Duration(w.Rand.IntN(400)) * time.Millisecond
	default:
		w.Now += time.Duration(w.Rand.IntN(20_000)) * time.Microsecond
	}
}

// Model returns the model of a random machine.
func Model(t *rapid.T) *hfsm.Model {
	src := Machine(t)
	model, err := hfsm.Load("drawn.yaml", []byte(src), nil)
	if err != nil {
		require.NoError(t, err, src)
	}
	return model
}

// Check runs a property a hundred times, or FUZZ_N times.
func Check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	fuzzn.Draw(t, max(1, fuzzn.N(t)/50_000), property)
}
