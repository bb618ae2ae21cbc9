package tool

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/rmw"
)

// A participant is secured as a whole, and a process has one a domain: talkers and listeners are this test again, in processes of
// their own.
func TestMain(m *testing.M) {
	if role := os.Getenv("GONAO_KEYS_ROLE"); role != "" {
		if err := play(role); err != nil {
			fmt.Fprintln(os.Stderr, role+":", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// play talks until its input ends, or listens until 20 messages have come, which it prints.
func play(role string) error {
	b, err := rmw.Open()
	if err != nil {
		return err
	}
	defer b.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	n, err := ros.NewNode(ctx, b, "keys_"+role, ros.NodeOptions{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer n.Close()
	text := os.Getenv("GONAO_KEYS_TEXT")
	if role == "talk" {
		return talk(ctx, n, text)
	}
	heard, err := ros.Subscribe[stdmsgs.String](n, "chatter")
	if err != nil {
		return err
	}
	for range 20 {
		select {
		case m := <-heard.C():
			fmt.Println(m.Data)
		case <-ctx.Done():
			return fmt.Errorf("nothing was heard: %w", ctx.Err())
		}
	}
	return nil
}

// talk publishes a text until the input ends.
func talk(ctx context.Context, n *ros.Node, text string) error {
	p, err := ros.Advertise[stdmsgs.String](n, "chatter")
	if err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		io.Copy(io.Discard, os.Stdin)
	}()
	beat := time.NewTicker(20 * time.Millisecond)
	defer beat.Stop()
	for {
		select {
		case <-ended:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-beat.C:
			if err := p.Publish(stdmsgs.String{Data: text}); err != nil {
				return err
			}
		}
	}
}

// enclaveProcess is this test in a role.
func enclaveProcess(t *testing.T, role, text string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0]) // a talker ends with its input
	cmd.Env = append(os.Environ(), "GONAO_KEYS_ROLE="+role, "GONAO_KEYS_TEXT="+text, "ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST",
		"ROS_DOMAIN_ID="+strconv.Itoa(101+os.Getpid()%100))
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	return cmd
}

// begin starts a talker, which ends with the test.
func begin(t *testing.T, text string, env ...string) {
	t.Helper()
	cmd := enclaveProcess(t, "talk", text, env...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		in.Close()
		require.NoError(t, cmd.Wait())
	})
}

// made makes a keystore.
func made(t *testing.T, names ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "keystore")
	var out bytes.Buffer
	cmd := newKeys(cli.Terminal{Out: &out, Errs: &out})
	cmd.SetArgs(append([]string{"create", dir}, names...))
	require.NoError(t, cmd.ExecuteContext(t.Context()))
	return dir
}

// needSecurity skips a test where Cyclone's plugins or openssl are missing, and names them.
func needSecurity(t *testing.T) {
	t.Helper()
	if found, _ := filepath.Glob("/usr/lib/*/libddsc0debian/libdds_security_auth.so"); len(found) == 0 {
		t.Skip("the security plugins of Cyclone DDS are missing: install libddsc0debian")
	}
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("install openssl")
	}
}

// Who has keys of the same authority hears the others, and nobody else; a node without keys hears only those without.
func TestNodesWithKeysRefuseStrangers(t *testing.T) {
	needSecurity(t)
	ours, theirs := made(t, "/", "/nao1"), made(t)
	secure := func(keystore, enclave string) []string {
		return []string{"ROS_SECURITY_ENABLE=true", "ROS_SECURITY_STRATEGY=Enforce", "ROS_SECURITY_KEYSTORE=" + keystore, "ROS_SECURITY_ENCLAVE_OVERRIDE=" + enclave}
	}
	begin(t, "ours", secure(ours, "/")...)
	begin(t, "theirs", secure(theirs, "/")...)
	begin(t, "open")
	for _, c := range []struct {
		hears string
		env   []string
	}{{"open", nil}, {"theirs", secure(theirs, "/")}, {"ours", secure(ours, "/nao1")}} {
		out, err := enclaveProcess(t, "listen", "", c.env...).Output()
		require.NoError(t, err, "who should hear %q", c.hears)
		require.Equal(t, string(bytes.Repeat([]byte(c.hears+"\n"), 20)), string(out))
	}
}

func TestAKeystoreIsMadeOnceAndCanGrow(t *testing.T) {
	needSecurity(t)
	dir := made(t)
	run := func(args ...string) error {
		cmd := newKeys(cli.Terminal{Out: io.Discard, Errs: io.Discard})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(args)
		return cmd.ExecuteContext(t.Context())
	}
	require.ErrorContains(t, run("create", dir), "is a keystore already")
	require.NoError(t, run("add", dir, "/nao2"))
	require.ErrorContains(t, run("add", dir, "/nao2"), "key.pem exists already")
	require.ErrorContains(t, run("add", dir, "nao3"), `enclave "nao3": expected a name such as / or /nao1`)
	require.ErrorContains(t, run("add", t.TempDir(), "/nao1"), "expected a keystore")
	for _, name := range []string{"cert.pem", "key.pem", "identity_ca.cert.pem", "permissions_ca.cert.pem", "governance.p7s", "permissions.p7s"} {
		require.FileExists(t, filepath.Join(dir, "enclaves", "nao2", name))
	}
	info, err := os.Stat(filepath.Join(dir, "enclaves", "nao2", "key.pem"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestAMissingEnclaveIsAnErrorWhenSecurityIsEnforced(t *testing.T) {
	needSecurity(t)
	dir := made(t)
	cmd := enclaveProcess(t, "listen", "", "ROS_SECURITY_ENABLE=true", "ROS_SECURITY_STRATEGY=Enforce", "ROS_SECURITY_KEYSTORE="+dir, "ROS_SECURITY_ENCLAVE_OVERRIDE=/nobody")
	cmd.Stderr = nil
	_, err := cmd.Output()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Contains(t, string(exit.Stderr), "security: enclave /nobody")
	require.Contains(t, string(exit.Stderr), "gonao ros keys add")
}
