package ros

import (
	"fmt"
	"strings"
	"time"
)

// QoS is the quality of service of a topic's endpoint. The zero value is best
// effort, volatile, depth 1.
type QoS struct {
	Reliable         bool          // lost packets are sent again
	TransientLocal   bool          // late readers get the last Depth messages
	KeepAll          bool          // no limit to the history; Depth is then ignored
	Depth            int           // messages kept; 0 counts as 1
	Deadline         time.Duration // a message is promised, or expected, at least so often; 0: no promise
	Lifespan         time.Duration // messages older than this are not delivered; 0: no limit
	ManualLiveliness bool          // the writer lives by publishing on this topic; otherwise by its process
	Lease            time.Duration // a writer counts as dead after this time of silence; 0: infinite
}

// The policies by which a writer and a reader may not match, as Misfits names them.
const (
	PolicyReliability = "reliability"
	PolicyDurability  = "durability"
	PolicyDeadline    = "deadline"
	PolicyLiveliness  = "liveliness"
)

// defaultQoS is rmw's default profile.
var defaultQoS = QoS{Reliable: true, Depth: 10}

// Misfits returns the policies by which a writer with QoS q offers less than a reader requests; empty if they match.
func (q QoS) Misfits(requested QoS) []string {
	var out []string
	for _, policy := range []struct {
		name string
		less bool
	}{
		{PolicyReliability, requested.Reliable && !q.Reliable},
		{PolicyDurability, requested.TransientLocal && !q.TransientLocal},
		{PolicyDeadline, longer(q.Deadline, requested.Deadline)},
		{PolicyLiveliness, requested.ManualLiveliness && !q.ManualLiveliness || longer(q.Lease, requested.Lease)},
	} {
		if policy.less {
			out = append(out, policy.name)
		}
	}
	return out
}

// longer reports whether offered is longer than requested; 0 is infinite.
func longer(offered, requested time.Duration) bool {
	return requested > 0 && (offered <= 0 || offered > requested)
}

// String returns the fields that differ from the zero value, such as "reliable, transient local, depth 10".
func (q QoS) String() string {
	parts := []string{q.reliability()}
	if q.TransientLocal {
		parts = append(parts, q.durability())
	}
	if q.KeepAll {
		parts = append(parts, "keep all")
	} else {
		parts = append(parts, fmt.Sprintf("depth %d", max(q.Depth, 1)))
	}
	if q.Deadline > 0 {
		parts = append(parts, fmt.Sprintf("deadline %v", q.Deadline))
	}
	if q.Lifespan > 0 {
		parts = append(parts, fmt.Sprintf("lifespan %v", q.Lifespan))
	}
	if q.ManualLiveliness || q.Lease > 0 {
		parts = append(parts, q.liveliness())
	}
	return strings.Join(parts, ", ")
}

// Value returns q's value of a policy that Misfits names: "best effort".
func (q QoS) Value(policy string) string {
	switch policy {
	case PolicyReliability:
		return q.reliability()
	case PolicyDurability:
		return q.durability()
	case PolicyDeadline:
		return "deadline " + duration(q.Deadline)
	case PolicyLiveliness:
		return q.liveliness()
	}
	return "?"
}

func (q QoS) reliability() string {
	if q.Reliable {
		return "reliable"
	}
	return "best effort"
}

func (q QoS) durability() string {
	if q.TransientLocal {
		return "transient local"
	}
	return "volatile"
}

func (q QoS) liveliness() string {
	kind := "automatic"
	if q.ManualLiveliness {
		kind = "manual by topic"
	}
	return kind + " liveliness, lease " + duration(q.Lease)
}

func duration(d time.Duration) string {
	if d <= 0 {
		return "infinite"
	}
	return d.String()
}
