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
		{"ssh: unheard of\n", errors.New("exit status 255"), "no connection to nao@ten: ssh: unheard of"},
		{"something else\n", errors.New("exit status 255"), "no connection to nao@ten: ssh: something else"},
		{"", errors.New("ssh: fork failed"), "no connection to nao@ten: ssh: fork failed"},
		{"", errors.New("exit status 255"), "no connection to nao@ten: ssh: exit status 255"},
	} {
		err := sshError("nao@ten", row.stderr, row.err)
		require.ErrorIs(t, err, ErrUnreachable)
		require.EqualError(t, err, row.says)
	}
}
