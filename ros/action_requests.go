package ros

import (
	actionmsgs "gonao/msgs/action_msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/ros/cdr"
)

func (s *ActionServer) onGetResult(request RequestID, data []byte) {
	<-s.ready
	m := &idMessage{typ: s.typ.GetResult.Request}
	if err := cdr.Unmarshal(data, m); err != nil {
		s.warn("get_result cannot be decoded", err)
		return
	}
	var result []byte
	s.mu.Lock()
	g := s.find(m.id)
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
		s.warn("get_result not answered", s.getResult.Reply(request, result))
	}
}

// maxWaiting bounds what clients that ask again and again can pile up.
const maxWaiting = 32

func (g *serverGoal) wait(request RequestID) {
	if len(g.waiting) == maxWaiting {
		g.waiting = g.waiting[1:]
	}
	g.waiting = append(g.waiting, request)
}

func (s *ActionServer) onCancelGoal(request RequestID, data []byte) {
	<-s.ready
	var m actionmsgs.CancelGoalRequest
	if err := cdr.Unmarshal(data, &m); err != nil {
		s.warn("cancel_goal cannot be decoded", err)
		return
	}
	response, canceled := s.cancelGoals(m.GoalInfo)
	s.warn("cancel_goal not answered", s.cancelGoal.Reply(request, cdr.Marshal(&response)))
	if len(canceled) == 0 {
		return
	}
	s.publishStatus()
	for _, g := range canceled {
		g.cancel(ErrCanceled)
	}
}

// cancelGoals marks the goals that a cancel request means: one by its id, those
// accepted up to a stamp, both, or all when neither is given.
func (s *ActionServer) cancelGoals(which actionmsgs.GoalInfo) (actionmsgs.CancelGoalResponse, []*serverGoal) {
	var response actionmsgs.CancelGoalResponse
	var canceled []*serverGoal
	id := goalID(which.GoalId.Uuid)
	s.mu.Lock()
	defer s.mu.Unlock()
	if id != (goalID{}) {
		switch g := s.find(id); {
		case g == nil:
			response.ReturnCode = actionmsgs.CancelGoalResponseErrorUnknownGoalId
			return response, nil
		case g.result != nil:
			response.ReturnCode = actionmsgs.CancelGoalResponseErrorGoalTerminated
			return response, nil
		}
	}
	for _, g := range s.goals {
		if g.result == nil && meant(g, id, which.Stamp) {
			g.status = StatusCanceling
			response.GoalsCanceling = append(response.GoalsCanceling, g.info)
			canceled = append(canceled, g)
		}
	}
	return response, canceled
}

func meant(g *serverGoal, id goalID, until builtininterfaces.Time) bool {
	noStamp := until == builtininterfaces.Time{}
	switch {
	case g.id() == id:
		return true
	case noStamp:
		return id == goalID{}
	}
	return !StampTime(g.info.Stamp).After(StampTime(until))
}
