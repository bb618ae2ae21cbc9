package deploy

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSshIsNamedOnceInAnError(t *testing.T) {
	for _, row := range []struct {
		stderr string
		err    error
		says   string
	}{
		{"ssh: connect to host ten port 22: Connection refused\n", errors.New("exit status 255"), "no connection to nao@ten: a machine answers, but no ssh runs on it: is it the robot, and has it booted? A NAO takes a minute (ssh: connect to host ten port 22: Connection refused)"},
		{"ssh: unheard of\n", errors.New("exit status 255"), "no connection to nao@ten: ssh: unheard of"},
		{"something else\n", errors.New("exit status 255"), "no connection to nao@ten: ssh: something else"},
		{"", errors.New("ssh: fork failed"), "no connection to nao@ten: ssh: fork failed"},
		{"", errors.New("exit status 255"), "no connection to nao@ten: ssh: exit status 255"},
	} {
		err := sshError("nao@ten", row.stderr, row.err)
		require.ErrorIs(t, err, errUnreachable)
		require.EqualError(t, err, row.says)
	}
}
