package hfsm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/internal/wording"
	"gonao/msgs"
	"gonao/ros"
)

// liveFlags holds the flags of the commands that connect to a running machine.
type liveFlags struct {
	robot   string // namespace
	machine string // namespace, inside the robot's if robot is set
	wait    time.Duration
}

// add adds the flags.
func (f *liveFlags) add(t graph.Access, cmd *cobra.Command) {
	t.RobotFlag(cmd, &f.robot, "", "robot that runs the machine, such as nao1; --machine arms then means that robot's machine arms")
	cmd.Flags().StringVarP(&f.machine, "machine", "m", "", "namespace of the machine, such as /nao1, /nao1/arms or /nao1/skill (default: the only one, without skills)")
	graph.SearchFlag(cmd, &f.wait)
	_ = cmd.RegisterFlagCompletionFunc("machine", func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string { return graph.WithPrefix(machinesOf(g), typed) })
	})
}

// service is the service by which a machine is found.
const service = "/machine/get_snapshot"

// machinesOf returns the namespaces of the machines of a graph.
func machinesOf(g ros.Graph) []string {
	var all []string
	for _, s := range g.Services {
		if name, ok := strings.CutSuffix(s.Name, service); ok && s.Publishers > 0 {
			all = append(all, "/"+strings.TrimPrefix(name, "/"))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// live is a connection to a machine that runs on a robot.
type live struct {
	n        *ros.Node
	name     string // namespace
	patience time.Duration
}

// withLive calls f with the machine that the flags name.
func withLive(ctx context.Context, t graph.Access, f *liveFlags, do func(m live) error) error {
	return t.WithNode(ctx, func(n *ros.Node) error {
		name, err := f.find(t, n)
		if err != nil {
			return err
		}
		return do(live{n, strings.TrimSuffix(name, "/"), f.wait})
	})
}

// find returns the namespace of the machine.
func (f *liveFlags) find(t graph.Access, n *ros.Node) (string, error) {
	var all []string
	asked := graph.InRobot(f.robot) + graph.InRobot(f.machine)
	_, _, err := t.Search(n, f.wait, func(g ros.Graph) bool {
		all = machinesOf(g)
		return asked != "" && slices.Contains(all, asked)
	})
	if err != nil {
		return "", err
	}
	switch {
	case asked != "" && slices.Contains(all, asked):
		return asked, nil
	case len(all) == 0:
		return "", errors.New("no state machine in the graph; start one with gonao launch sim.launch.yaml")
	case asked != "":
		return "", fmt.Errorf("no state machine in %s%s; there are %s", asked, wording.DidYouMean(asked, all), strings.Join(all, ", "))
	}
	main := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return strings.HasSuffix(name, "/skill") })
	if len(main) != 1 {
		return "", cli.Usagef("state machines in %s; expected --machine with one of them, or --robot", strings.Join(all, ", "))
	}
	return main[0], nil
}

// ask calls a service of the machine.
func ask[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](m live, name string, request Q) (A, error) {
	ctx, cancel := context.WithTimeout(m.n.Context(), m.patience)
	defer cancel()
	answer, err := ros.Call[Q, A, PQ, PA](ctx, m.n, m.name+"/machine/"+name, request)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("machine %s: no answer to %s within %s", m.name, name, m.patience)
	}
	return answer, err
}

// done returns the error that an answer of a service stands for.
func done(err error, success bool, message string) error {
	if err != nil || success {
		return err
	}
	return errors.New(message)
}

// snapshot requests the machine's present state.
func (m live) snapshot() (msgs.MachineSnapshot, error) {
	a, err := ask[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](m, "get_snapshot", msgs.GetMachineSnapshotRequest{})
	return a.Snapshot, err
}

// deltas subscribes to the machine's changes.
func (m live) deltas() (*ros.Subscription[msgs.MachineDelta], error) {
	return ros.Subscribe[msgs.MachineDelta](m.n, m.name+"/machine/deltas", ros.Reliable(), ros.Depth(100))
}

// follow calls show with the machine's snapshot and then with each delta, until the context ends or show returns
// false. After a missed delta it requests a new snapshot; then d is nil.
func (m live) follow(show func(s *msgs.MachineSnapshot, d *msgs.MachineDelta) bool) error {
	deltas, err := m.deltas()
	if err != nil {
		return err
	}
	s, err := m.snapshot()
	if err != nil {
		return err
	}
	if !show(&s, nil) {
		return nil
	}
	for {
		var d msgs.MachineDelta
		select {
		case <-m.n.Context().Done():
			return context.Cause(m.n.Context())
		case d = <-deltas.C():
		}
		switch {
		case d.Sequence <= s.Sequence:
			continue
		case d.Sequence == s.Sequence+1 && d.Revision == s.Revision && d.Epoch == s.Epoch:
			merge(&s, &d)
			if !show(&s, &d) {
				return nil
			}
			continue
		}
		if s, err = m.snapshot(); err != nil {
			return err
		}
		if !show(&s, nil) {
			return nil
		}
	}
}

// merge adds a delta to a snapshot.
func merge(s *msgs.MachineSnapshot, d *msgs.MachineDelta) {
	s.Stamp, s.Sequence, s.Time, s.Status, s.Cause, s.ReloadError = d.Stamp, d.Sequence, d.Time, d.Status, d.Cause, d.ReloadError
	s.Paused, s.Idle, s.Path, s.Paths, s.Breakpoints = d.Paused, d.Idle, d.Path, d.Paths, d.Breakpoints
	replace(s.States, d.States, func(x *msgs.MachineStateStatus) string { return x.Path })
	replace(s.Values, d.Values, func(x *msgs.MachineValue) string { return x.Name })
	replace(s.Activities, d.Activities, func(x *msgs.MachineActivity) string { return x.State + "\x00" + x.Name + "\x00" + x.Arguments })
}

// replace replaces the elements of all that have the same name as one in changed.
func replace[T any](all, changed []T, name func(*T) string) {
	for i := range changed {
		for j := range all {
			if name(&all[j]) == name(&changed[i]) {
				all[j] = changed[i]
				break
			}
		}
	}
}
