package ros

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"gonao/internal/wording"
)

// remaps are a node's rules, and which of them were used.
type remaps struct {
	rules []Remap // the first that matches is applied

	mu     sync.Mutex
	fitted []bool   // the rule has matched a name
	names  []string // resolved names, fully qualified, before any rule
}

// find returns the index of the first rule that matches a name, -1 if no rule does.
func (r *remaps) find(n *Node, full string) (int, error) {
	if len(r.rules) == 0 {
		return -1, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fitted == nil {
		r.fitted = make([]bool, len(r.rules))
	}
	if !slices.Contains(r.names, full) {
		r.names = append(r.names, full)
	}
	for i, rule := range r.rules {
		from, err := expandName(rule.From, n.namespace, n.name)
		if err != nil {
			return -1, fmt.Errorf("remap: %w", err)
		}
		if from == full {
			r.fitted[i] = true
			return i, nil
		}
	}
	return -1, nil
}

// sharedTopics are the topics that one rule maps for all nodes, whether they use them or not.
var sharedTopics = []string{"/clock", "/diagnostics", "/parameter_events", "/rosout", "/tf", "/tf_static"}

// unused returns a warning for each rule that has matched nothing so far.
func (r *remaps) unused(n *Node) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var texts []string
	for i, rule := range r.rules {
		if r.fitted != nil && r.fitted[i] {
			continue
		}
		from, err := expandName(rule.From, n.namespace, n.name)
		if err != nil {
			from = rule.From
		}
		if to, err := expandName(rule.To, n.namespace, n.name); err == nil && to == from || slices.Contains(sharedTopics, from) {
			continue // it changes nothing, or is for all nodes of a launch file
		}
		near := cmp.Or(wording.DidYouMean(from, r.names), ": expected the name of a topic, service or action of the node, such as node info lists")
		texts = append(texts, fmt.Sprintf("remap rule %s:=%s fits no name of this node%s", rule.From, rule.To, near))
	}
	return texts
}

// startUp is how long a node may take to create its topics and services, before unused rules and overrides are
// logged.
const startUp = 5 * time.Second

// watchUnused warns about rules and overrides that match nothing once the node has started.
func (n *Node) watchUnused() {
	if n.beside || len(n.remaps.rules)+len(n.overrides.settings) == 0 {
		return
	}
	timer := time.AfterFunc(startUp, func() {
		for _, text := range append(n.remaps.unused(n), n.overrides.unused()...) {
			n.Log.Warn(text)
		}
	})
	_ = n.own(&closer{func() error { timer.Stop(); return nil }}) // a node that is closed has stopped it
}
