package bundle

import (
	"archive/tar"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/behavior/machines/soccer"
)

func TestEveryTeamIsABundle(t *testing.T) {
	hashes := map[string]string{}
	for _, name := range soccer.Teams() {
		b, err := OfTeam(name)
		require.NoError(t, err)
		require.Len(t, b, 5)
		own, ok := b.TeamName()
		require.True(t, ok)
		require.Equal(t, name, own)
		require.Empty(t, hashes[b.Hash()], "two teams have one hash")
		hashes[b.Hash()] = name
		again, err := OfTeam(name)
		require.NoError(t, err)
		require.Equal(t, b.Hash(), again.Hash())
	}
	w, err := OfWorld("spl2025", "nao", "nao")
	require.NoError(t, err)
	require.Len(t, w, 4)
	_, ok := w.TeamName()
	require.False(t, ok)
}

func TestABundleComesBackAsItWas(t *testing.T) {
	b, err := OfTeam("ours")
	require.NoError(t, err)
	back, err := Unpack(b.Pack(), b.Hash())
	require.NoError(t, err)
	require.Equal(t, b, back)
	dir := t.TempDir()
	for name, text := range back {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	from, err := OfTeam(filepath.Join(dir, TeamFile))
	require.NoError(t, err)
	require.Equal(t, b.Hash(), from.Hash(), "the bundle of a bundle is itself")
}

// A change of one byte of a machine is another version.
func TestAMachineOfOnesOwnIsPartOfTheBundle(t *testing.T) {
	dir := t.TempDir()
	team, err := soccer.ReadTeam("ours")
	require.NoError(t, err)
	_, body, err := soccer.ReadMachine("body", "")
	require.NoError(t, err)
	file := filepath.Join(dir, "mine.yaml")
	require.NoError(t, os.WriteFile(file, bytes.Replace(team, []byte("body: body"), []byte("body: ./mybody.yaml"), 1), 0o600))
	_, err = OfTeam(file)
	require.ErrorContains(t, err, "mybody.yaml")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mybody.yaml"), append(body, "# mine\n"...), 0o600))
	b, err := OfTeam(file)
	require.NoError(t, err)
	require.Contains(t, string(b["body.yaml"]), "# mine")
	ours, err := OfTeam("ours")
	require.NoError(t, err)
	require.NotEqual(t, ours.Hash(), b.Hash())
}

func TestWhatIsNoBundleIsRefused(t *testing.T) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "../evil", Typeflag: tar.TypeReg}))
	require.NoError(t, w.Close())
	for want, archive := range map[string][]byte{"without a directory": out.Bytes(), "EOF": []byte(strings.Repeat("x", 700)), "": nil} {
		if archive == nil {
			continue
		}
		_, err := Unpack(archive, hashOf(archive))
		if want == "EOF" {
			require.Error(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
	}
	_, err := Unpack(out.Bytes(), hashOf(nil))
	require.ErrorContains(t, err, "its content has the hash")
	for _, hash := range []string{"", "0000", "../../evil", strings.ToUpper(hashOf([]byte("a")))} {
		_, err = Unpack(nil, hash)
		require.ErrorContains(t, err, "expected a hash of 64 hexadecimal digits")
	}
	for want, f := range map[string]func() error{
		"no such team":               func() error { _, err := OfTeam("nobody"); return err },
		"no such rule book":          func() error { _, err := OfWorld("x", "nao", "nao"); return err },
		`preset "x": no such preset`: func() error { _, err := OfWorld("spl2025", "x", "nao"); return err },
		`table "x": no such table`:   func() error { _, err := OfWorld("spl2025", "nao", "x"); return err },
		"missing.yaml":               func() error { _, err := OfTeam("./missing.yaml"); return err },
		"no such file or":            func() error { _, err := OfWorld("./missing.yaml", "nao", "nao"); return err },
	} {
		require.ErrorContains(t, f(), want)
	}
}

// A cache returns what was put into it; links and other contents are not returned.
func TestACacheReturnsBundlesAlone(t *testing.T) {
	dir := t.TempDir()
	c, err := OpenCache(filepath.Join(dir, "cache"))
	require.NoError(t, err)
	defer c.Close()
	b, err := OfTeam("ours")
	require.NoError(t, err)
	hash := b.Hash()
	_, there, err := c.Get(hash)
	require.NoError(t, err)
	require.False(t, there)
	require.NoError(t, c.Put(b))
	require.NoError(t, c.Put(b), "again")
	back, there, err := c.Get(hash)
	require.NoError(t, err)
	require.True(t, there)
	require.Equal(t, b, back)
	_, _, err = c.Get("../../evil")
	require.ErrorContains(t, err, "64 hexadecimal digits")
	file := filepath.Join(dir, "cache", hash+".tar")
	outside := filepath.Join(dir, "outside")
	require.NoError(t, os.Rename(file, outside))
	require.NoError(t, os.Symlink(outside, file))
	_, there, err = c.Get(hash)
	require.NoError(t, err)
	require.False(t, there, "a link")
	require.NoError(t, os.Remove(file))
	require.NoError(t, os.WriteFile(file, []byte("other"), 0o600))
	_, there, err = c.Get(hash)
	require.NoError(t, err)
	require.False(t, there, "another content")
	require.NoError(t, c.Put(b))
	_, there, err = c.Get(hash)
	require.NoError(t, err)
	require.True(t, there)
}

// A bundle is loaded from its own files.
func TestABundleIsLoadedFromItsOwnFiles(t *testing.T) {
	team, err := OfTeam("ours")
	require.NoError(t, err)
	s, err := team.Squad()
	require.NoError(t, err)
	require.Equal(t, "ours", s.Name)
	world, err := OfWorld("spl2025", "nao", "measured")
	require.NoError(t, err)
	w, err := world.World()
	require.NoError(t, err)
	require.Equal(t, "spl", w.Book.World)
	delete(world, SightFile)
	_, err = world.World()
	require.ErrorContains(t, err, "expected a file sight.yaml")
	delete(team, "head.yaml")
	_, err = team.Squad()
	require.ErrorContains(t, err, `machine "./head.yaml": expected a file of the bundle`)
}
