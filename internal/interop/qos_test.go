package interop

import (
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// Kinds of liveliness, as numbered by DDS. ROS does not have manual-by-participant.
const (
	automatic     = 0
	byParticipant = 1
	byTopic       = 2
)

// quality is a QoS with the settings that a peer may have in addition to ours.
type quality struct {
	ros.QoS
	liveliness int
}

// text returns the quality in the form that the peers read.
func (q quality) text() string {
	bit := map[bool]int{true: 1}
	depth := q.Depth
	if q.KeepAll {
		depth = 0
	}
	return fmt.Sprintf("%d,%d,%d,%d,%d,%d", bit[q.Reliable], bit[q.TransientLocal], depth,
		q.Deadline.Milliseconds(), q.liveliness, q.Lease.Milliseconds())
}

// qualities returns all combinations of the policies that matter for matching; the histories alternate.
func qualities(kinds ...int) (all []quality) {
	for _, reliable := range []bool{false, true} {
		for _, local := range []bool{false, true} {
			for _, deadline := range []time.Duration{0, 30 * time.Second, 60 * time.Second} {
				for _, kind := range kinds {
					for _, lease := range []time.Duration{0, 30 * time.Second, 60 * time.Second} {
						q := quality{liveliness: kind, QoS: ros.QoS{
							Reliable: reliable, TransientLocal: local, Deadline: deadline,
							ManualLiveliness: kind == byTopic, Lease: lease, Depth: 1 + len(all)%3,
						}}
						if len(all)%4 == 3 {
							q.KeepAll, q.Depth = true, 1
						}
						all = append(all, q)
					}
				}
			}
		}
	}
	return all
}

// fits implements the rule of the DDS specification (1.4, 2.2.3): each offered policy must be at least the requested
// one; history does not matter.
func fits(offered, requested quality) bool {
	atMost := func(a, b time.Duration) bool { return b == 0 || a != 0 && a <= b }
	return (offered.Reliable || !requested.Reliable) &&
		(offered.TransientLocal || !requested.TransientLocal) &&
		atMost(offered.Deadline, requested.Deadline) &&
		offered.liveliness >= requested.liveliness && atMost(offered.Lease, requested.Lease)
}

// seen collects the events of one of our endpoints.
type seen struct {
	mu       sync.Mutex
	misfits  int // the last total
	policies []string
}

func (s *seen) note(e ros.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.Kind != ros.EventIncompatibleQoS {
		return
	}
	s.misfits = e.Total
	if !slices.Contains(s.policies, e.Policy) {
		s.policies = append(s.policies, e.Policy)
	}
}

func (s *seen) told() (misfits int, policies []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.misfits, slices.Clone(s.policies)
}

// TestEveryQoSMatchesOrNotAsTheStandardSays creates, on one topic for each direction, an endpoint of ours and one of
// the C peer for every quality, and compares on both sides which endpoints are matched.
func TestEveryQoSMatchesOrNotAsTheStandardSays(t *testing.T) {
	record(t, string(inC), "QoS: every combination matches, or is reported as not matching")
	useOwnDomain(t)
	p := startPeer(t, inC)
	n := openNode(t, "node")
	own, theirs := qualities(automatic, byTopic), qualities(automatic, byParticipant, byTopic)
	pubs, subs := make([]*ros.Publisher[stdmsgs.String], len(own)), make([]*ros.Subscription[stdmsgs.String], len(own))
	heard := make([]seen, 2*len(own)) // counters of publishers, then of subscriptions
	var err error
	for i, q := range own {
		pubs[i], err = ros.Advertise[stdmsgs.String](n, "/ours", ros.WithQoS(q.QoS), ros.OnEvent(heard[i].note))
		require.NoError(t, err)
		subs[i], err = ros.Subscribe[stdmsgs.String](n, "/theirs", ros.WithQoS(q.QoS), ros.OnEvent(heard[len(own)+i].note))
		require.NoError(t, err)
	}
	for i, q := range theirs {
		p.ask("reader r%d rt/ours std_msgs/msg/String %s", i, q.text())
		p.ask("writer w%d rt/theirs std_msgs/msg/String %s", i, q.text())
	}

	pairs, matching := 0, 0
	for i, q := range own {
		readers, writers := 0, 0
		for _, other := range theirs {
			if fits(q, other) {
				readers++
			}
			if fits(other, q) {
				writers++
			}
			if other.liveliness != byParticipant { // what Misfits reports
				require.Equal(t, fits(q, other), len(q.Misfits(other.QoS)) == 0, "%v for %v", q, other)
			}
		}
		pairs, matching = pairs+2*len(theirs), matching+readers+writers
		eventually(t, fmt.Sprintf("the publisher with %v has %d of %d subscribers and has reported the others", q.QoS, readers, len(theirs)), func() bool {
			misfits, _ := heard[i].told()
			return pubs[i].Subscribers() == readers && misfits == len(theirs)-readers
		})
		eventually(t, fmt.Sprintf("the subscription with %v has %d of %d publishers and has reported the others", q.QoS, writers, len(theirs)), func() bool {
			misfits, _ := heard[len(own)+i].told()
			return subs[i].Publishers() == writers && misfits == len(theirs)-writers
		})
		requirePolicies(t, &heard[i], q, theirs, true)
		requirePolicies(t, &heard[len(own)+i], q, theirs, false)
	}
	t.Logf("%d pairs, %d of them match", pairs, matching)
	requirePartners(t, p, n, own, theirs)
}

// requirePolicies requires that only policies are reported that prevent a match.
func requirePolicies(t *testing.T, s *seen, q quality, theirs []quality, offers bool) {
	t.Helper()
	var possible []string
	for _, other := range theirs {
		a, b := q.QoS, other.QoS
		kind := other.liveliness > q.liveliness
		if !offers {
			a, b, kind = b, a, other.liveliness < q.liveliness
		}
		possible = append(possible, a.Misfits(b)...)
		if kind {
			possible = append(possible, ros.PolicyLiveliness)
		}
	}
	_, policies := s.told()
	for _, policy := range policies {
		require.Contains(t, possible, policy, "%v", q)
	}
}

// requirePartners asks the peer for its partners and requires exactly those that fit. They are identified by the QoS
// that our graph has for their guids.
func requirePartners(t *testing.T, p *peer, n *ros.Node, own, theirs []quality) {
	t.Helper()
	known := map[string]ros.QoS{} // our endpoints
	g, err := n.Graph()
	require.NoError(t, err)
	for _, topic := range g.Topics {
		for _, e := range topic.Endpoints {
			known[hex.EncodeToString(e.GID[:])] = e.QoS
		}
	}
	for i, q := range theirs {
		for id, fit := range map[string]func(quality) bool{
			"r": func(mine quality) bool { return fits(mine, q) },
			"w": func(mine quality) bool { return fits(q, mine) },
		} {
			var want, got []string
			for _, mine := range own {
				if fit(mine) {
					want = append(want, mine.String())
				}
			}
			_, guids := p.matched(fmt.Sprint(id, i))
			for _, guid := range guids {
				require.Contains(t, known, guid)
				got = append(got, known[guid].String())
			}
			require.ElementsMatch(t, want, got, "%s %v", id, q)
		}
	}
}
