package sim3d

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body"
)

// repeating is a connection on which the same message comes again and again.
type repeating struct {
	net.Conn
	frame []byte
	rest  bytes.Reader
	sent  int
}

func (r *repeating) Read(to []byte) (int, error) {
	if r.rest.Len() == 0 {
		r.rest.Reset(r.frame)
	}
	return r.rest.Read(to)
}

func (r *repeating) Write(what []byte) (int, error) { r.sent += len(what); return len(what), nil }
func (*repeating) SetReadDeadline(time.Time) error  { return nil }

func TestACycleAllocatesNothing(t *testing.T) {
	conn := &repeating{frame: appendFrame(nil, described)}
	seen := 0
	p := &protocol{cfg: DefaultConfig(), log: slog.New(slog.DiscardHandler), to: Listener{See: func(f *Found) { seen += len(f.Balls) + len(f.Robots) + len(f.Features.Lines) }}}
	c := &connection{protocol: p, conn: conn, waker: body.Waker{Conn: conn}, senses: senses{team: "teamBlue"}}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var state nao.State
	reply := body.Reply{Command: nao.Command{Position: nao.StandPosture()}}
	cycle := func() {
		sensed, err := c.Sense(ctx, time.Time{}, &state)
		if err == nil && sensed == body.NewState {
			err = c.Send(ctx, &reply)
		}
		if err != nil {
			t.Error(err)
		}
	}
	cycle() // buffers grow to the size of a message
	require.Zero(t, testing.AllocsPerRun(100, cycle))
	require.Equal(t, uint64(102), state.Cycle)
	require.Equal(t, 3*102, seen)
	require.Positive(t, conn.sent)
}
