package studio

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/studio/foxglove"
)

// goals sends goals to actions for browsers, and shows their outcome.
type goals struct {
	node  *ros.Node
	clock *ros.Clock
	drive *drive
	robot func(name string) string

	server *foxglove.Server
	topic  *foxglove.Channel

	mu      sync.Mutex
	clients map[string]*actionClient // by action
	actions []Action
	list    []*goal
	next    uint64
}

// actionClient is a client of an action, with its types.
type actionClient struct {
	raw                    *ros.RawActionClient
	typeName               string
	goal, feedback, result *dynamic.Message
}

// goal is a goal of a browser.
type goal struct {
	Goal
	session uint32
	handle  *ros.RawGoalHandle
	cancel  bool // cancel as soon as it is accepted
}

// maxGoals is how many goals studio/actions holds.
const maxGoals = 50

// answerWait is the time limit of an action's server for accepting or canceling.
const answerWait = 5 * time.Second

func (g *goals) start() {
	g.topic = foxglove.AddJSONTopic[Actions](g.server, "studio/actions", func(s *foxglove.Session) []byte { return foxglove.EncodeJSON(g.describe(s)) })
}

// describe returns the goals as shown to a session.
func (g *goals) describe(s *foxglove.Session) Actions {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := Actions{Actions: slices.Clone(g.actions), Goals: []Goal{}}
	if a.Actions == nil {
		a.Actions = []Action{}
	}
	for _, one := range g.list {
		shown := one.Goal
		shown.Mine = one.session == s.Number
		a.Goals = append(a.Goals, shown)
	}
	return a
}

// changed shows all sessions the changes.
func (g *goals) changed() {
	if g.topic.Subscribers() == 0 {
		return
	}
	now := g.clock.Now()
	for _, s := range g.server.Sessions() {
		g.topic.PublishTo(s, now, foxglove.EncodeJSON(g.describe(s)))
	}
}

// setActions compares the actions with those of the graph.
func (g *goals) setActions(graph ros.Graph) {
	var now []Action
	for i := range graph.Services {
		info := &graph.Services[i]
		name, ok := strings.CutSuffix(info.Name, "/_action/send_goal")
		if !ok || info.Publishers == 0 || len(info.Types) != 1 {
			continue
		}
		typeName := strings.TrimSuffix(info.Types[0], "_SendGoal")
		schema, _ := dynamic.Compiled().DefinitionWithReferences(typeName + "_Goal") // "" for a type that is not known here
		now = append(now, Action{Name: name, Type: typeName, Schema: schema})
	}
	g.mu.Lock()
	same := slices.Equal(now, g.actions)
	g.actions = now
	g.mu.Unlock()
	if !same {
		g.changed()
	}
}

// serve answers studio/action.
func (g *goals) serve(ctx context.Context, s *foxglove.Session, q ActionRequest) (ActionResponse, error) {
	switch q.Op {
	case SendGoal:
		return g.send(ctx, s, q)
	case CancelGoal:
		g.mu.Lock()
		i := slices.IndexFunc(g.list, func(o *goal) bool { return o.ID == q.ID })
		g.mu.Unlock()
		if i < 0 {
			return ActionResponse{}, fmt.Errorf("there is no goal %q", q.ID)
		}
		g.cancelWhere(func(o *goal) bool { return o.ID == q.ID })
		return ActionResponse{ID: q.ID}, nil
	}
	return ActionResponse{}, fmt.Errorf("op %q: expected send or cancel", q.Op)
}

// send sends a goal. A goal that ends with its browser takes the lease of the robot.
func (g *goals) send(ctx context.Context, s *foxglove.Session, q ActionRequest) (ActionResponse, error) {
	robot := g.robot(q.Action)
	claim := g.drive.take
	if q.KeepGoing {
		claim = g.drive.free
	}
	if err := claim(s, robot); err != nil {
		return ActionResponse{}, err
	}
	client, err := g.client(q.Action)
	if err != nil {
		return ActionResponse{}, err
	}
	message := client.goal.New()
	text := string(q.Goal)
	if text == "" || text == "null" {
		text = "{}"
	}
	if err := message.SetText(text, g.node.Clock.Now()); err != nil {
		return ActionResponse{}, fmt.Errorf("goal of %s: %w", q.Action, err)
	}
	data, err := cdr.Encode(nil, message)
	if err != nil {
		return ActionResponse{}, fmt.Errorf("goal of %s: %w", q.Action, err)
	}
	one := g.add(s, q, robot, text)
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	handle, err := client.raw.Send(ctx, data, func(feedback []byte) { g.feedback(one, client, feedback) })
	if err != nil {
		status := GoalLost
		if errors.Is(err, ros.ErrRejected) {
			status = GoalRejected
		}
		g.update(one, func() { one.Status, one.Message = status, err.Error() })
		return ActionResponse{}, err
	}
	g.update(one, func() {
		one.handle, one.Status = handle, GoalExecuting
		if one.cancel {
			go g.cancelOne(one)
		}
	})
	go g.await(one, client)
	return ActionResponse{ID: one.ID}, nil
}

