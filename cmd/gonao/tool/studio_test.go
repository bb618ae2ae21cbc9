package tool

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/internal/built"
	"gonao/internal/sshdtest"
)

// opens opens a link as a browser does, and returns the status of the page, with the cookie and without.
func opens(t *testing.T, link string) (with, without int) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar}
	status := func(c *http.Client, url string) int {
		response, err := c.Get(url) //nolint:noctx // a test
		require.NoError(t, err)
		defer response.Body.Close()
		_, err = io.Copy(io.Discard, response.Body)
		require.NoError(t, err)
		return response.StatusCode
	}
	require.Equal(t, http.StatusOK, status(browser, link))
	address, _, _ := strings.Cut(link, "/login")
	return status(browser, address+"/"), status(http.DefaultClient, address+"/")
}

func TestTheStudioOfARobotIsOpenedThroughSSH(t *testing.T) {
	programs, err := built.Dir()
	require.NoError(t, err)
	robot := sshdtest.New(t)
	domain := fmt.Sprint(100 + os.Getpid()%100)
	robot.Program("gonao", fmt.Sprintf(`export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST ROS_DOMAIN_ID=%s; echo $$ >>"$HOME/started"; exec %s/gonao "$@"`, domain, programs))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		err := overSSH(ctx, cli.Terminal{Out: in, Errs: &errs}, studioOptions{ssh: robot.Target(), sshOpts: robot.Options, port: 18765, noBrowser: true})
		in.CloseWithError(io.EOF)
		ended <- err
	}()
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan(), "%v %s", func() error { return <-ended }, &errs)
	_, link, found := strings.Cut(lines.Text(), "studio: ")
	require.True(t, found, lines.Text())
	require.Contains(t, link, "http://127.0.0.1:187")
	with, without := opens(t, link)
	require.Equal(t, http.StatusOK, with)
	require.Equal(t, http.StatusForbidden, without)
	require.FileExists(t, filepath.Join(robot.Home, ".config", "gonao", "studio.json"), "the robot has the tokens, not this computer")
	cancel()
	require.NoError(t, <-ended)
	for _, pid := range strings.Fields(robot.Reads("started")) {
		require.Eventually(t, func() bool {
			_, err := os.Stat("/proc/" + pid)
			return err != nil
		}, waitForEnd, again, "the robot's studio ends with the connection")
	}
}

// How long a program may take to end.
const (
	waitForEnd = 20 * time.Second
	again      = 20 * time.Millisecond
)

func TestWithoutTheProgramTheErrorNamesIt(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("PATH", "/nowhere")
	var out, errs bytes.Buffer
	cmd := newStudio(cli.Terminal{Out: &out, Errs: &errs})
	cmd.SetArgs([]string{"--port", "1"})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	require.ErrorContains(t, cmd.ExecuteContext(t.Context()), "expected the program studio beside gonao")
	cmd.SetArgs([]string{"--link", "--port", "1"})
	require.ErrorContains(t, cmd.ExecuteContext(t.Context()), "no studio runs on this machine")
}
