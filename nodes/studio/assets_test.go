package studio

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnlyMeshesOfPackagesAreServed(t *testing.T) {
	prefix := t.TempDir()
	share := filepath.Join(prefix, "share")
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write(filepath.Join(share, "nao_meshes", "meshes", "HeadYaw.DAE"), "mesh")
	write(filepath.Join(share, "nao_meshes", "config", "secret.yaml"), "secret")
	write(filepath.Join(share, "nao_meshes", ".hidden", "a.stl"), "secret")
	write(filepath.Join(prefix, "outside.stl"), "secret")
	require.NoError(t, os.Symlink(filepath.Join(prefix, "outside.stl"), filepath.Join(share, "nao_meshes", "link.stl")))
	require.NoError(t, os.Symlink("meshes/HeadYaw.DAE", filepath.Join(share, "nao_meshes", "inner.dae")))
	large := filepath.Join(share, "nao_meshes", "large.stl")
	write(large, "")
	require.NoError(t, os.Truncate(large, maxAsset+1))
	t.Setenv("AMENT_PREFIX_PATH", filepath.Join(prefix, "nowhere")+string(filepath.ListSeparator)+prefix)

	s := newStage(t, nil)
	c := s.dial(t, s.keys.Viewer)
	for _, uri := range []string{"package://nao_meshes/meshes/HeadYaw.DAE", "package://nao_meshes/inner.dae"} {
		data, err := c.Fetch(t.Context(), uri)
		require.NoError(t, err)
		require.Equal(t, "mesh", string(data))
	}
	data, err := c.Fetch(t.Context(), "package://gonao_bringup/meshes/LElbow.dae")
	require.NoError(t, err, "gonao's own need no installation")
	require.Contains(t, string(data), "<COLLADA")
	for uri, says := range map[string]string{
		"package://nao_meshes/config/secret.yaml":        "only meshes of ROS packages",
		"package://nao_meshes/.hidden/a.stl":             "only meshes of ROS packages",
		"package://nao_meshes/../../outside.stl":         "only meshes of ROS packages",
		"package://../outside.stl":                       "only meshes of ROS packages",
		"package://nao_meshes//etc/passwd.stl":           "only meshes of ROS packages",
		`package://..\outside/a.stl`:                     "only meshes of ROS packages",
		"package://nao_meshes":                           "only meshes of ROS packages",
		"package:///meshes/HeadYaw.dae":                  "only meshes of ROS packages",
		"package://nao_meshes/link.stl":                  "escapes",
		"package://nao_meshes/none.stl":                  "no such file",
		"package://nao_meshes/large.stl":                 "expected at most",
		"package://gonao_bringup/meshes/Elbow.dae":       "no package",
		"package://other/a.stl":                          `no package "other"`,
		"file://" + filepath.Join(prefix, "outside.stl"): "expected package://",
		"http://127.0.0.1/a.stl":                         "expected package://",
		"":                                               "expected package://",
	} {
		_, err := c.Fetch(t.Context(), uri)
		require.ErrorContains(t, err, says, uri)
	}
}
