package cyclone

import (
	"fmt"
	"log/slog"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"gonao/ros"
)

// maxIndex is how many processes of a host find a participant index; the next
// one does not. It is rmw_cyclonedds's value, so that both look at the same ports.
const maxIndex = 32

// localhost is this host as a peer, by address: a bare container has no /etc/hosts, and Cyclone then finds no peer and
// reports no error.
const localhost = "127.0.0.1"

// maxDomain is the highest ROS_DOMAIN_ID whose ports stay below the ephemeral ones.
const maxDomain = 232

// domainID is ROS_DOMAIN_ID, or 0.
func domainID(getenv func(string) string) (uint32, error) {
	text := getenv("ROS_DOMAIN_ID")
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseUint(text, 10, 32)
	if err != nil || id > maxDomain {
		return 0, fmt.Errorf("ROS_DOMAIN_ID=%q: expected a number from 0 to %d", text, maxDomain)
	}
	return uint32(id), nil
}

// config is Cyclone's configuration: ours, then the user's CYCLONEDDS_URI, which wins.
func config(getenv func(string) string, rmemMax int) (string, error) {
	discovery, general, err := discoveryConfig(getenv)
	if err != nil {
		return "", err
	}
	user := getenv("CYCLONEDDS_URI")
	if rmemMax >= ros.FullReceiveBuffer && !strings.Contains(user, "SocketReceiveBufferSize") {
		// Fewer, bigger packets double the throughput of images; where the
		// receive buffer is small they would lose them.
		general += "<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>64000B</FragmentSize>"
	}
	// A fixed high-water mark: publishers never wait (see endpointSpec.patience), so an adaptive mark, which falls to 1
	// kB, would drop messages that a healthy reader could receive.
	internal := fmt.Sprintf(`<SocketReceiveBufferSize max="%dB"/>`, ros.FullReceiveBuffer) +
		"<Watermarks><WhcAdaptive>false</WhcAdaptive><WhcHigh>2MB</WhcHigh><WhcHighInit>2MB</WhcHighInit></Watermarks>"
	lease, err := leaseConfig(getenv(LeaseVariable))
	if err != nil {
		return "", err
	}
	security, err := securityConfig(getenv)
	if err != nil {
		return "", err
	}
	xml := "<CycloneDDS><Domain><General>" + general + "</General><Discovery>" + discovery + lease +
		"</Discovery><Internal>" + internal + "</Internal>" + security + "</Domain></CycloneDDS>"
	if user != "" {
		xml += "," + user
	}
	return xml, nil
}

// LeaseVariable is the environment variable with the seconds after which other participants forget this process when it
// was killed. A process that ends normally announces its end at once.
const LeaseVariable = "GONAO_LEASE_SEC"

// leaseConfig returns Cyclone's setting for the lease; Cyclone's default is 10 s, and other participants notice after 8
// s.
func leaseConfig(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	sec, err := strconv.ParseFloat(text, 64)
	if err != nil || !(sec >= 0.1 && sec <= 3600) {
		return "", fmt.Errorf("%s=%q: expected 0.1 to 3600 seconds", LeaseVariable, text)
	}
	return fmt.Sprintf("<LeaseDuration>%dms</LeaseDuration>", int(sec*1000)), nil
}

