package host

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
