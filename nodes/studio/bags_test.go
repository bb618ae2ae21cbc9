package studio

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/bag"
)

// A bag is recorded, listed, and read in parts, by editors only and in its directory only.
func TestABagIsRecordedListedAndReadInParts(t *testing.T) {
	var dir string
	s := newStage(t, func(c *Config) { dir = c.Directory })
	state, err := ros.Advertise[msgs.RobotState](s.robot, "robot_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, state.Publish(msgs.RobotState{}))
	c := s.dial(t, s.keys.Editor)
	_, err = c.Service(t.Context(), "studio/bags")
	require.NoError(t, err)
	ask := func(q bagsRequest) (a bagsResponse) {
		require.NoError(t, c.CallJSON(t.Context(), "studio/bags", q, &a))
		return a
	}
	require.Empty(t, ask(bagsRequest{Op: listBags}).Bags)
	require.NotNil(t, ask(bagsRequest{Op: recordBag}).Recording)
	require.Error(t, c.CallJSON(t.Context(), "studio/bags", bagsRequest{Op: recordBag}, &bagsResponse{}), "one at a time")
	require.Eventually(t, func() bool {
		a := ask(bagsRequest{Op: listBags})
		return a.Recording.Messages > 0
	}, patience, patience/1000)
	a := ask(bagsRequest{Op: stopRecording})
	require.Nil(t, a.Recording)
	require.Len(t, a.Bags, 1)
	name := a.Bags[0].Name
	r, err := bag.Open(filepath.Join(dir, "bags", name))
	require.NoError(t, err)
	require.Empty(t, r.Warnings())
	_, err = r.Topic("/nao1/robot_state")
	require.NoError(t, err)
	require.NoError(t, r.Close())

	get := func(token, path string) (int, string) {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url("http")+path, nil)
		require.NoError(t, err)
		q.Header.Set("Authorization", "Bearer "+token)
		q.Header.Set("Range", "bytes=1-4")
		answer, err := http.DefaultClient.Do(q)
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer.StatusCode, string(text)
	}
	path := "/bags/" + name + "/" + a.Bags[0].Files[0]
	code, text := get(s.keys.Editor, path)
	require.Equal(t, http.StatusPartialContent, code)
	require.Equal(t, "MCAP", text)
	code, _ = get(s.keys.Viewer, path)
	require.Equal(t, http.StatusForbidden, code)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "secret.mcap"), []byte("secret"), 0o600))
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.mcap"), filepath.Join(dir, "bags", name, "link.mcap")))
	for _, path := range []string{"/bags/../secret.mcap", "/bags/%2e%2e/secret.mcap", "/bags/" + name + "/metadata.yaml", "/bags/" + name + "/link.mcap", "/bags/", "/bags/none/x.mcap"} {
		code, text = get(s.keys.Editor, path)
		require.NotContains(t, text, "secr", path)
		require.GreaterOrEqual(t, code, 300, path)
	}
}
