package simulator

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// raiseThreads sets all threads of the process to the normal priority, where the system allows that (root, or RLIMIT_NICE).
// The drawing threads have a lower one; on a busy computer the end of the process would wait for them for a minute.
func raiseThreads() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return // not Linux
	}
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = unix.Setpriority(unix.PRIO_PROCESS, id, 0) // refused: they stay as they are
		}
	}
}
