package ros

import (
	"slices"

	actionmsgs "gonao/msgs/action_msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/ros/cdr"
)

func (s *ActionServer) onGetResult(request RequestID, data []byte) {
	if !s.awaitOpen() {
		return
	}
	m := &idMessage{typ: s.typ.GetResult.Request}
	if err := cdr.Unmarshal(data, m); err != nil {
		s.warn("get_result cannot be decoded", err)
		return
	}
	var result []byte
	s.mu.Lock()
	g := s.byID[m.id]
	switch {
	case g == nil:
		result = cdr.Marshal(&resultMessage{typ: s.typ.GetResult.Response, status: int8(StatusUnknown), body: s.none})
	case g.result == nil:
		g.wait(request)
	default:
		result = g.result
	}
	s.mu.Unlock()
	if result != nil {
		s.warn("get_result not answered", s.wire.getResult.Reply(request, result))
	}
}

// maxWaiting limits the waiting requests of a client that repeats them.
const maxWaiting = 32

func (g *serverGoal) wait(request RequestID) {
	if len(g.waiting) == maxWaiting {
		g.waiting = g.waiting[1:]
	}
	g.waiting = append(g.waiting, request)
}

func (s *ActionServer) onCancelGoal(request RequestID, data []byte) {
	if !s.awaitOpen() {
		return
	}
	var m actionmsgs.CancelGoalRequest
	if err := cdr.Unmarshal(data, &m); err != nil {
		s.warn("cancel_goal cannot be decoded", err)
		return
	}
	response, canceled := s.cancelGoals(m.GoalInfo)
	s.warn("cancel_goal not answered", s.wire.cancelGoal.Reply(request, cdr.Marshal(&response)))
	if len(canceled) == 0 {
		return
	}
	s.publishStatus()
	for _, g := range canceled {
		g.cancel(ErrCanceled)
	}
}

// cancelGoals marks the goals of a cancel request: one by its id, those accepted up to a stamp, both, or all if
// neither is given. The rules are rcl's: a goal that is canceling already counts as ended.
func (s *ActionServer) cancelGoals(which actionmsgs.GoalInfo) (actionmsgs.CancelGoalResponse, []*serverGoal) {
	var response actionmsgs.CancelGoalResponse
	asked, code := s.meant(which)
	response.ReturnCode = code
	agreed := slices.DeleteFunc(slices.Clone(asked), func(g *serverGoal) bool {
		err := s.acceptCancel(g.goal)
		if err != nil {
			s.node.Log.Info("cancel rejected", "action", s.name, "reason", err)
		}
		return err != nil
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	var canceled []*serverGoal
	for _, g := range agreed {
		if g.cancelable() { // it may have ended before
			g.status = StatusCanceling
			response.GoalsCanceling = append(response.GoalsCanceling, g.info)
			canceled = append(canceled, g)
		}
	}
	switch {
	case len(asked) > 0 && len(agreed) == 0:
		response.ReturnCode = actionmsgs.CancelGoalResponseErrorRejected
	case len(agreed) > 0 && len(canceled) == 0:
		response.ReturnCode = actionmsgs.CancelGoalResponseErrorGoalTerminated
	}
	return response, canceled
}

// meant returns the goals of a cancel request.
func (s *ActionServer) meant(which actionmsgs.GoalInfo) (goals []*serverGoal, code int8) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, until := goalID(which.GoalId.Uuid), which.Stamp
	noStamp := until == builtininterfaces.Time{}
	if id != (goalID{}) && noStamp {
		switch g := s.byID[id]; {
		case g == nil:
			return nil, actionmsgs.CancelGoalResponseErrorUnknownGoalId
		case !g.cancelable():
			return nil, actionmsgs.CancelGoalResponseErrorGoalTerminated
		default:
			return []*serverGoal{g}, actionmsgs.CancelGoalResponseErrorNone
		}
	}
	for _, g := range s.goals {
		before := noStamp || !StampTime(g.info.Stamp).After(StampTime(until))
		if g.cancelable() && (before || g.id() == id) {
			goals = append(goals, g)
		}
	}
	return goals, actionmsgs.CancelGoalResponseErrorNone
}

// cancelable reports whether a goal can still be canceled. mu must be held.
func (g *serverGoal) cancelable() bool {
	return g.status == StatusAccepted || g.status == StatusExecuting
}
