package bag

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonao/internal/yamlread"
	"gonao/ros"
)

// The values of the policies as rmw numbers them. Bags up to version 8 have the
// numbers, later ones the names.
var (
	histories     = []string{"system_default", "keep_last", "keep_all", "unknown"}
	reliabilities = []string{"system_default", "reliable", "best_effort", "unknown", "best_available"}
	durabilities  = []string{"system_default", "transient_local", "volatile", "unknown", "best_available"}
	livelinesses  = []string{"system_default", "automatic", "manual_by_node", "manual_by_topic", "unknown", "best_available"}
)

// profile is a QoS profile as it stands in bags and in files of overrides.
type profile struct {
	History          string `yaml:"history"`
	Depth            uint64 `yaml:"depth"`
	Reliability      string `yaml:"reliability"`
	Durability       string `yaml:"durability"`
	Deadline         span   `yaml:"deadline"`
	Lifespan         span   `yaml:"lifespan"`
	Liveliness       string `yaml:"liveliness"`
	Lease            span   `yaml:"liveliness_lease_duration"`
	AvoidConventions bool   `yaml:"avoid_ros_namespace_conventions"`
}

// span is a duration; 0 and more than decades are infinite.
type span struct {
	Sec  uint64 `yaml:"sec"`
	Nsec uint64 `yaml:"nsec"`
}

// infinite is rmw's infinite duration.
var infinite = span{Sec: 9223372036, Nsec: 854775807}

// decades is the largest duration that counts as finite; Foxy's RMWs wrote infinity as 2^31-1 s.
const decades = 1<<31 - 1

func (s span) duration() time.Duration {
	if s.Sec >= decades || s.Nsec >= decades {
		return 0
	}
	return time.Duration(s.Sec)*time.Second + time.Duration(s.Nsec)
}

func toSpan(d time.Duration) span {
	if d <= 0 {
		return infinite
	}
	return span{Sec: uint64(d / time.Second), Nsec: uint64(d % time.Second)}
}

func (s span) write(b *strings.Builder, key string) {
	fmt.Fprintf(b, "  %s:\n    sec: %d\n    nsec: %d\n", key, s.Sec, s.Nsec)
}

// formatProfiles formats profiles with numbers for the policies, the only form that Humble reads; later versions accept
// it too.
func formatProfiles(offers []ros.QoS) string {
	if len(offers) == 0 {
		return "[]"
	}
	number := func(set bool, yes, no int) int {
		if set {
			return yes
		}
		return no
	}
	var b strings.Builder
	for _, q := range offers {
		fmt.Fprintf(&b, "- history: %d\n  depth: %d\n  reliability: %d\n  durability: %d\n",
			number(q.KeepAll, 2, 1), max(q.Depth, 1), number(q.Reliable, 1, 2), number(q.TransientLocal, 1, 2))
		toSpan(q.Deadline).write(&b, "deadline")
		toSpan(q.Lifespan).write(&b, "lifespan")
		fmt.Fprintf(&b, "  liveliness: %d\n", number(q.ManualLiveliness, 3, 1))
		toSpan(q.Lease).write(&b, "liveliness_lease_duration")
		b.WriteString("  avoid_ros_namespace_conventions: false\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// parseProfiles reads both forms; an empty text has no profiles.
func parseProfiles(text string) ([]ros.QoS, error) {
	var list []profile
	r := yamlread.New("", []byte(text))
	if r.Loose = true; len(r.Tops)+len(r.Faults) == 0 {
		return nil, nil
	}
	if err := r.Read(&list); err != nil {
		return nil, fmt.Errorf("offered_qos_profiles: %w", err)
	}
	return qosOf(list)
}

func qosOf(list []profile) ([]ros.QoS, error) {
	var out []ros.QoS
	for _, p := range list {
		q, err := p.qos()
		if err != nil {
			return nil, fmt.Errorf("offered_qos_profiles: %w", err)
		}
		out = append(out, q)
	}
	return out, nil
}

// qos returns a profile's QoS. Policies left to the system get rmw's defaults.
func (p profile) qos() (ros.QoS, error) {
	q := ros.QoS{
		Depth:    int(min(p.Depth, 1<<31-1)),
		Deadline: p.Deadline.duration(), Lifespan: p.Lifespan.duration(), Lease: p.Lease.duration(),
	}
	var err [4]error
	q.KeepAll, err[0] = isPolicy("history", p.History, histories, "keep_all")
	bestEffort, e := isPolicy("reliability", p.Reliability, reliabilities, "best_effort")
	q.Reliable, err[1] = !bestEffort, e
	q.TransientLocal, err[2] = isPolicy("durability", p.Durability, durabilities, "transient_local")
	q.ManualLiveliness, err[3] = isPolicy("liveliness", p.Liveliness, livelinesses, "manual_by_topic")
	return q, errors.Join(err[:]...)
}

// isPolicy reports whether a policy, by name or number, is the wanted one.
func isPolicy(key, value string, names []string, want string) (bool, error) {
	if value == "" {
		return false, nil
	}
	if i, err := strconv.Atoi(value); err == nil && i >= 0 && i < len(names) {
		value = names[i]
	}
	if !slices.Contains(names, value) {
		return false, fmt.Errorf("%s %q: expected one of %s", key, value, strings.Join(names, ", "))
	}
	return value == want, nil
}

// ParseOverrides parses a file of QoS overrides in the form of ros2 bag: a map of topics to profiles, in which missing
// policies have rmw's defaults.
func ParseOverrides(data []byte) (map[string]ros.QoS, error) {
	var topics map[string]override
	r := yamlread.New("", data)
	if err := r.Read(&topics); err != nil {
		return nil, fmt.Errorf("expected a map of topics to QoS profiles: %w", err)
	}
	out := map[string]ros.QoS{}
	for topic, o := range topics {
		q, err := profile(o).qos()
		if err != nil {
			return nil, fmt.Errorf("topic %s: %w", topic, err)
		}
		out[topic] = q
	}
	return out, nil
}

// override is a profile with rmw's default depth.
type override profile

// ReadYAML reads a profile; nothing is one without keys.
func (o *override) ReadYAML(n yamlread.Node) {
	if *o = (override{Depth: 10}); !n.IsNull() {
		n.Into((*profile)(o))
	}
}

// subscription returns the QoS that matches every publisher: reliable and transient local only when all offer it. The
// history is ours.
func subscription(offers []ros.QoS, depth int) ros.QoS {
	q := ros.QoS{Reliable: len(offers) > 0, TransientLocal: len(offers) > 0, Depth: depth}
	for _, o := range offers {
		q.Reliable = q.Reliable && o.Reliable
		q.TransientLocal = q.TransientLocal && o.TransientLocal
	}
	return q
}

// mixed reports whether publishers differ in a policy that matters to a reader.
func mixed(offers []ros.QoS) bool {
	for i := range offers {
		if len(offers[i].Misfits(offers[0])) > 0 || len(offers[0].Misfits(offers[i])) > 0 {
			return true
		}
	}
	return false
}

// offer returns the QoS to play a topic with: what its publishers offered if they agree, otherwise reliable and volatile,
// as in rosbag2.
func offer(offers []ros.QoS) ros.QoS {
	q := ros.QoS{Reliable: true, Depth: playDepth}
	if len(offers) > 0 && !mixed(offers) {
		q = offers[0]
		q.Depth = max(q.Depth, playDepth)
	}
	return q
}

// playDepth is the history of a topic that is played, at least.
const playDepth = 10
