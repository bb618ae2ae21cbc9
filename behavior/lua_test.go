package behavior

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePapersMachinesInLuaLeaveTheSameTraces(t *testing.T) {
	for _, machine := range []string{"dance", "follow_and_dance", "follow_ball"} {
		t.Run(machine, func(t *testing.T) {
			b, robot := newBrain(t, machine+"_lua", defaults())
			run(t, b, robot, 60)
			require.Equal(t, readGolden(t, machine+".trace"), traceText(robot))
		})
	}
}
