package proc

import (
	"bufio"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	if name := os.Getenv("CLAIM_TEST_NAME"); name != "" {
		if _, err := TakeClaim(name); err != nil {
			os.Exit(1)
		}
		os.Stdout.WriteString("taken\n")
		select {}
	}
	os.Exit(m.Run())
}

func TestAClaimEndsWithItsProcessAndNamesItBefore(t *testing.T) {
	name := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CLAIM_TEST_NAME="+name)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)

	_, err = TakeClaim(name)
	var taken *TakenError
	require.ErrorAs(t, err, &taken)
	require.Equal(t, cmd.Process.Pid, taken.Holder.PID)
	require.Contains(t, err.Error(), "proc.test")
	require.ErrorAs(t, CheckClaim(name), &taken)

	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	c, err := TakeClaim(name)
	require.NoError(t, err)
	require.NoError(t, CheckClaim(name), "it is our own")
	_, err = TakeClaim(name)
	require.ErrorAs(t, err, &taken)
	c.Release()
	require.NoError(t, CheckClaim(name))
}