// discoveryConfig returns Cyclone's settings for the range of discovery.
func discoveryConfig(getenv func(string) string) (discovery, general string, err error) {
	index := fmt.Sprintf("<ParticipantIndex>auto</ParticipantIndex>"+
		"<MaxAutoParticipantIndex>%d</MaxAutoParticipantIndex>", maxIndex)
	if getenv("ROS_LOCALHOST_ONLY") == "1" {
		ignored := ""
		if getenv("ROS_AUTOMATIC_DISCOVERY_RANGE") != "" || getenv("ROS_STATIC_PEERS") != "" {
			ignored = "; ROS_AUTOMATIC_DISCOVERY_RANGE and ROS_STATIC_PEERS are ignored"
		}
		if !old(getenv("ROS_DISTRO")) {
			slog.Warn("ROS_LOCALHOST_ONLY is deprecated: use ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST" + ignored)
		}
		// As in rmw_cyclonedds, only the loopback interface is used. Other programs may use multicast on it.
		return index + peersConfig(localhost),
			`<Interfaces><NetworkInterface address="127.0.0.1"/></Interfaces>`, nil
	}
	if only := getenv("ROS_LOCALHOST_ONLY"); only != "" && only != "0" {
		slog.Warn(fmt.Sprintf("ROS_LOCALHOST_ONLY=%q counts as 0: expected 0 or 1", only))
	}
	others, err := staticPeers(getenv("ROS_STATIC_PEERS"))
	if err != nil {
		return "", "", err
	}
	reach := strings.ToUpper(getenv("ROS_AUTOMATIC_DISCOVERY_RANGE"))
	switch reach {
	case "", "SUBNET":
		// In addition to multicast, contact the ports of this host: processes with LOCALHOST receive nothing else.
		return index + peersConfig(append(others, localhost)...), "", nil
	case "LOCALHOST":
		return index + peersConfig(append(others, localhost)...), "<AllowMulticast>false</AllowMulticast>", nil
	case "OFF":
		if len(others) > 0 {
			slog.Warn("ROS_STATIC_PEERS is ignored: ROS_AUTOMATIC_DISCOVERY_RANGE is OFF")
		}
		return fmt.Sprintf("<Tag>ros_discovery_off_%d</Tag>", os.Getpid()) + index, "<AllowMulticast>false</AllowMulticast>", nil
	case "SYSTEM_DEFAULT":
		return "", "", nil
	}
	// rcl warns and continues with LOCALHOST; we return an error, since a robot that no peer finds is worse.
	return "", "", fmt.Errorf("ROS_AUTOMATIC_DISCOVERY_RANGE=%q: expected SUBNET, LOCALHOST, OFF or SYSTEM_DEFAULT", reach)
}

// old reports whether a ROS distribution supports only ROS_LOCALHOST_ONLY.
func old(distro string) bool {
	switch distro {
	case "foxy", "galactic", "humble":
		return true
	}
	return false
}

// peersConfig returns the configuration that makes Cyclone contact the given hosts.
func peersConfig(hosts ...string) string {
	var b strings.Builder
	for _, host := range hosts {
		fmt.Fprintf(&b, `<Peer Address="%s"/>`, host)
	}
	return "<Peers>" + b.String() + "</Peers>"
}

// staticPeers parses ROS_STATIC_PEERS: addresses or names of hosts, separated by semicolons.
func staticPeers(text string) ([]string, error) {
	var hosts []string
	for host := range strings.SplitSeq(text, ";") {
		if host = strings.TrimSpace(host); host == "" {
			continue
		}
		if net.ParseIP(host) == nil {
			if !reHost.MatchString(host) || reDigits.MatchString(host) {
				return nil, fmt.Errorf("ROS_STATIC_PEERS=%q: %q: expected addresses or names of hosts with semicolons between them", text, host)
			}
			if _, err := net.LookupHost(host); err != nil {
				return nil, fmt.Errorf("ROS_STATIC_PEERS=%q: %w", text, err)
			}
		}
		hosts = append(hosts, host)
	}
	return hosts, nil
}

// reHost matches a host name; reDigits matches text that was meant as an address.
var (
	reHost   = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*\.?$`)
	reDigits = regexp.MustCompile(`^[0-9.]+$`)
)

// rmemMax is the largest receive buffer in bytes that the kernel grants.
func rmemMax() int {
	text, err := os.ReadFile("/proc/sys/net/core/rmem_max")
	if err != nil {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return n
}

// udpSockets are the process's datagram sockets with their receive buffers in bytes.
func udpSockets() map[int]int {
	sockets := map[int]int{}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return sockets
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if kind, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE); err != nil || kind != unix.SOCK_DGRAM {
			continue
		}
		if n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF); err == nil {
			sockets[fd] = n / 2 // the kernel reports twice the size
		}
	}
	return sockets
}

// grantedBuffer returns the largest receive buffer among the sockets that are not in before: the size that the kernel
// granted to Cyclone.
func grantedBuffer(before map[int]int) int {
	best := 0
	for fd, size := range udpSockets() {
		if _, old := before[fd]; !old {
			best = max(best, size)
		}
	}
	return best
}
