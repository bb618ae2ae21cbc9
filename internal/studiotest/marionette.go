package studiotest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Fox is a headless Firefox, driven through its own protocol Marionette: JSON lists, each preceded by its length, on a
// TCP connection.
type Fox struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
	next int
}

// profile holds the preferences of the test's Firefox. They stop it from connecting to anything but the studio.
const profile = `user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("browser.safebrowsing.downloads.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("ui.prefersReducedMotion", 1);
`

// NewFox starts a Firefox that is closed when the test ends. It skips the test if Firefox is not installed.
func NewFox(t *testing.T) *Fox {
	t.Helper()
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		t.Skip("no Firefox ESR: internal/scripts/deps.sh --firefox installs it")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "user.js"), []byte(profile), 0o600))
	cmd := exec.CommandContext(t.Context(), path, "--headless", "--no-remote", "--marionette", "--profile", dir)
	cmd.Env = append(os.Environ(), "MOZ_HEADLESS=1", "MOZ_CRASHREPORTER_DISABLE=1", "HOME="+dir)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = patience
	var log strings.Builder
	cmd.Stderr = &log
	require.NoError(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	f := &Fox{t: t}
	t.Cleanup(func() {
		if f.conn != nil {
			if _, err := f.command("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}}); err != nil {
				t.Log("Firefox does not quit: ", err)
			}
			f.conn.Close()
		}
		select {
		case err := <-ended:
			t.Log("Firefox ended: ", err)
		case <-time.After(patience):
			t.Log("Firefox is killed: ", cmd.Process.Kill(), <-ended)
		}
	})
	// Firefox writes the port that it selected into its profile.
	for end := time.Now().Add(patience); f.conn == nil; time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("Firefox ended: %v\n%s", err, log.String())
		default:
		}
		require.True(t, time.Now().Before(end), "Firefox opened no port")
		port, err := os.ReadFile(filepath.Join(dir, "MarionetteActivePort"))
		if err != nil || len(port) == 0 {
			continue
		}
		f.conn, err = net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
		require.NoError(t, err)
	}
	f.in = bufio.NewReader(f.conn)
	_, err = f.read() // Firefox sends a greeting first.
	require.NoError(t, err)
	f.must("WebDriver:NewSession", map[string]any{"strictFileInteractability": true})
	f.must("WebDriver:SetTimeouts", map[string]any{"script": patience.Milliseconds(), "pageLoad": patience.Milliseconds()})
	return f
}

// read reads one message.
func (f *Fox) read() (json.RawMessage, error) {
	if err := f.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	head, err := f.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(head, ":"))
	if err != nil {
		return nil, fmt.Errorf("a message of length %q: expected a number", head)
	}
	body := make([]byte, n)
	_, err = io.ReadFull(f.in, body)
	return body, err
}

// command sends a command and returns its result.
func (f *Fox) command(name string, parameters any) (json.RawMessage, error) {
	f.next++
	body, err := json.Marshal([]any{0, f.next, name, parameters})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(body), body); err != nil {
		return nil, err
	}
	answer, err := f.read()
	if err != nil {
		return nil, err
	}
	var all []json.RawMessage
	if err := json.Unmarshal(answer, &all); err != nil {
		return nil, err
	}
	if len(all) != 4 {
		return nil, fmt.Errorf("an answer of %d parts: expected 4", len(all))
	}
	if string(all[2]) != "null" {
		return nil, errors.New(string(all[2]))
	}
	return all[3], nil
}

func (f *Fox) must(name string, parameters any) json.RawMessage {
	f.t.Helper()
	answer, err := f.command(name, parameters)
	require.NoError(f.t, err, name)
	return answer
}

// Go opens an address.
func (f *Fox) Go(address string) {
	f.t.Helper()
	f.must("WebDriver:Navigate", map[string]any{"url": address})
}

// Do runs a statement in the page. If v is not nil, the return value is decoded into v.
func (f *Fox) Do(statement string, v any) {
	f.t.Helper()
	answer := f.must("WebDriver:ExecuteScript", map[string]any{"script": statement, "args": []any{}})
	if v == nil {
		return
	}
	var value struct{ Value json.RawMessage }
	require.NoError(f.t, json.Unmarshal(answer, &value))
	require.NoError(f.t, json.Unmarshal(value.Value, v))
}

// Wait waits until an expression is true in the page.
func (f *Fox) Wait(expression string) {
	f.t.Helper()
	script := map[string]any{"args": []any{}, "script": `const done = arguments[arguments.length - 1], end = Date.now() + ` + strconv.FormatInt(patience.Milliseconds()-2000, 10) + `;
		(function look() { let ok = false; try { ok = !!(` + expression + `); } catch {} if (ok || Date.now() > end) done(ok ? "" : document.body.innerText.slice(0, 1500) || "empty"); else setTimeout(look, 50); })();`}
	answer, err := f.command("WebDriver:ExecuteAsyncScript", script)
	for err != nil && strings.Contains(err.Error(), "unloaded") { // the page was replaced during the wait
		answer, err = f.command("WebDriver:ExecuteAsyncScript", script)
	}
	require.NoError(f.t, err, expression)
	var value struct{ Value string }
	require.NoError(f.t, json.Unmarshal(answer, &value))
	require.Empty(f.t, value.Value, "never true: %s", expression)
}
