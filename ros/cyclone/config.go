package cyclone

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"gonao/ros"
)

// maxIndex is how many processes of a host find a participant index; the next
// one does not. It is rmw_cyclonedds's value, so that both look at the same ports.
const maxIndex = 32

// localhost makes this host a peer.
const localhost = `<Peers><Peer Address="localhost"/></Peers>`

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
	var general, discovery, domain string
	index := fmt.Sprintf("<ParticipantIndex>auto</ParticipantIndex>"+
		"<MaxAutoParticipantIndex>%d</MaxAutoParticipantIndex>", maxIndex)
	switch r := discoveryRange(getenv); r {
	case "SUBNET":
		// Besides by multicast, knock at the ports of this host: processes with
		// LOCALHOST hear nothing else.
		discovery = index + localhost
	case "LOCALHOST":
		general = "<AllowMulticast>false</AllowMulticast>"
		discovery = index + localhost
	case "OFF":
		discovery = index
		domain = fmt.Sprintf("<Tag>ros_discovery_off_%d</Tag>", os.Getpid())
	case "SYSTEM_DEFAULT":
	default:
		return "", fmt.Errorf("ROS_AUTOMATIC_DISCOVERY_RANGE=%q: expected SUBNET, LOCALHOST, OFF or SYSTEM_DEFAULT", r)
	}
	user := getenv("CYCLONEDDS_URI")
	if rmemMax >= ros.FullReceiveBuffer && !strings.Contains(user, "SocketReceiveBufferSize") {
		// Fewer, bigger packets double the throughput of images; where the
		// receive buffer is small they would lose them.
		general += "<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>64000B</FragmentSize>"
	}
	// A fixed high-water mark: publishers never wait (see never_block), so a mark
	// that adapts down to 1 kB would drop what a healthy reader could take.
	internal := fmt.Sprintf(`<SocketReceiveBufferSize max="%dB"/>`, ros.FullReceiveBuffer) +
		"<Watermarks><WhcAdaptive>false</WhcAdaptive><WhcHigh>2MB</WhcHigh><WhcHighInit>2MB</WhcHighInit></Watermarks>"
	xml := "<CycloneDDS><Domain><General>" + general + "</General><Discovery>" + domain + discovery +
		"</Discovery><Internal>" + internal + "</Internal></Domain></CycloneDDS>"
	if user != "" {
		xml += "," + user
	}
	return xml, nil
}

// discoveryRange is how far others are looked for.
func discoveryRange(getenv func(string) string) string {
	if r := getenv("ROS_AUTOMATIC_DISCOVERY_RANGE"); r != "" {
		return strings.ToUpper(r)
	}
	if getenv("ROS_LOCALHOST_ONLY") == "1" {
		return "LOCALHOST"
	}
	return "SUBNET"
}

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
			sockets[fd] = n / 2 // the kernel tells twice what it grants
		}
	}
	return sockets
}

// grantedBuffer is the largest receive buffer among the sockets that are not in
// before: what Cyclone really got, whatever the configuration asked for.
func grantedBuffer(before map[int]int) int {
	best := 0
	for fd, size := range udpSockets() {
		if _, old := before[fd]; !old {
			best = max(best, size)
		}
	}
	return best
}