// add adds a goal to the list. The oldest that has ended makes room.
func (g *goals) add(s *foxglove.Session, q ActionRequest, robot, text string) *goal {
	g.mu.Lock()
	g.next++
	one := &goal{session: s.Number, Goal: Goal{
		ID: fmt.Sprintf("%d-%s", g.next, hex.EncodeToString([]byte{byte(s.Number)})), Action: q.Action, Robot: robot,
		Status: GoalSent, Author: author(s), KeepGoing: q.KeepGoing, Goal: json.RawMessage(text),
	}}
	if len(g.list) >= maxGoals {
		if i := slices.IndexFunc(g.list, func(o *goal) bool { return o.over() }); i >= 0 {
			g.list = slices.Delete(g.list, i, i+1)
		}
	}
	g.list = append(g.list, one)
	g.mu.Unlock()
	g.changed()
	return one
}

// over reports whether a goal has ended.
func (g *goal) over() bool {
	switch g.Status {
	case GoalSent, GoalExecuting, GoalCanceling:
		return false
	case GoalSucceeded, GoalCanceled, GoalAborted, GoalRejected, GoalLost:
		return true
	}
	return true
}

func (g *goals) update(_ *goal, change func()) {
	g.mu.Lock()
	change()
	g.mu.Unlock()
	g.changed()
}

func (g *goals) feedback(one *goal, client *actionClient, data []byte) {
	m := client.feedback.New()
	if cdr.Unmarshal(data, m) != nil {
		return
	}
	text := messageJSON(m)
	g.update(one, func() { one.Feedback = text })
}

// await waits for the end of a goal.
func (g *goals) await(one *goal, client *actionClient) {
	data, status, err := one.handle.Result(g.node.Context())
	ended := map[ros.Status]GoalStatus{
		ros.StatusSucceeded: GoalSucceeded, ros.StatusCanceled: GoalCanceled, ros.StatusAborted: GoalAborted,
	}
	g.update(one, func() {
		if err != nil {
			one.Status, one.Message = GoalLost, err.Error()
			return
		}
		one.Status = ended[status]
		m := client.result.New()
		if cdr.Unmarshal(data, m) != nil {
			return
		}
		if result, err := m.Field("result"); err == nil {
			if r, ok := result.(*dynamic.Message); ok {
				one.Result = messageJSON(r)
				if text, err := r.Field("error_msg"); err == nil {
					one.Message, _ = text.(string)
				}
			}
		}
	})
}

// sessionLost cancels the goals of a session that do not keep going; of one robot, or of all for "*".
func (g *goals) sessionLost(session uint32, robot string) {
	g.cancelWhere(func(o *goal) bool {
		return o.session == session && !o.KeepGoing && (robot == "*" || o.Robot == robot)
	})
}

// cancelWhere cancels goals.
func (g *goals) cancelWhere(match func(*goal) bool) {
	g.mu.Lock()
	var some []*goal
	for _, one := range g.list {
		if one.over() || !match(one) {
			continue
		}
		one.cancel = true
		if one.handle != nil {
			one.Status = GoalCanceling
			some = append(some, one)
		}
	}
	g.mu.Unlock()
	for _, one := range some {
		go g.cancelOne(one)
	}
	if len(some) > 0 {
		g.changed()
	}
}

func (g *goals) cancelOne(one *goal) {
	ctx, cancel := context.WithTimeout(g.node.Context(), answerWait)
	defer cancel()
	if err := one.handle.Cancel(ctx); err != nil {
		g.update(one, func() { one.Message = err.Error() })
	}
}

// cancelAll cancels all goals of a robot's actions, also those of other clients.
func (g *goals) cancelAll(ctx context.Context, robot string) error {
	g.mu.Lock()
	actions := slices.Clone(g.actions)
	g.mu.Unlock()
	errs := make([]error, len(actions))
	var all sync.WaitGroup
	for i, a := range actions {
		if g.robot(a.Name) != robot {
			continue
		}
		all.Go(func() {
			client, err := g.client(a.Name)
			if err == nil && client.raw.Ready() {
				_, err = client.raw.CancelAll(ctx)
			}
			errs[i] = err
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// client returns the client of an action of the graph.
func (g *goals) client(name string) (*actionClient, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.IndexFunc(g.actions, func(a Action) bool { return a.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no action %q", name)
	}
	typeName := g.actions[i].Type
	if c := g.clients[name]; c != nil && c.typeName == typeName {
		return c, nil
	}
	lib := dynamic.Compiled()
	c := &actionClient{typeName: typeName}
	t, err := lib.Action(typeName)
	if err != nil {
		return nil, fmt.Errorf("action %s: %w", name, err)
	}
	for part, m := range map[string]**dynamic.Message{"_Goal": &c.goal, "_Feedback": &c.feedback, "_GetResult_Response": &c.result} {
		if *m, err = lib.Message(typeName + part); err != nil {
			return nil, fmt.Errorf("action %s: %w", name, err)
		}
	}
	if c.raw, err = ros.NewRawActionClient(g.node, name, t); err != nil {
		return nil, err
	}
	g.clients[name] = c
	return c, nil
}
