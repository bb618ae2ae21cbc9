package transport

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
)

// Options holds in which network and partition the node is.
type Options struct {
	Partition string       // nodes see each other that have the same partition; not empty
	IP        string       // address of the network interface to use; empty: every one that is up
	Relays    []string     // addresses outside the reach of multicast that relay discovery
	Log       *slog.Logger // of errors of other nodes; nil: nothing is logged
}

// Environment reads the options as Gazebo's own programs do, from GZ_PARTITION, GZ_IP and GZ_RELAY or
// their names in Fortress with IGN_; where both are set the newer name counts. The default partition
// is host name and user, as in those programs.
func Environment(getenv func(string) string, hostname, user string) Options {
	get := func(name string) string {
		if v := getenv("GZ_" + name); v != "" {
			return v
		}
		return getenv("IGN_" + name)
	}
	o := Options{Partition: get("PARTITION"), IP: get("IP")}
	o.Partition = cmp.Or(o.Partition, hostname+":"+user)
	for relay := range strings.SplitSeq(get("RELAY"), ":") {
		if relay != "" {
			o.Relays = append(o.Relays, relay)
		}
	}
	return o
}

func (o *Options) check() error {
	if o.Partition == "" || strings.ContainsAny(o.Partition, "@ /") {
		return fmt.Errorf("partition %q: expected a name without @, / and spaces (GZ_PARTITION, in Fortress IGN_PARTITION)", o.Partition)
	}
	for _, ip := range append([]string{o.IP}, o.Relays...) {
		if ip == "" {
			continue
		}
		if a, err := netip.ParseAddr(ip); err != nil || !a.Is4() {
			return fmt.Errorf("address %q: expected an IPv4 address such as 127.0.0.1 (GZ_IP or GZ_RELAY, in Fortress IGN_IP or IGN_RELAY)", ip)
		}
	}
	return nil
}

// maxName is the longest name of a topic, with its partition, that Gazebo accepts.
const maxName = 65535

// full returns the name of a topic or service on the wire: @/partition@/topic.
func (o *Options) full(topic string) (string, error) {
	switch {
	case !strings.HasPrefix(topic, "/"), strings.Trim(topic, "/") == "":
		return "", fmt.Errorf("topic %q: expected a name that begins with a slash", topic)
	case strings.ContainsAny(topic, "@~ \t\n"), strings.Contains(topic, "//"), strings.Contains(topic, ":="):
		return "", fmt.Errorf("topic %q: expected no @, ~, space, // or :=", topic)
	}
	name := "@/" + o.Partition + "@" + strings.TrimSuffix(topic, "/")
	if len(name) > maxName {
		return "", fmt.Errorf("topic %.40q…: longer than %d bytes", topic, maxName)
	}
	return name, nil
}

// short returns a name without its partition; ok is false for another partition's.
func (o *Options) short(name string) (topic string, ok bool) {
	topic, ok = strings.CutPrefix(name, "@/"+o.Partition+"@")
	return topic, ok && strings.HasPrefix(topic, "/")
}
