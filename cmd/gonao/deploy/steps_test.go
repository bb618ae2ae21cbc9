package deploy

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStepsNameWhatIsNext(t *testing.T) {
	stock := "kernel=4.4.86-rt99-aldebaran\nmachine=x86_64\nclass=1\nfree_kb=3000000\nwritable=yes\naldebaran=yes\nhead=P0000074A01S8AI00001\n"
	flashed := stock + "socket=yes\nrobocup=yes\nbody=P0000073A03S83I00011\n"
	deployed := flashed + "current=20261122-101500-1a2b3c4d\nlaunch=robot.launch.yaml machine:=dance\ndomain=24\n"
	for _, c := range []struct {
		name, facts string
		key         bool
		step, next  string
	}{
		{"a stock robot, first login", stock, false, "key", "ssh-copy-id nao@nao.local"},
		{"a stock robot", stock, true, "firmware", "flash RoboCup's image"},
		{"a V5", "kernel=2.6.33.9-rt31\nmachine=i686\naldebaran=yes\n", true, "firmware", "protocol:=naoqi"},
		{"it boots", stock + "robocup=yes\n", true, "body", "takes a minute to boot"},
		{"flashed", flashed, true, "version", "--dry-run"},
		{"copied", deployed, true, "nodes", "gonao robot logs nao@nao.local"},
		{"it runs", deployed + "runs=yes\nstarted=100\nnow=160\n", true, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readFacts(c.facts)
			f.Socket = DefaultSocket
			step, next := "", ""
			for _, s := range f.Steps("nao@nao.local", c.key) {
				if !s.Done && step == "" {
					step, next = s.Name, s.Next
				}
				require.Equal(t, s.Done, s.Next == "", "%s: %s", s.Name, s.Next)
			}
			require.Equal(t, c.step, step)
			require.Contains(t, next, c.next)
		})
	}
	f := readFacts(deployed)
	require.Equal(t, "head P0000074A01S8AI00001, body P0000073A03S83I00011, ROS_DOMAIN_ID 24", f.Steps("nao", true)[4].Text)
}

func TestLampsHelpWhereNothingAnswers(t *testing.T) {
	for text, help := range map[string]bool{
		"ssh: Could not resolve hostname nao: Name or service not known": true,
		"ssh: connect to host nao port 22: No route to host":             true,
		"ssh: connect to host nao port 22: Connection refused":           true,
		"ssh: connect to host nao port 22: Connection timed out":         true,
		"nao@nao: Permission denied (publickey,password).":               false,
	} {
		require.Equal(t, help, LampsHelp(sshError("nao@nao", text, errors.New("exit status 255"))), text)
	}
	require.False(t, LampsHelp(nil))
	require.False(t, LampsHelp(fmt.Errorf("no answer")))
}
