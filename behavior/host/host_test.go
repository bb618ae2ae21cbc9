package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
)

// member notes what is done with it.
type member struct {
	name  string
	notes *[]string
	fails error
}

func (m *member) Name() string { return m.name }
func (m *member) Tick(time.Duration) error {
	*m.notes = append(*m.notes, "tick "+m.name)
	return m.fails
}
func (m *member) Path() string        { return m.name + "'s" }
func (m *member) Reset(time.Duration) { *m.notes = append(*m.notes, "reset "+m.name) }
func (m *member) Stop(time.Duration)  { *m.notes = append(*m.notes, "stop "+m.name) }

func TestMembersTickInTheirOrderAndAnErrorStopsNone(t *testing.T) {
	var h Host[*member]
	var notes []string
	require.NoError(t, h.Tick(0), "an empty host does nothing")
	wrong := errors.New("wrong")
	h.Add(&member{"game", &notes, wrong})
	h.Add(&member{"body", &notes, nil})
	require.ErrorIs(t, h.Tick(0), wrong)
	h.Reset(0)
	h.Stop(0)
	require.Equal(t, []string{"tick game", "tick body", "reset game", "reset body", "stop game", "stop body"}, notes)
}

const (
	gameText = "machine: game\nrate_hz: 10\ninitial: wait\nstates:\n  wait: {transitions: [{after: 200ms, to: on}]}\n  on: {}\n"
	bodyText = "machine: body\ninputs: {mode: {machine: game}}\nrate_hz: 10\ninitial: stand\nstates:\n  stand: {transitions: [{if: mode == 'on', to: play}]}\n  play: {}\n"
)

// hosted returns a host with the machines of these files, in front of which are those that they read.
func hosted(t *testing.T, file string) *Host[*Slot] {
	t.Helper()
	cfg := behavior.DefaultConfig()
	loader := behavior.Loader{Config: &cfg}
	all, err := loader.Before(file)
	require.NoError(t, err)
	robot := behaviortest.Standing()
	var h Host[*Slot]
	for _, b := range append(all, behavior.Beside{Name: "body", Source: file}) {
		m, err := New(Options{
			Source: b.Source, Loader: loader, Senses: behavior.NewSenses(cfg, robot), Outputs: robot, States: h.Before(b.Name),
		})
		require.NoError(t, err)
		h.Add(NewSlot(b.Name, m))
	}
	return &h
}

func TestAMachineReadsTheStateThatAnotherHasInTheSameRound(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "game.yaml"), []byte(gameText), 0o600))
	file := filepath.Join(dir, "body.yaml")
	require.NoError(t, os.WriteFile(file, []byte(bodyText), 0o600))
	h := hosted(t, file)
	require.Len(t, h.Members(), 2)
	game, body := h.Members()[0], h.Members()[1]
	require.Equal(t, "game", game.Name())
	for now := time.Second; now < 2*time.Second; now += 50 * time.Millisecond {
		require.NoError(t, h.Tick(now))
		require.Equal(t, game.Path() == "on", body.Path() == "play", "%s: not a tick later", now)
	}
	require.Equal(t, "play", body.Path())
	h.Reset(2 * time.Second)
	require.NoError(t, h.Tick(2*time.Second))
	require.Equal(t, "stand", body.Path())

	_, err := body.Machine.Loading().Load(Text{File: "body.yaml", Text: strings.Replace(bodyText, "{machine: game}", "{machine: nobody}", 1)}, "")
	require.ErrorContains(t, err, "body.yaml:2:26: inputs.mode.machine: machine nobody")
	_, err = game.Machine.Loading().Swap(Text{File: filepath.Join(dir, "x.yaml"), Text: strings.Replace(bodyText, "machine: body", "machine: x", 1)}, "", 0)
	require.ErrorContains(t, err, "input mode: no machine game ticks before this one")
}

func TestReadingTheStateOfAMachineAllocatesNothing(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "game.yaml"), []byte(gameText), 0o600))
	file := filepath.Join(dir, "body.yaml")
	require.NoError(t, os.WriteFile(file, []byte(bodyText), 0o600))
	h := hosted(t, file)
	now := time.Second
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now += 10 * time.Millisecond
		_ = h.Tick(now)
	}))
}
