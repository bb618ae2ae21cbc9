package ros

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"gonao/ros/param"
)

// AllowQoSOverrides allows parameters to change the endpoint's quality of service, as in rclcpp:
//
//	qos_overrides:
//	  /nao1/chatter:
//	    publisher: {reliability: best_effort, depth: 5}
//
// The kind is publisher or subscription; the policies are history (keep_last,
// keep_all), depth, reliability (reliable, best_effort), durability (volatile,
// transient_local), liveliness (automatic, manual_by_topic), and deadline, lifespan
// and liveliness_lease_duration in ns.
func AllowQoSOverrides() Option { return func(o *endpointOptions) { o.overridable = true } }

// overrides are the QoS parameters of a node, and which of them were used.
type overrides struct {
	settings []param.Setting // "qos_overrides.<topic>.<kind>.<policy>"

	mu     sync.Mutex
	fitted map[int]bool // the setting has matched an endpoint
}

func (o *overrides) fit(i int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fitted == nil {
		o.fitted = map[int]bool{}
	}
	o.fitted[i] = true
}

// unused returns a warning for each setting of this very node that has matched nothing so far; one for many nodes need
// not match each.
func (o *overrides) unused() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var texts []string
	for i, s := range o.settings {
		if !o.fitted[i] && !strings.Contains(s.Node, "*") {
			texts = append(texts, fmt.Sprintf("%s: parameter %q fits no endpoint of this node that allows it: "+
				"expected qos_overrides.<topic>.publisher.<policy> or .subscription.<policy>", s.From, s.Name))
		}
	}
	return texts
}

// endpoint resolves a topic's name and options; kind is publisher or subscription.
func (n *Node) endpoint(topic, kind string, opts []Option) (name string, o endpointOptions, err error) {
	if name, err = n.resolve(topic); err != nil {
		return "", o, err
	}
	o = applyOptions(opts)
	if !o.overridable {
		return name, o, nil
	}
	for i, s := range n.overrides.settings {
		rest, ok := strings.CutPrefix(s.Name, "qos_overrides."+name+"."+kind+".")
		if !ok {
			continue
		}
		n.overrides.fit(i)
		if err := o.qos.override(rest, s.Value); err != nil {
			return "", o, fmt.Errorf("%s: parameter %q: %w", s.From, s.Name, err)
		}
	}
	o.qos.Depth = max(o.qos.Depth, 1)
	return name, o, nil
}

// override sets one policy.
func (q *QoS) override(policy string, value param.Value) (err error) {
	switch policy {
	case "history":
		q.KeepAll, err = oneOf(value, "keep_last", "keep_all")
	case "reliability":
		q.Reliable, err = oneOf(value, "best_effort", "reliable")
	case "durability":
		q.TransientLocal, err = oneOf(value, "volatile", "transient_local")
	case "liveliness":
		q.ManualLiveliness, err = oneOf(value, "automatic", "manual_by_topic")
	case "depth":
		var n int64
		n, err = countOf(value)
		q.Depth = int(n)
	case "deadline":
		q.Deadline, err = nanoseconds(value)
	case "lifespan":
		q.Lifespan, err = nanoseconds(value)
	case "liveliness_lease_duration":
		q.Lease, err = nanoseconds(value)
	default:
		return errors.New("no such policy: expected history, depth, reliability, durability, liveliness, deadline, lifespan or liveliness_lease_duration")
	}
	return err
}

// oneOf returns true for the second of two words.
func oneOf(value param.Value, no, yes string) (bool, error) {
	if value != no && value != yes {
		return false, fmt.Errorf("is %s, expected %s or %s", param.Text(value), no, yes)
	}
	return value == yes, nil
}

func countOf(value param.Value) (int64, error) {
	n, ok := value.(int64)
	if !ok || n < 0 {
		return 0, fmt.Errorf("is %s, expected a whole number of at least 0", param.Text(value))
	}
	return n, nil
}

func nanoseconds(value param.Value) (time.Duration, error) {
	n, err := countOf(value)
	return time.Duration(n), err
}
