package getup_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/getup"
	"gonao/motion/slot"
	"gonao/nao"
)

// lengths returns how long each attempt of a robot took that stays on its front until an attempt, and then comes upright; a slot for
// gathering is there only when slots is 4 or more.
func lengths(t *testing.T, e *getup.Engine, until int) (sec []float64) {
	t.Helper()
	state := nao.State{Position: nao.StandPosture(), Angles: [2]float64{0, 1.2}}
	command := nao.Command{Position: state.Position}
	require.NoError(t, e.Begin(&state, &command))
	begin, attempt := time.Duration(0), 1
	for i := range 12000 {
		state.Time = time.Duration(i) * cycle
		if e.Attempts() >= until {
			state.Angles = [2]float64{}
		}
		var out nao.Command
		status := e.Step(&state, &out)
		state.Position, state.Stiffness = out.Position, out.Stiffness
		if e.Attempts() != attempt || status != getup.Running {
			sec = append(sec, (state.Time - begin).Seconds())
			begin, attempt = state.Time, e.Attempts()
		}
		if status != getup.Running {
			return sec
		}
	}
	t.Fatal("it does not end")
	return nil
}

// fourSlots makes the motion from the front as long as the one that the robot plays: its fourth slot draws the feet in.
func fourSlots(t *testing.T) slot.Library {
	l := library(t)
	text := `<motion name="stand_up_front" wait_reached="false">`
	for range 5 {
		text += `<slot duration="1"><joint name="LKneePitch" angle_deg="60"/></slot>`
	}
	m, err := slot.Parse("stand_up_front", []byte(text+`</motion>`))
	require.NoError(t, err)
	l["stand_up_front"] = m
	return l
}

func TestALaterAttemptDrawsTheFeetInMoreSlowly(t *testing.T) {
	cfg := getup.DefaultConfig()
	e, err := getup.New(cfg, fourSlots(t))
	require.NoError(t, err)
	sec := lengths(t, e, 99)
	require.Len(t, sec, cfg.Attempts)
	const limp = 0.4
	require.InDelta(t, sec[0]+limp+cfg.Linger, sec[1], 0.1, "the second attempt lingers in one slot of 1 s")
	require.InDelta(t, sec[0]+limp+2*cfg.Linger, sec[2], 0.1)
	require.Greater(t, sec[4], sec[2]+cfg.Linger/2)
}

func TestTheNextGetUpBeginsWithTheWayThatStood(t *testing.T) {
	cfg := getup.DefaultConfig()
	e, err := getup.New(cfg, fourSlots(t))
	require.NoError(t, err)
	plain := lengths(t, e, 99)
	e, err = getup.New(cfg, fourSlots(t))
	require.NoError(t, err)
	require.Len(t, lengths(t, e, 2), 2)
	require.Equal(t, getup.Standing, e.Status())
	again := lengths(t, e, 99)
	require.InDelta(t, plain[0]+cfg.Linger, again[0], 0.1, "the way of the second attempt comes first")
}
