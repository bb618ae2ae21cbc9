package bodytopics

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/ros"
	"gonao/ros/inproc"
)

func TestPressesArePublished(t *testing.T) {
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "nao_driver", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	b, err := newButtons(n)
	require.NoError(t, err)
	events, err := ros.Subscribe[msgs.ButtonEvent](n, "button_events", ros.Depth(50))
	require.NoError(t, err)
	state := nao.State{Capabilities: nao.SensesTouch}
	hold := func(on bool, cycles int) {
		state.Touch[nao.ChestButton] = on
		for range cycles {
			state.Time += nao.CyclePeriod
			require.NoError(t, b.publish(ros.Stamp(time.Unix(0, 0).Add(state.Time)), &state))
		}
	}
	hold(false, 2)
	for range 4 {
		hold(true, 10)
		hold(false, 60)
	}
	var kinds []uint8
	for range len(events.C()) {
		e := <-events.C()
		require.Equal(t, msgs.ButtonEventButtonChest, e.Button)
		require.Equal(t, "ChestBoard/Button", e.Name)
		kinds = append(kinds, e.Event)
	}
	require.Equal(t, []uint8{msgs.ButtonEventEventPressed, msgs.ButtonEventEventReleased, msgs.ButtonEventEventSingle}, kinds[:3])
	require.Len(t, kinds, 12)
}

func TestTheNumbersOfButtonsAreThoseOfTheMessages(t *testing.T) {
	require.EqualValues(t, msgs.ButtonEventEventPressed, safety.Pressed)
	require.EqualValues(t, msgs.ButtonEventEventTriple, safety.Triple)
	require.EqualValues(t, msgs.ButtonEventEventLong, safety.Long)
	require.EqualValues(t, msgs.ButtonEventButtonRightHandRight, nao.RHandRight)
	require.EqualValues(t, msgs.ButtonEventButtonLeftFootLeft, nao.LFootBumperLeft)
	require.EqualValues(t, msgs.RobotStateCapabilityEveryCycle, nao.EveryCycle)
	require.EqualValues(t, msgs.RobotStateCapabilitySpeak, nao.CanSpeak)
}

func TestPressesCostNoAllocation(t *testing.T) {
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "nao_driver", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	b, err := newButtons(n)
	require.NoError(t, err)
	state := nao.State{Capabilities: nao.SensesTouch}
	cycle := 0
	require.Zero(t, testing.AllocsPerRun(2000, func() {
		cycle++
		state.Time += nao.CyclePeriod
		state.Touch[nao.ChestButton] = cycle%60 < 10
		if b.publish(ros.Stamp(time.Unix(0, 0)), &state) != nil {
			panic("not published")
		}
	}))
}
