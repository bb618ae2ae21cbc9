package ros

import (
	"context"
	"errors"
	"fmt"

	actionmsgs "gonao/msgs/action_msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/ros/cdr"
)

// Goal is a pointer to the generated goal struct of an action.
type Goal[G any] interface {
	Message[G]
	ActionType() cdr.ActionType
}

// Status is how far a goal has come, with action_msgs/GoalStatus's numbers.
type Status int8

// The states of a goal; the last three are final.
const (
	StatusUnknown   = Status(actionmsgs.GoalStatusStatusUnknown)
	StatusAccepted  = Status(actionmsgs.GoalStatusStatusAccepted)
	StatusExecuting = Status(actionmsgs.GoalStatusStatusExecuting)
	StatusCanceling = Status(actionmsgs.GoalStatusStatusCanceling)
	StatusSucceeded = Status(actionmsgs.GoalStatusStatusSucceeded)
	StatusCanceled  = Status(actionmsgs.GoalStatusStatusCanceled)
	StatusAborted   = Status(actionmsgs.GoalStatusStatusAborted)
)

func (s Status) String() string {
	names := [...]string{"unknown", "accepted", "executing", "canceling", "succeeded", "canceled", "aborted"}
	if s < 0 || int(s) >= len(names) {
		return fmt.Sprintf("status %d", int8(s))
	}
	return names[s]
}

// ErrRejected is the error of a goal that the server refused.
var ErrRejected = errors.New("the server rejected the goal")

// ErrCanceled is the cause of a goal's context when a client cancels it.
var ErrCanceled = errors.New("the goal was canceled")

// goalID identifies a goal.
type goalID [16]byte

// actionNames are the services and topics of an action.
type actionNames struct {
	sendGoal, cancelGoal, getResult ServiceSpec
	feedback, status                TopicSpec
}

func namesOf(name string, t cdr.ActionType) actionNames {
	base := name + "/_action/"
	var cancel actionmsgs.CancelGoalRequest
	var status actionmsgs.GoalStatusArray
	return actionNames{
		sendGoal:   serviceSpec(base+"send_goal", t.SendGoal),
		cancelGoal: serviceSpec(base+"cancel_goal", cancel.ServiceType()),
		getResult:  serviceSpec(base+"get_result", t.GetResult),
		feedback: TopicSpec{
			Name: base + "feedback", Type: t.FeedbackMessage.Name, Hash: t.FeedbackMessage.Hash, QoS: defaultQoS,
		},
		status: TopicSpec{
			Name: base + "status", Type: status.TypeName(), Hash: status.TypeHash(),
			QoS: QoS{Reliable: true, TransientLocal: true, Depth: 1},
		},
	}
}

// The messages around a goal, a result and a feedback differ between actions only in one field, so they are
// written here once.

// idMessage is a goal's id with a goal (the request of send_goal), a feedback (FeedbackMessage) or nothing (the
// request of get_result).
type idMessage struct {
	typ  cdr.Type
	id   goalID
	body cdr.Message // may be nil
}

func (m *idMessage) TypeName() string { return m.typ.Name }
func (m *idMessage) TypeHash() string { return m.typ.Hash }

func (m *idMessage) MarshalCDR(w *cdr.Writer) {
	w.Uint8s(m.id[:])
	if m.body != nil {
		m.body.MarshalCDR(w)
	}
}

func (m *idMessage) UnmarshalCDR(r *cdr.Reader) {
	r.Uint8s(m.id[:])
	if m.body != nil {
		m.body.UnmarshalCDR(r)
	}
}

// resultMessage is the response of get_result.
type resultMessage struct {
	typ    cdr.Type
	status int8
	body   cdr.Message
}

func (m *resultMessage) TypeName() string { return m.typ.Name }
func (m *resultMessage) TypeHash() string { return m.typ.Hash }

func (m *resultMessage) MarshalCDR(w *cdr.Writer) {
	w.Int8(m.status)
	m.body.MarshalCDR(w)
}

func (m *resultMessage) UnmarshalCDR(r *cdr.Reader) {
	m.status = r.Int8()
	m.body.UnmarshalCDR(r)
}

// acceptMessage is the response of send_goal.
type acceptMessage struct {
	typ      cdr.Type
	accepted bool
	stamp    builtininterfaces.Time
}

func (m *acceptMessage) TypeName() string { return m.typ.Name }
func (m *acceptMessage) TypeHash() string { return m.typ.Hash }

func (m *acceptMessage) MarshalCDR(w *cdr.Writer) {
	w.Bool(m.accepted)
	m.stamp.MarshalCDR(w)
}

func (m *acceptMessage) UnmarshalCDR(r *cdr.Reader) {
	m.accepted = r.Bool()
	m.stamp.UnmarshalCDR(r)
}

// handlerStatus returns a goal's final status for the error that its handler returned.
func handlerStatus(ctx context.Context, err error) Status {
	switch {
	case err == nil:
		return StatusSucceeded
	case errors.Is(context.Cause(ctx), ErrCanceled):
		return StatusCanceled
	}
	return StatusAborted
}
