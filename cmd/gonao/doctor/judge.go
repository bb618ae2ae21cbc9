package doctor

import (
	"fmt"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
)

// Judge returns the findings about a computer, in a fixed order.
func Judge(f Facts) []Finding {
	var found []Finding
	for _, judge := range []func(Facts) []Finding{network, buffer, domain, clockOf, priority, processors, disk, programs} {
		found = append(found, judge(f)...)
	}
	return found
}

// one returns a list with one finding.
func one(level Level, about, do, format string, args ...any) []Finding {
	return []Finding{{level, about, fmt.Sprintf(format, args...), do}}
}

// network judges the interfaces and the discovery range.
func network(f Facts) []Finding {
	reach := strings.ToUpper(f.Env("ROS_AUTOMATIC_DISCOVERY_RANGE"))
	if f.Env("ROS_LOCALHOST_ONLY") == "1" {
		reach = "LOCALHOST"
	}
	var names []string
	multicast := false
	for _, i := range f.Interfaces {
		if i.Loopback || len(i.Addresses) == 0 {
			continue
		}
		names = append(names, i.Name+" "+strings.Join(i.Addresses, " "))
		multicast = multicast || i.Multicast
	}
	var found []Finding
	switch {
	case reach == "LOCALHOST":
		found = one(Warning, "network", "export ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET to see robots and other computers",
			"only this computer: ROS_AUTOMATIC_DISCOVERY_RANGE or ROS_LOCALHOST_ONLY keeps programs from the network")
	case reach == "OFF":
		found = one(Error, "network", "unset ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_AUTOMATIC_DISCOVERY_RANGE=OFF: programs find no other programs")
	case reach != "" && reach != "SUBNET" && reach != "SYSTEM_DEFAULT":
		found = one(Error, "network", "set it to SUBNET, LOCALHOST, OFF or SYSTEM_DEFAULT, or unset it", "ROS_AUTOMATIC_DISCOVERY_RANGE=%q is not a range", reach)
	case len(names) == 0:
		found = one(Warning, "network", "connect a cable or a wireless network; programs on one computer need no network",
			"no network but the loopback interface")
	case !multicast:
		found = one(Warning, "network", "export ROS_STATIC_PEERS='ADDRESS;ADDRESS' with the addresses of the others on each computer",
			"%s: no multicast, so programs on other computers are not found automatically", strings.Join(names, ", "))
	default:
		found = one(OK, "network", "", "%s", strings.Join(names, ", "))
	}
	if len(names) > 1 && reach != "LOCALHOST" && f.Env("CYCLONEDDS_URI") == "" {
		found = append(found, one(Warning, "network", `choose one: export CYCLONEDDS_URI='<CycloneDDS><Domain><General><Interfaces><NetworkInterface name="NAME"/></Interfaces></General></Domain></CycloneDDS>'`,
			"%d networks: Cyclone DDS uses one of them", len(names))...)
	}
	return found
}

// buffer judges the receive buffer.
func buffer(f Facts) []Finding {
	switch {
	case f.ReceiveBuffer == 0:
		return one(Warning, "buffers", "read net.core.rmem_max of the host, outside the container", "the kernel's receive buffer is not known")
	case f.ReceiveBuffer < ros.FullReceiveBuffer:
		return one(Warning, "buffers", fmt.Sprintf("sudo sysctl -w net.core.rmem_max=%d", ros.FullReceiveBuffer),
			"receive buffer of at most %d bytes: images of 640×480 at 30 Hz need %d", f.ReceiveBuffer, ros.FullReceiveBuffer)
	}
	return one(OK, "buffers", "", "receive buffer of up to %d bytes", f.ReceiveBuffer)
}

