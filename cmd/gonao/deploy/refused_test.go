package deploy

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/sshdtest"
)

func TestWhoIsNotLetInIsToldWhatToDo(t *testing.T) {
	r := sshdtest.New(t)
	dial(t, r) // from now on the host is known
	r.NewKey("other_key")
	answers(t, r, "wrong")
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed.Close()
	_, nobody, err := net.SplitHostPort(closed.Addr().String())
	require.NoError(t, err)

	byPassword := []string{"PubkeyAuthentication=no", "PreferredAuthentications=password"}
	for name, row := range map[string]struct {
		login Login
		says  []string
	}{
		"a wrong password": {login(r, byPassword...), []string{"the password is wrong", "ssh-copy-id " + r.Target()}},
		"another key":      {login(r, "IdentityFile="+r.Path("other_key"), "PasswordAuthentication=no", "AddKeysToAgent=no"), nil},
		"no such host":     {Login{Target: "nao@no-such-robot.invalid"}, []string{"no such host", "chest button"}},
		"nobody there":     {login(r, "Port="+nobody), []string{"no ssh runs on it"}},
		"wrong option":     {login(r, "Prot=22"), []string{"ssh_config(5)"}},
		"an option":        {Login{Target: "-oProxyCommand=touch /tmp/x"}, []string{"expected user@host"}},
		"no target":        {Login{}, []string{"expected user@host"}},
		"two words":        {Login{Target: "nao@nao.local stop"}, []string{"expected user@host"}},
		"unknown key":      {login(r, "UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=yes"), []string{"host key is not known", "ssh " + r.Target()}},
		"too few methods":  {login(r, "PubkeyAuthentication=no", "PasswordAuthentication=no"), []string{"the robot does not have your key"}},
	} {
		t.Run(name, func(t *testing.T) {
			robot, err := Dial(t.Context(), row.login)
			if row.says == nil { // the key in the options that come later is tried too
				require.NoError(t, err)
				require.NoError(t, robot.Close())
				return
			}
			require.Error(t, err)
			for _, says := range row.says {
				require.ErrorContains(t, err, says)
			}
		})
	}

	t.Run("host key changed", func(t *testing.T) {
		r.NewKey("host_key")
		_, err := Dial(t.Context(), login(r))
		require.ErrorContains(t, err, "the host key has changed since the last login")
		require.ErrorContains(t, err, "ssh-keygen -R 127.0.0.1")
		require.ErrorIs(t, err, errUnreachable)
	})
}

// answers makes a program answer ssh's question for a password.
func answers(t *testing.T, r *sshdtest.Robot, password string) {
	t.Helper()
	script := r.Path("askpass")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\necho asked >>"+r.Path("asked")+"\necho '"+password+"'\n"), 0o755))
	t.Setenv("SSH_ASKPASS", script)
}

// In a mount namespace of its own, sshd may have a password file of its own.
func TestAPasswordIsAskedForOnce(t *testing.T) {
	r := sshdtest.New(t)
	hash, err := exec.CommandContext(t.Context(), "openssl", "passwd", "-6", "secret word").Output()
	if err != nil {
		t.Skip("no openssl to make a password file with: apt-get install openssl")
	}
	name, _, _ := strings.Cut(r.Target(), "@")
	require.NoError(t, os.WriteFile(r.Path("shadow"), []byte(name+":"+strings.TrimSpace(string(hash))+":20000:0:99999:7:::\n"), 0o600))
	within := []string{"unshare", "-m", "sh", "-c", "mount --bind " + r.Path("shadow") + ` /etc/shadow && exec "$@"`, "sh"}
	if out, err := exec.CommandContext(t.Context(), within[0], append(slices.Clone(within[1:]), "true")...).CombinedOutput(); err != nil {
		t.Skipf("no mount namespace for a password file of sshd's own (run as root where that is allowed): %s", out)
	}
	r.Within(within...)
	answers(t, r, "secret word")
	robot, err := Dial(t.Context(), login(r, "PubkeyAuthentication=no", "PreferredAuthentications=password"))
	require.NoError(t, err)
	defer robot.Close()
	probe(t, robot, "")
	probe(t, robot, "")
	asked, err := os.ReadFile(r.Path("asked"))
	require.NoError(t, err)
	require.Equal(t, "asked\n", string(asked))
}

