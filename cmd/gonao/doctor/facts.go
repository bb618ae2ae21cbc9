package doctor

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"gonao/internal/proc"
)

// Facts holds what is known about a computer and its environment.
type Facts struct {
	Env        func(string) string
	Interfaces []Interface
	// ReceiveBuffer is the largest receive buffer that the kernel grants, in bytes; 0 if unknown.
	ReceiveBuffer int
	Processors    int
	// Load is the number of processes that want a processor, averaged over a minute; negative if unknown.
	Load float64
	// ClockSynced reports whether the kernel's clock follows a time server. It is valid only if ClockKnown is set.
	ClockSynced, ClockKnown bool
	ClockErrorSec           float64 // the largest error that the kernel expects
	// Realtime is the highest real-time priority that a process may have. MemoryLock is the number of bytes that it
	// may lock.
	Realtime   int
	MemoryLock uint64
	Disks      []Disk
	Missing    []string // programs of gonao that are not beside this one
	Without    []Helper // programs of others that are not installed
}

// Interface is a network interface that is up.
type Interface struct {
	Name      string
	Addresses []string
	Multicast bool
	Loopback  bool
}

// Disk is a directory that programs write to.
type Disk struct {
	Path, For string
	FreeBytes uint64
	Err       error
}

// Helper is a program of others that gonao uses if it is installed.
type Helper struct{ Program, Package, For string }

// helpers lists the programs of others that gonao uses if they are installed.
var helpers = []Helper{
	{"espeak-ng", "espeak-ng", "speech"},
	{"ssh", "openssh-client", "gonao robot"},
}

// Gather returns the facts of this computer.
func Gather() Facts {
	f := Facts{Env: os.Getenv, Interfaces: interfaces(), Processors: runtime.NumCPU(), Load: load()}
	f.ReceiveBuffer = number("/proc/sys/net/core/rmem_max")
	f.ClockSynced, f.ClockErrorSec, f.ClockKnown = clock()
	f.Realtime, f.MemoryLock = realtime()
	f.Disks = disks()
	for _, program := range []string{"nao_driver", "motion", "simulator", "vision", "executor", "motion_lab", "graph_layout", "studio"} {
		if _, err := proc.Sibling(program, program); err != nil {
			f.Missing = append(f.Missing, program)
		}
	}
	for _, h := range helpers {
		if _, err := exec.LookPath(h.Program); err != nil {
			f.Without = append(f.Without, h)
		}
	}
	return f
}

// interfaces returns the interfaces that are up.
func interfaces() []Interface {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var up []Interface
	for _, i := range all {
		if i.Flags&net.FlagUp == 0 {
			continue
		}
		one := Interface{Name: i.Name, Multicast: i.Flags&net.FlagMulticast != 0, Loopback: i.Flags&net.FlagLoopback != 0}
		addresses, _ := i.Addrs() // an interface without an address is listed without one
		for _, a := range addresses {
			if ip, _, err := net.ParseCIDR(a.String()); err == nil && ip.To4() != nil {
				one.Addresses = append(one.Addresses, ip.String())
			}
		}
		up = append(up, one)
	}
	return up
}

// number returns the number in a file, or 0 if there is none.
func number(file string) int {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(text))) // 0 means unknown
	return n
}

// load returns the average load of the last minute, or -1 if it is unknown.
func load() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return -1
	}
	var one float64
	if _, err := fmt.Sscan(string(text), &one); err != nil {
		return -1
	}
	return one
}

// clock returns whether the kernel's clock is synchronized, and its largest error.
func clock() (synced bool, errorSec float64, known bool) {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	if err != nil {
		return false, 0, false
	}
	return state != unix.TIME_ERROR && t.Status&unix.STA_UNSYNC == 0, float64(t.Maxerror) * 1e-6, true
}

// realtime returns the highest real-time priority and the bytes of locked memory that this process may have. Root
// is not limited.
func realtime() (priority int, lock uint64) {
	if os.Geteuid() == 0 {
		return 99, unix.RLIM_INFINITY
	}
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_RTPRIO, &r) == nil {
		priority = int(min(r.Cur, 99))
	}
	if unix.Getrlimit(unix.RLIMIT_MEMLOCK, &r) == nil {
		lock = r.Cur
	}
	return priority, lock
}

// disks returns the free space where programs write.
func disks() []Disk {
	dirs := []Disk{{Path: ".", For: "recordings here"}}
	if dir := os.Getenv("ROS_LOG_DIR"); dir != "" {
		dirs = append(dirs, Disk{Path: dir, For: "logs"})
	} else if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, Disk{Path: filepath.Join(home, ".ros", "log"), For: "logs"})
	}
	for i := range dirs {
		dirs[i].FreeBytes, dirs[i].Err = free(dirs[i].Path)
	}
	return dirs
}

// free returns the bytes that a user may still write in a directory. If the directory does not exist yet, free
// looks at its nearest existing parent.
func free(dir string) (uint64, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return 0, err
	}
	for {
		var s unix.Statfs_t
		err := unix.Statfs(dir, &s)
		if err == nil {
			return s.Bavail * uint64(s.Bsize), nil
		}
		if parent := filepath.Dir(dir); os.IsNotExist(err) && parent != dir {
			dir = parent
			continue
		}
		return 0, fmt.Errorf("%s: %w", dir, err)
	}
}