// domain reports the ROS domain. Joining the graph reports a wrong one too.
func domain(f Facts) []Finding {
	text := f.Env("ROS_DOMAIN_ID")
	var id int
	if text == "" {
		return one(OK, "domain", "", "ROS_DOMAIN_ID is not set: domain 0")
	}
	if n, err := fmt.Sscanf(text+"\n", "%d\n", &id); n != 1 || err != nil || id < 0 || id > 232 {
		return one(Error, "domain", "set it to a number from 0 to 232, or unset it", "ROS_DOMAIN_ID=%q is not a domain", text)
	}
	return one(OK, "domain", "", "ROS_DOMAIN_ID=%d; programs of other domains are not seen", id)
}

// clockOf judges the clock.
func clockOf(f Facts) []Finding {
	// stamps of two computers are compared, for example by tf: s
	const much = 0.1
	switch {
	case !f.ClockKnown:
		return one(Warning, "clock", "see timedatectl on the host", "whether the clock follows a time server is not known")
	case !f.ClockSynced:
		return one(Warning, "clock", "sudo timedatectl set-ntp true, or install chrony on the robot and here",
			"the clock follows no time server: stamps of two computers may differ, and transforms then fail")
	case f.ClockErrorSec > much:
		return one(Warning, "clock", "wait until the time server answers again, or see chronyc tracking", "the clock may be wrong by %.1f s", f.ClockErrorSec)
	}
	return one(OK, "clock", "", "follows a time server, at most %.0f ms wrong", f.ClockErrorSec*1000)
}

// priority judges the limits on real-time threads.
func priority(f Facts) []Finding {
	const highest = 20 // the simulator has the highest priority of our programs
	if f.Realtime < highest {
		return one(Warning, "real time", "add '@USER - rtprio 30' and '@USER - memlock unlimited' to a file in /etc/security/limits.d and log in again (docs/robot.md)",
			"priority %d of %d: nodes that control run at normal priority, and a cycle may be late under load", f.Realtime, highest)
	}
	const pages = 1 << 30
	if f.MemoryLock < pages {
		return one(Warning, "real time", "add '@USER - memlock unlimited' to a file in /etc/security/limits.d and log in again",
			"only %d kB of memory may be locked: a cycle may wait for a page", f.MemoryLock>>10)
	}
	return one(OK, "real time", "", "priorities up to %d", f.Realtime)
}

// processors judges how busy the computer is.
func processors(f Facts) []Finding {
	text := fmt.Sprintf("%s, load %.1f", cli.Count(f.Processors, "processor"), f.Load)
	switch {
	case f.Load > float64(f.Processors):
		return one(Warning, "processor", "end other programs that compute here: the simulator and a robot's nodes need two processors", "%s: busy", text)
	case f.Processors < 2:
		return one(Warning, "processor", "use a computer with two processors or more for the simulator", "%s", text)
	}
	return one(OK, "processor", "", "%s", text)
}

// disk judges the free space.
func disk(f Facts) []Finding {
	// a minute of both cameras takes this many bytes
	const little = 2 << 30
	var found []Finding
	for _, d := range f.Disks {
		free := fmt.Sprintf("%.1f GB free for %s", float64(d.FreeBytes)/1e9, d.For)
		switch {
		case d.Err != nil:
			found = append(found, one(Warning, "disk", "", "for %s: %v", d.For, d.Err)...)
		case d.FreeBytes < little:
			found = append(found, one(Warning, "disk", "make room; a minute of both cameras takes 2 GB", "%s", free)...)
		default:
			found = append(found, one(OK, "disk", "", "%s", free)...)
		}
	}
	return found
}

// programs judges which programs are there.
func programs(f Facts) []Finding {
	found := one(OK, "programs", "", "all programs of gonao are beside it")
	if len(f.Missing) > 0 {
		found = one(Warning, "programs", "run make build", "not beside gonao nor in PATH: %s", strings.Join(f.Missing, ", "))
	}
	for _, h := range f.Without {
		found = append(found, one(Warning, "programs", "sudo apt install "+h.Package, "no %s: %s does not work", h.Program, h.For)...)
	}
	return found
}
