// Package sshdtest runs a real sshd with keys, a home and a PATH of its own, which stands for a
// robot in tests of commands that use ssh.
package sshdtest

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Robot is an sshd that runs as the user who runs the tests. It needs no
// privileges: the test accepts each connection and starts an sshd for it.
type Robot struct {
	Home    string       // of the robot
	Options []string     // of ssh -o, with which it is reached
	Limit   atomic.Int64 // bytes that a connection accepts before it is cut; 0: no limit

	t        *testing.T
	dir, bin string
	before   atomic.Pointer[[]string]
	listener net.Listener
}

// New starts a robot that runs until the test ends.
func New(t *testing.T) *Robot {
	t.Helper()
	sshd := "/usr/sbin/sshd"
	if _, err := os.Stat(sshd); err != nil {
		t.Skip("no sshd: apt-get install openssh-server (make deps-test does)")
	}
	dir, err := os.MkdirTemp("", "gonao-sshd-") //nolint:usetesting // the directory of tests is too long for sockets
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	r := &Robot{t: t, dir: dir, Home: filepath.Join(dir, "home"), bin: filepath.Join(dir, "bin")}
	for _, d := range []string{r.Home, r.bin} {
		require.NoError(t, os.Mkdir(d, 0o755))
	}
	if os.Getuid() == 0 {
		require.NoError(t, os.MkdirAll("/run/sshd", 0o755)) // sshd requires it; Debian's service creates it
	}
	r.NewKey("host_key")
	r.NewKey("my_key")
	mine, err := os.ReadFile(r.Path("my_key.pub"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(r.Path("authorized_keys"), mine, 0o600))
	config := fmt.Sprintf(`HostKey %[1]s/host_key
AuthorizedKeysFile %[1]s/authorized_keys
StrictModes no
UsePAM no
PidFile none
PermitRootLogin yes
PasswordAuthentication yes
KbdInteractiveAuthentication no
MaxAuthTries 3
SetEnv HOME=%[2]s PATH=%[3]s:/usr/local/bin:/usr/bin:/bin XDG_RUNTIME_DIR=%[1]s
`, dir, r.Home, r.bin)
	require.NoError(t, os.WriteFile(r.Path("sshd_config"), []byte(config), 0o600))
	r.listener, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var serving sync.WaitGroup
	t.Cleanup(func() { r.listener.Close(); serving.Wait() })
	serving.Go(func() {
		for {
			conn, err := r.listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { r.serve(sshd, conn) })
		}
	})
	_, port, err := net.SplitHostPort(r.listener.Addr().String())
	require.NoError(t, err)
	r.Options = []string{
		"Port=" + port, "IdentityFile=" + r.Path("my_key"), "IdentitiesOnly=yes", "IdentityAgent=none",
		"UserKnownHostsFile=" + r.Path("known_hosts"), "GlobalKnownHostsFile=/dev/null", "StrictHostKeyChecking=accept-new",
		"NumberOfPasswordPrompts=1", "Compression=no",
	}
	// A program answers ssh's questions, never the person who runs the tests.
	t.Setenv("SSH_ASKPASS", "/bin/false")
	t.Setenv("SSH_ASKPASS_REQUIRE", "force")
	return r
}

// Path returns the path of a file in the directory of keys and configuration.
func (r *Robot) Path(name string) string { return filepath.Join(r.dir, name) }

// Within sets a program that starts sshd, such as one that enters a namespace.
func (r *Robot) Within(words ...string) { r.before.Store(&words) }

// NewKey makes a pair of keys; host_key is the robot's, my_key may log in.
func (r *Robot) NewKey(name string) {
	r.t.Helper()
	for _, old := range []string{r.Path(name), r.Path(name + ".pub")} {
		require.NoError(r.t, os.RemoveAll(old))
	}
	out, err := exec.CommandContext(r.t.Context(), "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", r.Path(name)).CombinedOutput()
	require.NoError(r.t, err, "%s", out)
}

// Target returns the robot's address for ssh.
func (r *Robot) Target() string {
	r.t.Helper()
	me, err := user.Current()
	require.NoError(r.t, err)
	return me.Username + "@127.0.0.1"
}

// Program writes a shell script into the robot's PATH.
func (r *Robot) Program(name, script string) {
	r.t.Helper()
	require.NoError(r.t, os.WriteFile(filepath.Join(r.bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
}

// Reads returns the content of a file in the robot's home.
func (r *Robot) Reads(name string) string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.Home, name))
	require.NoError(r.t, err)
	return string(text)
}

// serve starts an sshd for a connection.
func (r *Robot) serve(sshd string, conn net.Conn) {
	defer conn.Close()
	var args []string
	if before := r.before.Load(); before != nil {
		args = slices.Clone(*before)
	}
	args = append(args, sshd, "-i", "-f", r.Path("sshd_config"))
	cmd := exec.Command(args[0], args[1:]...)
	ours, theirs, err := socketPair()
	if err != nil {
		r.t.Error(err)
		return
	}
	cmd.Stdin, cmd.Stdout = theirs, theirs
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		r.t.Error(err)
		return
	}
	go func() {
		io.Copy(conn, ours) //nolint:errcheck // the connection ends either way
		conn.Close()
	}()
	limit := cmp.Or(r.Limit.Load(), math.MaxInt64)
	io.CopyN(ours, conn, limit) //nolint:errcheck // then the connection is cut
	ours.Close()
	conn.Close()
	cmd.Wait() //nolint:errcheck // the client reports how a connection ends
}

// socketPair connects two processes; sshd requires that its standard input is a socket.
func socketPair() (ours net.Conn, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	near := os.NewFile(uintptr(fds[0]), "near")
	defer near.Close()
	ours, err = net.FileConn(near)
	return ours, os.NewFile(uintptr(fds[1]), "far"), err
}
