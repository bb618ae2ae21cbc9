package studio

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/studio"
)

func TestAMotionThatIsNotInstalledIsAFinding(t *testing.T) {
	dir := ""
	s := newStage(t, func(c *Config) {
		require.NoError(t, os.WriteFile(filepath.Join(c.Directory, "greet.yaml"), []byte(greet), 0o600))
		dir = filepath.Join(c.Directory, "motions")
	})
	c := s.dial(t, s.keys.Editor)
	start := open(t, c)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	dance, err := os.ReadFile("../../motion/motions/dance_left.xml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bow.xml"), []byte(strings.ReplaceAll(string(dance), "dance_left", "bow")), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "wrong.xml"), []byte("<motion"), 0o600))
	for motion, finding := range map[string]string{
		"dance_right": "", "bow": "",
		"dance_rihgt": `"dance_rihgt"; expected a motion that is installed (did you mean "dance_right"?)`,
	} {
		var o studio.Outcome
		text := fmt.Sprintf("machine: greet\ninitial: a\nstates: {a: {do: {play: {motion: %s}}, transitions: [{if: final or failed, to: FINAL}]}}\n", motion)
		require.NoError(t, c.CallJSON(t.Context(), "studio/apply", studio.ApplyRequest{ID: start.ID, Revision: start.Revision, Command: studio.Command{Op: studio.ReplaceText, Text: text}}, &o))
		require.Nil(t, o.Refused)
		start.Revision = o.Snapshot.Revision
		if finding == "" {
			require.Empty(t, o.Snapshot.Findings, motion)
			continue
		}
		require.Len(t, o.Snapshot.Findings, 1)
		require.Contains(t, o.Snapshot.Findings[0].Message, finding)
	}
}
