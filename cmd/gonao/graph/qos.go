package graph

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/wording"
	"gonao/ros"
)

// qosFlags are the flags of a QoS.
type qosFlags struct {
	profile, history, reliability, durability, liveliness string
	depth                                                 int
	lease                                                 time.Duration
	reliable, transientLocal, bestEffort                  bool // shorter flags for these values
}

// The values of the flags.
var (
	historyWords     = []string{"keep_last", "keep_all"}
	reliabilityWords = []string{"reliable", "best_effort"}
	durabilityWords  = []string{"volatile", "transient_local"}
	livelinessWords  = []string{"automatic", "manual_by_topic"}
)

// profiles returns the QoS profiles of rmw by their names.
func profiles() map[string]ros.QoS {
	return map[string]ros.QoS{
		"default":               {Reliable: true, Depth: 10},
		"services_default":      {Reliable: true, Depth: 10},
		"system_default":        {Reliable: true, Depth: 1},
		"parameters":            {Reliable: true, Depth: 1000},
		"parameter_events":      {Reliable: true, Depth: 1000},
		"sensor_data":           {Depth: 5},
		"action_status":         {Reliable: true, TransientLocal: true, Depth: 1},
		"action_status_default": {Reliable: true, TransientLocal: true, Depth: 1},
	}
}

// profileWords returns the names of the profiles, sorted.
func profileWords() []string { return slices.Sorted(maps.Keys(profiles())) }

// add adds the flags that subscriptions and publishers share.
func (q *qosFlags) add(cmd *cobra.Command, defaults string) {
	flags := cmd.Flags()
	flags.StringVar(&q.profile, "qos-profile", "", "start from a profile: "+strings.Join(profileWords(), ", "))
	flags.IntVar(&q.depth, "qos-depth", 0, "messages to keep (0: as the profile)")
	for _, f := range []struct {
		value       *string
		name, about string
		words       []string
	}{
		{&q.history, "qos-history", "how many messages to keep", historyWords},
		{&q.reliability, "qos-reliability", "whether lost messages are sent again", reliabilityWords},
		{&q.durability, "qos-durability", "whether late subscribers get earlier messages", durabilityWords},
		{&q.liveliness, "qos-liveliness", "how a publisher reports that it is alive", livelinessWords},
	} {
		flags.StringVar(f.value, f.name, "", f.about+": "+strings.Join(f.words, ", ")+defaults)
		_ = cmd.RegisterFlagCompletionFunc(f.name, cobra.FixedCompletions(f.words, cobra.ShellCompDirectiveNoFileComp)) // the flag exists
	}
	flags.Var((*cli.Seconds)(&q.lease), "qos-liveliness-lease-duration-seconds", "time without a report after which a publisher counts as dead (0: never)")
	_ = cmd.RegisterFlagCompletionFunc("qos-profile", cobra.FixedCompletions(profileWords(), cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVar(&q.reliable, "reliable", false, "short for --qos-reliability reliable")
	flags.BoolVar(&q.transientLocal, "transient-local", false, "short for --qos-durability transient_local --qos-reliability reliable")
}

// addSubscription adds the flags of a subscription.
func (q *qosFlags) addSubscription(cmd *cobra.Command) {
	q.add(cmd, " (default: as the publishers offer)")
}

// addPublisher adds the flags of a publisher.
func (q *qosFlags) addPublisher(cmd *cobra.Command) {
	q.add(cmd, " (default: as the profile)")
	cmd.Flags().BoolVar(&q.bestEffort, "best-effort", false, "short for --qos-reliability best_effort")
}

// check returns an error for a value that does not exist.
func (q *qosFlags) check() error {
	for _, f := range []struct {
		flag, value string
		words       []string
	}{
		{"profile", q.profile, profileWords()},
		{"history", q.history, historyWords},
		{"reliability", q.reliability, reliabilityWords},
		{"durability", q.durability, durabilityWords},
		{"liveliness", q.liveliness, livelinessWords},
	} {
		if f.value != "" && !slices.Contains(f.words, f.value) {
			return cli.Usagef("--qos-%s %q: expected one of %s%s", f.flag, f.value, strings.Join(f.words, ", "), wording.DidYouMean(f.value, f.words))
		}
	}
	if q.depth < 0 {
		return cli.Usagef("--qos-depth %d: expected 0 or more", q.depth)
	}
	return nil
}

// over returns base with what the flags set.
func (q *qosFlags) over(base ros.QoS) ros.QoS {
	if p, ok := profiles()[q.profile]; ok {
		base = p
	}
	if q.depth > 0 {
		base.Depth, base.KeepAll = q.depth, false
	}
	if q.history != "" {
		base.KeepAll = q.history == "keep_all"
	}
	if q.transientLocal {
		base.TransientLocal, base.Reliable = true, true
	}
	if q.reliable {
		base.Reliable = true
	}
	if q.bestEffort {
		base.Reliable = false
	}
	if q.reliability != "" {
		base.Reliable = q.reliability == "reliable"
	}
	if q.durability != "" {
		base.TransientLocal = q.durability == "transient_local"
	}
	if q.liveliness != "" {
		base.ManualLiveliness = q.liveliness == "manual_by_topic"
	}
	if q.lease > 0 {
		base.Lease = q.lease
	}
	return base
}

// listenDepth is the history depth of a subscription unless a flag sets it.
const listenDepth = 100

// subscription returns a QoS that matches all publishers and requests as much as all of
// them offer. Flags override it. It prints a note if the publishers offer different things.
func (q *qosFlags) subscription(topic string, writers []ros.EndpointInfo, notes io.Writer) ros.QoS {
	qos := ros.QoS{Depth: listenDepth}
	reliable, transient := 0, 0
	for _, w := range writers {
		if w.QoS.Reliable {
			reliable++
		}
		if w.QoS.TransientLocal {
			transient++
		}
	}
	all := len(writers)
	qos.Reliable = all > 0 && reliable == all
	qos.TransientLocal = all > 0 && transient == all && qos.Reliable
	asked := q.over(qos)
	if reliable > 0 && reliable < all && !asked.Reliable && q.reliability == "" {
		fmt.Fprintf(notes, "warning: topic %s: %d of %d publishers are reliable; listening best effort to hear all\n", topic, reliable, all)
	}
	if transient > 0 && transient < all && !asked.TransientLocal && q.durability == "" {
		fmt.Fprintf(notes, "warning: topic %s: %d of %d publishers are transient local; listening volatile to hear all\n", topic, transient, all)
	}
	return asked
}

// publishers returns the publishers of a topic.
func publishers(g ros.Graph, topic string) []ros.EndpointInfo {
	var writers []ros.EndpointInfo
	for _, i := range g.Topics {
		for _, e := range i.Endpoints {
			if i.Name == topic && e.Writer {
				writers = append(writers, e)
			}
		}
	}
	return writers
}