func TestARobotThatCannotRunItIsRefusedBeforeAnythingIsCopied(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	for name, row := range map[string]struct {
		programs map[string]string // of the robot, as scripts
		before   func(t *testing.T, r *sshdtest.Robot)
		body     bool // it has one
		start    Start
		says     []string
	}{
		"a NAO V5": {
			programs: map[string]string{"uname": `case $1 in -r) echo 2.6.33.9-rt31-aldebaran-rt ;; *) echo i686 ;; esac`},
			says:     []string{"2.6.33.9-rt31-aldebaran-rt (i686) is too old", "V4 and V5", "protocol:=naoqi"},
		},
		"a 32-bit kernel": {
			programs: map[string]string{"uname": `case $1 in -r) echo 4.4.86 ;; *) echo i686 ;; esac`},
			says:     []string{"is for 32 bit"},
		},
		"another processor": {
			programs: map[string]string{"uname": `case $1 in -r) echo 6.1.0 ;; *) echo riscv64 ;; esac`},
			says:     []string{"riscv64", "build gonao on a computer of its kind"},
		},
		"no space": {
			programs: map[string]string{"df": `echo Filesystem 1024-blocks Used Available; echo /dev/sda 100000 90000 10000`},
			body:     true,
			says:     []string{"no space", "10.2 MB are free", "Remove files there"},
		},
		"a home that is not ours": {
			before: func(t *testing.T, r *sshdtest.Robot) {
				require.NoError(t, os.WriteFile(filepath.Join(r.Home, "gonao"), nil, 0o400))
			},
			says: []string{"cannot be written"},
		},
		"no LoLA yet": {
			before: func(t *testing.T, r *sshdtest.Robot) {
				require.NoError(t, os.WriteFile(filepath.Join(r.Home, "robocup.conf"), nil, 0o644))
			},
			says: []string{"no LoLA socket", "takes a minute to boot"},
		},
		"no robot": {says: []string{"no LoLA socket", "is this the robot?", "--no-start"}},
		"boot without services": {
			body: true, start: StartAtBoot, says: []string{"no user services", "without --at-boot"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := sshdtest.New(t)
			for program, script := range row.programs {
				r.Program(program, script)
			}
			r.Program("systemctl", "exit 1")
			socket := r.Path("robocup")
			if row.before != nil {
				row.before(t, r)
			}
			if row.body {
				socket = body(t, r)
			}
			if row.start == "" {
				row.start = StartNow
			}
			robot := dial(t, r)
			err := robot.Deploy(t.Context(), probe(t, robot, socket), collect(t, noon), row.start, quiet)
			for _, says := range append(row.says, r.Target()) {
				require.ErrorContains(t, err, says)
			}
			require.NoDirExists(t, filepath.Join(r.Home, "gonao", "versions"))
		})
	}
}

func TestAFullDiskIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	r := sshdtest.New(t)
	r.Program("tar", `cat >/dev/null; echo "tar: programs/gonao: Cannot write: No space left on device" >&2; exit 2`)
	robot, socket := dial(t, r), body(t, r)
	err := robot.Deploy(t.Context(), probe(t, robot, socket), collect(t, noon), StartNow, quiet)
	require.ErrorContains(t, err, "no space left on the robot: remove files there")
}

func TestNothingToRollBackToOrToShow(t *testing.T) {
	robot := dial(t, sshdtest.New(t))
	require.ErrorContains(t, robot.Rollback(t.Context()), "no version before the current one")
	require.ErrorContains(t, robot.Logs(t.Context(), 5, false, nil), "nothing has run yet")
}

func TestFactsAreReadWhateverTheRobotSays(t *testing.T) {
	f := readFacts("Welcome!\nkernel=4.4.86-rt99-aldebaran\nmachine=x86_64\nclass=1\nlibc=ldd (Gentoo) 2.13\nfree_kb=3000000\nwritable=yes\n" +
		"aldebaran=yes\nhave=abc  bin/robot\nhave=broken\nstarted=100\nnow=160\nruns=yes\nfree_kb_=x\n")
	require.NoError(t, f.CanRun("x86_64"), "a stock V6: a 64-bit kernel under 32-bit programs")
	require.Equal(t, 32, f.Bits)
	require.Equal(t, "1m0s", f.Since.String())
	require.Equal(t, map[string]string{"bin/robot": "abc"}, f.have)
	require.Equal(t, "kernel 4.4.86-rt99-aldebaran x86_64, 32-bit programs, ldd (Gentoo) 2.13, 3072.0 MB free", f.String())
	f.Socket = DefaultSocket
	require.ErrorContains(t, f.HasBody(), "NAOqi instead of RoboCup's firmware")
	empty := readFacts("")
	require.ErrorContains(t, empty.CanRun("x86_64"), "uname does not answer there")
	require.ErrorContains(t, f.CanRun("aarch64"), "these programs are for aarch64")
	for _, old := range []string{"2.6.33", "3.1", "3", "x"} {
		require.True(t, olderKernel(old, minKernel), old)
	}
	for _, fine := range []string{"3.2", "3.10.0-rt", "4.4.86-rt99", "6.1"} {
		require.False(t, olderKernel(fine, minKernel), fine)
	}
}
