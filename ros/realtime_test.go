package ros

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestRealtimeIsGrantedOrSaysWhatIsMissing(t *testing.T) {
	done := make(chan error)
	var policy uint32
	go func() { // its thread ends with it, so the tests after it run as before
		err := Realtime(10)
		attr, attrErr := unix.SchedGetAttr(0, 0)
		policy = attr.Policy
		done <- errors.Join(err, attrErr)
	}()
	err := <-done
	if err != nil {
		require.Regexp(t, "SCHED_FIFO.*CAP_SYS_NICE|lock memory.*CAP_IPC_LOCK", err.Error())
		t.Log("not granted here:", err)
		return
	}
	require.EqualValues(t, unix.SCHED_FIFO, policy)
	require.NoError(t, unix.Munlockall())
}

// realtimeChild is set in the process whose threads all ask for real-time priority.
const realtimeChild = "GONAO_REALTIME_CHILD"

// A thread that is left behind at normal priority could be waited for without end.
func TestRealtimeProcessLeavesNoThreadBehind(t *testing.T) {
	if os.Getenv(realtimeChild) == "" {
		program, err := os.Executable()
		require.NoError(t, err)
		child := exec.Command(program, "-test.run=^TestRealtimeProcessLeavesNoThreadBehind$", "-test.v")
		child.Env = append(os.Environ(), realtimeChild+"=1")
		out, err := child.CombinedOutput()
		require.NoError(t, err, string(out))
		t.Logf("%s", out)
		return
	}
	done := make(chan struct{})
	for range 4 { // threads come while they are counted
		go func() {
			for {
				select {
				case <-done:
					return
				default:
					go runtime.LockOSThread() // ends its thread
					time.Sleep(time.Millisecond)
				}
			}
		}()
	}
	err := RealtimeProcess(1)
	close(done)
	if err != nil {
		require.Regexp(t, "SCHED_FIFO.*CAP_SYS_NICE|lock memory.*CAP_IPC_LOCK", err.Error())
		t.Log("not granted here:", err)
		return
	}
	tasks, err := os.ReadDir("/proc/self/task")
	require.NoError(t, err)
	for _, task := range tasks {
		tid, err := strconv.Atoi(task.Name())
		require.NoError(t, err)
		attr, err := unix.SchedGetAttr(tid, 0)
		if errors.Is(err, unix.ESRCH) {
			continue // it has ended
		}
		require.NoError(t, err)
		require.EqualValues(t, unix.SCHED_FIFO, attr.Policy, "thread %d", tid)
	}
}
