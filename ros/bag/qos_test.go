package bag

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
)

func TestProfilesAreReadAsTheyAreWritten(t *testing.T) {
	offers := []ros.QoS{
		{Reliable: true, Depth: 10},
		{TransientLocal: true, KeepAll: true, Depth: 1, Deadline: 1500 * time.Millisecond},
		{Reliable: true, Depth: 3, Lifespan: time.Second, ManualLiveliness: true, Lease: 2 * time.Second},
	}
	got, err := parseProfiles(formatProfiles(offers))
	require.NoError(t, err)
	require.Equal(t, offers, got)
	for _, none := range []string{"", "[]", formatProfiles(nil)} {
		got, err := parseProfiles(none)
		require.NoError(t, err)
		require.Empty(t, got)
	}
}

func TestWrongProfilesSayWhatIsExpected(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"- reliability: sometimes", `offered_qos_profiles: reliability "sometimes": expected one of system_default, reliable, `},
		{"- history: 7", `history "7": expected one of system_default, keep_last, `},
		{"a: 1", "offered_qos_profiles: "},
		{"- depth: -1", `offered_qos_profiles: line 1: [0].depth: "-1": expected a whole number from 0 on`},
		{"- depth: 1\n\thistory: 1", "offered_qos_profiles: line 2: not YAML: the line is indented with a tab"},
	} {
		_, err := parseProfiles(c.text)
		require.ErrorContains(t, err, c.want)
	}
}

func TestOverridesAreReadAsRosbag2HasThem(t *testing.T) {
	got, err := ParseOverrides([]byte(`
/a: {reliability: best_effort, history: keep_all}
/b: {durability: transient_local, depth: 1, deadline: {sec: 1, nsec: 500000000}}
`))
	require.NoError(t, err)
	require.Equal(t, map[string]ros.QoS{
		"/a": {KeepAll: true, Depth: 10},
		"/b": {Reliable: true, TransientLocal: true, Depth: 1, Deadline: 1500 * time.Millisecond},
	}, got)
	_, err = ParseOverrides([]byte("/a: {relability: reliable}"))
	require.ErrorContains(t, err, `/a.relability: no such key (did you mean "reliability"?)`)
	_, err = ParseOverrides([]byte("- a"))
	require.ErrorContains(t, err, "expected a map of topics to QoS profiles")
}

func TestARecorderHearsEveryPublisher(t *testing.T) {
	reliable, effort := ros.QoS{Reliable: true, Depth: 1}, ros.QoS{Depth: 1}
	latched := ros.QoS{Reliable: true, TransientLocal: true, Depth: 1}
	for _, c := range []struct {
		offers []ros.QoS
		want   ros.QoS
		mixed  bool
	}{
		{nil, ros.QoS{Depth: 5}, false},
		{[]ros.QoS{reliable, reliable}, ros.QoS{Reliable: true, Depth: 5}, false},
		{[]ros.QoS{reliable, effort}, ros.QoS{Depth: 5}, true},
		{[]ros.QoS{latched}, ros.QoS{Reliable: true, TransientLocal: true, Depth: 5}, false},
		{[]ros.QoS{latched, reliable}, ros.QoS{Reliable: true, Depth: 5}, true},
	} {
		got := subscription(c.offers, 5)
		require.Equal(t, c.want, got)
		require.Equal(t, c.mixed, mixed(c.offers))
		for _, o := range c.offers {
			require.Empty(t, o.Misfits(got))
		}
	}
}

func TestATopicIsPlayedAsItWasOffered(t *testing.T) {
	effort := ros.QoS{Depth: 20, Deadline: time.Second}
	require.Equal(t, effort, offer([]ros.QoS{effort, effort}))
	require.Equal(t, ros.QoS{Reliable: true, Depth: 10}, offer(nil))
	require.Equal(t, ros.QoS{Reliable: true, Depth: 10}, offer([]ros.QoS{effort, {Reliable: true}}))
	require.Equal(t, 10, offer([]ros.QoS{{Reliable: true, Depth: 1}}).Depth)
}
