package ros

import (
	"context"
	"errors"
	"slices"
	"time"

	"gonao/ros/cdr"
)

func (s *ActionServer) onSendGoal(request RequestID, data []byte) {
	if !s.awaitOpen() {
		return
	}
	m := &idMessage{typ: s.typ.SendGoal.Request}
	goal := s.decode(m)
	if err := cdr.Unmarshal(data, m); err != nil {
		s.warn("goal cannot be decoded", err)
		return
	}
	reply := &acceptMessage{typ: s.typ.SendGoal.Response}
	g, fresh, err := s.admit(m.id, goal)
	if err != nil {
		s.node.Log.Info("goal rejected", "action", s.name, "reason", err)
	} else {
		reply.accepted, reply.stamp = true, g.info.Stamp
	}
	s.warn("send_goal not answered", s.wire.sendGoal.Reply(request, cdr.Marshal(reply)))
	if fresh {
		s.publishStatus()
		go s.execute(g)
	}
}

// admit accepts a new goal, or returns why not. A goal with a known id was sent again because its answer got lost;
// fresh is then false.
func (s *ActionServer) admit(id goalID, goal any) (g *serverGoal, fresh bool, err error) {
	s.mu.Lock()
	g = s.byID[id]
	s.mu.Unlock()
	if g != nil {
		return g, false, nil
	}
	if err := s.accept(goal); err != nil {
		return nil, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, errors.New("the server is closing")
	}
	g = &serverGoal{goal: goal, status: StatusExecuting}
	if s.oneByOne {
		g.turn, g.next = s.line, make(chan struct{})
		s.line = g.next
		if g.turn != nil {
			g.status = StatusAccepted
		}
	}
	g.info.GoalId.Uuid, g.info.Stamp = id, Stamp(s.node.Clock.Now())
	g.ctx, g.cancel = context.WithCancelCause(s.node.ctx)
	s.goals = append(s.goals, g)
	s.byID[id] = g
	s.running.Add(1)
	return g, true, nil
}

// execute runs a goal from its acceptance to its end.
func (s *ActionServer) execute(g *serverGoal) {
	defer s.running.Done()
	defer g.cancel(nil)
	body, err := s.none, s.awaitTurn(g)
	if err == nil {
		err = guard(func() (err error) {
			body, err = s.run(g)
			return err
		})
	}
	status := handlerStatus(g.ctx, err)
	var p *panicError
	switch {
	case errors.As(err, &p):
		s.node.Log.Error("goal aborted: its handler panicked", "action", s.name, "panic", p.value, "stack", p.stack)
		status, body = StatusAborted, s.none
	case err != nil && status == StatusAborted && g.ctx.Err() == nil: // otherwise the server is closing
		s.node.Log.Warn("goal aborted", "action", s.name, "error", err)
	}
	s.end(g, status, body)
	if g.next != nil {
		if g.turn != nil {
			<-g.turn // a goal canceled while it waits must still keep its place for the next one
		}
		close(g.next)
	}
}

// awaitTurn blocks until the goals before this one have ended (OneByOne).
func (s *ActionServer) awaitTurn(g *serverGoal) error {
	if g.turn == nil {
		return nil
	}
	select {
	case <-g.turn:
	case <-g.ctx.Done():
		return context.Cause(g.ctx)
	}
	s.mu.Lock()
	waited := g.status == StatusAccepted
	if waited {
		g.status = StatusExecuting
	}
	s.mu.Unlock()
	if waited {
		s.publishStatus()
	}
	return nil
}

// end stores a goal's result and answers the pending requests for it.
func (s *ActionServer) end(g *serverGoal, status Status, body cdr.Message) {
	status, result := s.encodeResult(status, body)
	s.mu.Lock()
	g.status, g.result, g.endedAt = status, result, s.node.Clock.Now()
	s.ended = append(s.ended, g)
	waiting := g.waiting
	g.waiting = nil
	if len(s.ended) > maxEnded {
		s.forget(len(s.ended) - maxEnded)
	}
	s.mu.Unlock()
	s.publishStatus()
	for _, request := range waiting {
		s.warn("get_result not answered", s.wire.getResult.Reply(request, result))
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keep >= 0 && !s.expiring && !s.closed {
		s.expiring = true
		s.running.Go(s.expire)
	}
}

// maxEnded limits the kept results, so that a client that sends goal after goal fills neither the memory nor the
// status messages.
const maxEnded = 256

// forget drops the n results that ended first. mu is held.
func (s *ActionServer) forget(n int) {
	for _, g := range s.ended[:n] {
		delete(s.byID, g.id())
		i := slices.Index(s.goals, g)
		s.goals = slices.Delete(s.goals, i, i+1)
	}
	s.ended = slices.Delete(s.ended, 0, n)
}

// expire drops results when their time is over, until none are left.
func (s *ActionServer) expire() {
	for {
		wait, dropped := s.dropExpired()
		if dropped {
			s.publishStatus()
		}
		if wait < 0 || s.node.Clock.Sleep(s.ctx, wait) != nil {
			return
		}
	}
}

// dropExpired drops expired results and returns the time until the next one expires; negative if there is none.
func (s *ActionServer) dropExpired() (wait time.Duration, dropped bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.node.Clock.Now()
	n := 0
	for _, g := range s.ended {
		if now.Sub(g.endedAt).Abs() < s.keep { // negative if /clock went back
			break
		}
		n++
	}
	s.forget(n)
	if len(s.ended) == 0 || s.closed {
		s.expiring = false
		return -1, n > 0
	}
	return min(s.keep-now.Sub(s.ended[0].endedAt), s.keep), n > 0
}
