package ros

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Realtime locks the calling goroutine to its thread and requests SCHED_FIFO for that thread, with a priority of 1 to
// 99. An error means that the kernel refused; the goroutine then continues with its thread at normal priority.
func Realtime(priority int) error {
	runtime.LockOSThread()
	if err := fifo(0, priority); err != nil {
		return err
	}
	return lockMemory()
}

// RealtimeProcess requests SCHED_FIFO for every thread of the process, now and later. It is for nodes that do nothing but
// control, where a message crosses several threads (socket, decoding, the loop itself).
//
// A thread inherits the policy of the one that creates it. So threads are listed until no new one appears: a thread left
// at normal priority may never run beside the others, and the garbage collector, which waits for it without sleeping,
// would not end.
func RealtimeProcess(priority int) error {
	for changed := true; changed; {
		changed = false
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return fmt.Errorf("real time: list threads: %w", err)
		}
		for _, task := range tasks {
			tid, err := strconv.Atoi(task.Name())
			if err != nil || isFIFO(tid, priority) {
				continue
			}
			switch err := fifo(tid, priority); {
			case err == nil:
				changed = true
			case !errors.Is(err, unix.ESRCH): // the thread has not just ended
				return err
			}
		}
	}
	return lockMemory()
}

// isFIFO reports whether a thread has SCHED_FIFO with a priority.
func isFIFO(tid, priority int) bool {
	attr, err := unix.SchedGetAttr(tid, 0)
	return err == nil && attr.Policy == unix.SCHED_FIFO && attr.Priority == uint32(priority)
}

func fifo(tid, priority int) error {
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: uint32(priority)}
	if err := unix.SchedSetAttr(tid, &attr, 0); err != nil {
		return fmt.Errorf("real time: SCHED_FIFO priority %d: %w (needs CAP_SYS_NICE or an rtprio limit)", priority, err)
	}
	return nil
}

// lockMemory locks every page that is used in memory.
func lockMemory() error {
	const onFault = 4 // MCL_ONFAULT: lock pages as they are used, not whole arenas
	if err := unix.Mlockall(unix.MCL_CURRENT | unix.MCL_FUTURE | onFault); err != nil {
		return fmt.Errorf("real time: lock memory: %w (needs CAP_IPC_LOCK or a memlock limit)", err)
	}
	return nil
}
