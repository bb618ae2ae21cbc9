package convert

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
)

func TestNothingIsAllocated(t *testing.T) {
	var s nao.State
	m := msgs.RobotState{}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		SetState(&s, &m)
		m = RobotState(m.Stamp, &s)
	}))
}
