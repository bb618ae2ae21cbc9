package host

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/nao"
)

// neck keeps what it is commanded; it has no other parts.
type neck struct {
	behavior.Outputs
	yaws  []float64
	walks []behavior.Velocity
}

func (n *neck) CommandHead(c nao.HeadCommand, _ bool) { n.yaws = append(n.yaws, c.Yaw) }

func TestTheHeadObeysWhoHasItUntilHeLetsGo(t *testing.T) {
	robot := &neck{}
	var refused []string
	shared := &Assignment{Outputs: robot, Refused: func(machine, holder string) { refused = append(refused, machine+" by "+holder) }}
	a, b := shared.For("a"), shared.For("b")
	at := func(ms int, yaw float64) nao.HeadCommand {
		return nao.HeadCommand{Stamp: time.Duration(ms) * time.Millisecond, Yaw: yaw}
	}
	a.CommandHead(at(0, 1), false)
	b.CommandHead(at(100, 2), false)
	a.CommandHead(at(400, 3), false)
	b.CommandHead(at(899, 4), false)
	b.CommandHead(at(900, 5), false)
	a.CommandHead(at(1000, 6), false)
	require.Equal(t, []float64{1, 3, 5}, robot.yaws)
	require.Equal(t, []string{"b by a", "b by a", "a by b"}, refused)
	shared.Forget()
	a.CommandHead(at(0, 7), false)
	require.InDelta(t, 7.0, robot.yaws[3], 1e-9, "the clock went back")
}

// Walk keeps the speed.
func (n *neck) Walk(v behavior.Velocity) { n.walks = append(n.walks, v) }

func TestTheLegsObeyWhoWalksUntilHeStands(t *testing.T) {
	robot := &neck{}
	refused := 0
	shared := &Assignment{Outputs: robot, Refused: func(string, string) { refused++ }}
	a, b := shared.For("a"), shared.For("b")
	fast, slow := behavior.Velocity{X: 0.2}, behavior.Velocity{X: 0.1}
	b.Walk(behavior.Velocity{}) // stands anyway
	a.Walk(fast)
	b.Walk(slow)
	b.Walk(behavior.Velocity{})
	require.Equal(t, []behavior.Velocity{{}, fast}, robot.walks)
	require.Equal(t, 1, refused, "who only wants to stand is told nothing")
	a.Walk(behavior.Velocity{})
	b.Walk(slow)
	require.Equal(t, []behavior.Velocity{{}, fast, {}, slow}, robot.walks)
}
