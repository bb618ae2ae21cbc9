package executor

import (
	"context"
	"errors"
	"fmt"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/internal/convert/definitions"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// actionCaller sends goals to an action.
type actionCaller struct {
	*ports
	port   vocabulary.Port
	action *vocabulary.Action // its entry of the table; nil: a machine has named the port itself
	client *ros.RawActionClient

	goal, feedback, result *dynamic.Message // empty messages
}

// newActionCaller opens an action.
func newActionCaller(p *ports, port vocabulary.Port) (*actionCaller, error) {
	a := &actionCaller{ports: p, port: port, action: p.words[port]}
	typ, err := p.types.Action(port.Type)
	if err != nil {
		return nil, err
	}
	if a.goal, err = p.types.Message(definitions.MessageName(port.Kind, port.Type)); err != nil {
		return nil, err
	}
	if a.feedback, err = p.types.Message(port.Type + "_Feedback"); err != nil {
		return nil, err
	}
	if a.result, err = p.types.Message(port.Type + "_GetResult_Response"); err != nil {
		return nil, err
	}
	a.client, err = ros.NewRawActionClient(p.n, port.Name, typ)
	return a, err
}

// actionUse is an action as one use of it calls it.
type actionUse struct {
	*actionCaller
	fields []string // of the feedback
}

func (a *actionCaller) use(feedback []string) behavior.Caller { return &actionUse{a, feedback} }

// Begin sends a goal; see [behavior.Caller].
func (a *actionUse) Begin(goal any) behavior.Task {
	data, err := encode(a.goal, goal, a.n.Clock.Now())
	if err != nil {
		return behavior.Ended(failed(vocabulary.Failed, err))
	}
	if a.action != nil && !a.client.Ready() {
		a.n.Log.Warn("nobody serves the action", "action", a.port.Name, "type", a.port.Type)
		return behavior.Ended(failed(vocabulary.NoServer, fmt.Errorf("nobody serves %s", a.port.Name)))
	}
	return a.run(len(a.fields), func(ctx context.Context, t *task) behavior.Report {
		report := a.pursue(ctx, t, data, a.fields)
		if report.Status == hfsm.Failed && ctx.Err() == nil {
			a.n.Log.Warn("action failed", "action", a.port.Name, "outcome", report.Outcome, "error", report.Err)
		}
		return report
	})
}

// pursue sends a goal and waits for its end; the end of ctx cancels the goal.
func (a *actionCaller) pursue(ctx context.Context, t *task, data []byte, feedback []string) behavior.Report {
	if err := a.await(ctx); err != nil {
		return failed(vocabulary.NoServer, err)
	}
	// A goal that has been sent cannot be called back, so the sending is not canceled.
	sending, stop := context.WithTimeout(context.Background(), answerTime)
	defer stop()
	handle, err := a.client.Send(sending, data, func(data []byte) { a.receive(t, data, feedback) })
	switch {
	case errors.Is(err, ros.ErrRejected):
		return failed(vocabulary.Rejected, err)
	case err != nil:
		return failed(vocabulary.NoAnswer, err)
	}
	response, status, err := handle.Result(ctx)
	if ctx.Err() != nil || a.n.Context().Err() != nil {
		a.callOff(handle)
		return failed(vocabulary.Canceled, nil)
	}
	if err != nil {
		return failed(vocabulary.NoAnswer, err)
	}
	return a.end(t, response, status, feedback)
}

// await waits until a server is there, for a while.
func (a *actionCaller) await(ctx context.Context) error {
	if a.client.Ready() {
		return nil
	}
	bounded, stop := a.bounded(ctx, discoveryTime)
	defer stop()
	if err := a.client.WaitForServer(bounded); err != nil {
		return fmt.Errorf("nobody serves %s: %w", a.port.Name, err)
	}
	return nil
}

// receive keeps the fields of a feedback that the machine reads.
func (a *actionCaller) receive(t *task, data []byte, feedback []string) {
	m := a.feedback.New()
	if err := cdr.Unmarshal(data, m); err != nil {
		return // the client has reported it
	}
	keep(t, m, "", feedback)
}

// keep keeps the fields of a message that the machine reads.
func keep(t *task, m *dynamic.Message, prefix string, paths []string) {
	for i, path := range paths {
		if v, ok := fieldValue(m, prefix+path); ok {
			t.set(i, v)
		}
	}
}

// end returns how a goal ended.
func (a *actionCaller) end(t *task, response []byte, status ros.Status, feedback []string) behavior.Report {
	m := a.result.New()
	if err := cdr.Unmarshal(response, m); err != nil {
		return failed(vocabulary.Failed, fmt.Errorf("result: %w", err))
	}
	keep(t, m, "result.", feedback) // an action may report in its result what it reported in feedback
	if status == ros.StatusSucceeded {
		return succeeded()
	}
	code, _ := fieldValue(m, "result.error_code")
	text, _ := fieldValue(m, "result.error_msg")
	word := vocabulary.Failed
	switch {
	case a.action != nil && code.Int != 0:
		word = a.action.Word(int(code.Int))
	case status == ros.StatusCanceled:
		word = vocabulary.Canceled
	}
	return failed(word, fmt.Errorf("%v: %s (error_code %d)", status, text.String, code.Int))
}

// callOff cancels a goal and waits until its server has ended it.
func (a *actionCaller) callOff(handle *ros.RawGoalHandle) {
	ctx, stop := context.WithTimeout(context.Background(), answerTime)
	defer stop()
	err := handle.Cancel(ctx)
	if err == nil {
		_, _, err = handle.Result(ctx)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		a.n.Log.Warn("goal not canceled", "action", a.port.Name, "error", err)
	}
}
