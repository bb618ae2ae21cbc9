package host

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/track"
)

// neck keeps what it is commanded.
type neck struct{ yaws []float64 }

func (n *neck) CommandHead(c track.Command) { n.yaws = append(n.yaws, c.Yaw) }
func (n *neck) Play(string) behavior.Motion { return nil }

func (n *neck) Execute(string) behavior.Execution { return behavior.NoSkills{} }

func TestTheHeadObeysWhoHasItUntilHeLetsGo(t *testing.T) {
	robot := &neck{}
	var refused []string
	hands := &Hands{Outputs: robot, Refused: func(machine, holder string) { refused = append(refused, machine+" by "+holder) }}
	a, b := hands.For("a"), hands.For("b")
	at := func(ms int, yaw float64) track.Command {
		return track.Command{Stamp: time.Duration(ms) * time.Millisecond, Yaw: yaw}
	}
	a.CommandHead(at(0, 1))
	b.CommandHead(at(100, 2))
	a.CommandHead(at(400, 3))
	b.CommandHead(at(899, 4))
	b.CommandHead(at(900, 5))
	a.CommandHead(at(1000, 6))
	require.Equal(t, []float64{1, 3, 5}, robot.yaws)
	require.Equal(t, []string{"b by a", "b by a", "a by b"}, refused)
	hands.Forget()
	a.CommandHead(at(0, 7))
	require.Equal(t, 7.0, robot.yaws[3], "the clock went back")
}
