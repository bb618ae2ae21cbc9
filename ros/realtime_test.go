package ros

import (
	"errors"
	"testing"

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
