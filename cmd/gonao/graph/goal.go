package graph

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// goal holds the arguments of action send-goal.
type goal struct {
	sent
	feedback    bool
	wait, limit time.Duration
}

func newSendGoal(t Access) *cobra.Command {
	a := goal{wait: 10 * time.Second}
	cmd := &cobra.Command{
		Use: "send-goal ACTION TYPE [YAML]", Aliases: []string{"send_goal"},
		Short: "send a goal to an action and wait for its result", Args: cobra.RangeArgs(2, 3),
		Long: `send-goal sends a goal, which is YAML with the fields' names, and waits for its result.
Ctrl-C cancels the goal and waits until the robot has ended it.

Exit codes: 0 succeeded, 1 failed (no server, no answer), 2 wrong command line,
3 rejected, 4 canceled, 5 aborted.`,
		Example: `  gonao action send-goal /nao1/play_motion gonao_msgs/action/PlayMotion '{name: dance_left}'
  gonao action send-goal /nao1/play_motion gonao_msgs/action/PlayMotion '{name: dance_left}' --feedback
  gonao action send-goal /count example_interfaces/action/Fibonacci 'order: 5' --result-timeout 3s`,
		ValidArgsFunction: t.CompleteGoal(),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := a.read(t, "action", args)
			if err != nil {
				return err
			}
			// The node outlives Ctrl-C, since it must still cancel the goal.
			return t.WithNode(context.WithoutCancel(cmd.Context()), func(n *ros.Node) error { return a.run(cmd.Context(), t, n, lib) })
		},
	}
	cmd.Flags().BoolVarP(&a.feedback, "feedback", "f", false, "show the feedback")
	a.addStdin(cmd)
	cli.TimeoutFlag(cmd, &a.wait, "how long to wait for the server, for it to accept, and for it to cancel")
	cmd.Flags().Var((*cli.Seconds)(&a.limit), "result-timeout", "cancel the goal when it takes longer (0: never)")
	return cmd
}

// run sends the goal and blocks until it has ended. It cancels the goal when ctx ends.
func (a *goal) run(ctx context.Context, t Access, n *ros.Node, lib *Library) error {
	fmt.Fprintln(t.Out, "Waiting for an action server to become available...")
	client, known, err := a.open(ctx, t, n, lib)
	if err != nil {
		return err
	}
	m, err := known.Message(a.typeName + "_Goal")
	if err != nil {
		return err
	}
	if err := m.SetText(a.text, time.Now()); err != nil {
		return err
	}
	data, err := cdr.Encode(nil, m)
	if err != nil {
		return err
	}
	example, err := known.Message(a.typeName + "_Feedback")
	if err != nil {
		return err
	}
	feedback := make(chan []byte, 100)
	fmt.Fprintf(t.Out, "Sending goal:\n     %s\n", m.YAML(dynamic.Style{}))
	sending, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.wait) // Ctrl-C does not interrupt the sending, so that the goal is known and can be cancelled
	defer cancel()
	handle, err := client.Send(sending, data, func(f []byte) {
		select {
		case feedback <- f:
		default: // the terminal is slower than the feedback: drop this one
		}
	})
	switch {
	case errors.Is(err, ros.ErrRejected):
		fmt.Fprintln(t.Out, "Goal was rejected.")
		return cli.WithCode(err, cli.ExitRejected)
	case err != nil:
		return err
	}
	id := handle.ID()
	fmt.Fprintf(t.Out, "Goal accepted with ID: %s\n\n", hex.EncodeToString(id[:]))
	if err := a.follow(ctx, t, handle, feedback, example); err != nil {
		return err
	}
	return a.result(t, handle, known)
}

// open blocks until the server is there and returns a client.
func (a *goal) open(ctx context.Context, t Access, n *ros.Node, lib *Library) (*ros.RawActionClient, *dynamic.Library, error) {
	found := make(chan error, 1)
	var g ros.Graph
	go func() {
		var err error
		_, g, err = Actions().Await(t, n, a.name, a.wait)
		found <- err
	}()
	select {
	case err := <-found:
		if err != nil {
			return nil, nil, err
		}
	case <-ctx.Done(): // no goal to cancel yet
		return nil, nil, ctx.Err()
	}
	if err := sameType(Actions(), g, a.name, a.typeName); err != nil {
		return nil, nil, err
	}
	known, err := t.LibraryFor(n, lib, ofAction(g, a.name, a.typeName), a.wait)
	if err != nil {
		return nil, nil, err
	}
	typ, err := known.Action(a.typeName)
	if err != nil {
		return nil, nil, err
	}
	client, err := ros.NewRawActionClient(n, a.name, typ)
	if err != nil {
		return nil, nil, err
	}
	return client, known, awaitServer(ctx, a.wait, client)
}

// follow prints the feedback until the goal has ended. It cancels the goal when ctx ends or
// after --result-timeout.
func (a *goal) follow(ctx context.Context, t Access, h *ros.RawGoalHandle, feedback <-chan []byte, example *dynamic.Message) error {
	interrupted := ctx.Done()
	var late, given <-chan time.Time
	if a.limit > 0 {
		late = time.After(a.limit)
	}
	cancel := func() error {
		interrupted, late = nil, nil
		given = time.After(a.wait)
		fmt.Fprintln(t.Out, "Canceling goal...")
		bounded, stop := context.WithTimeout(context.WithoutCancel(ctx), a.wait)
		defer stop()
		return h.Cancel(bounded)
	}
	for {
		var err error
		select {
		case data := <-feedback:
			err = a.showFeedback(t, data, example)
		case <-h.Done():
			for err == nil && len(feedback) > 0 {
				err = a.showFeedback(t, <-feedback, example)
			}
			return err
		case <-interrupted:
			err = cancel()
		case <-late:
			fmt.Fprintf(t.Errs, "no result within %s\n", a.limit)
			err = cancel()
		case <-given:
			err = fmt.Errorf("action %s: the goal was canceled, but has not ended within %s", a.name, a.wait)
		}
		if err != nil {
			return err
		}
	}
}

// showFeedback prints feedback as ros2 does.
func (a *goal) showFeedback(t Access, data []byte, example *dynamic.Message) error {
	if !a.feedback {
		return nil
	}
	m, err := decode(example, data)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.Out, "Feedback:\n    %s\n", m.YAML(dynamic.Style{}))
	return err
}

// result prints how the goal ended.
func (a *goal) result(t Access, h *ros.RawGoalHandle, known *dynamic.Library) error {
	data, status, err := h.Result(context.Background()) // the goal has ended: it returns at once
	if err != nil {
		return err
	}
	response, err := known.Message(a.typeName + "_GetResult_Response")
	if err != nil {
		return err
	}
	if err := cdr.Unmarshal(data, response); err != nil {
		return fmt.Errorf("action %s: result: %w", a.name, err)
	}
	if status == ros.StatusCanceled {
		fmt.Fprintln(t.Out, "Goal canceled.")
		return cli.WithCode(errors.New("the goal was canceled"), cli.ExitCanceled)
	}
	result, err := response.FieldYAML("result", dynamic.Style{})
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "Result:\n    %s\n", result)
	if status == ros.StatusSucceeded {
		fmt.Fprintln(t.Out, "Goal finished with status: SUCCEEDED")
		return nil
	}
	fmt.Fprintln(t.Out, "Goal finished with status: ABORTED")
	return cli.WithCode(errors.New("the goal was aborted"), cli.ExitAborted)
}
