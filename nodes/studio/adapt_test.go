package studio

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A program in place of motion_lab: it adapts a motion by a comment, and refuses another one.
const adaptProgram = `#!/bin/sh
echo "as it was: stable with 1 of 5" >&2
if grep -q bad motion.xml; then echo "motion_lab: adapt: motion.xml:3: too fast
motion.xml:5: too fast" >&2; exit 1; fi
[ "$1 $2 $3 $4 $5 $6" = "adapt motion.xml -o adapted.xml --table adapted.md" ] || exit 2
{ echo "<!-- $7 -->"; cat motion.xml; } >adapted.xml
echo "| slot 1 | 0.2 s | 0.3 s |" >adapted.md
`

func TestAMotionIsAdaptedByAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "motion_lab"), []byte(adaptProgram), 0o700)) //nolint:gosec // it is executed
	a, err := adapt(t.Context(), adaptRequest{Text: "<motion/>", Lie: "front"})
	require.NoError(t, err)
	require.Equal(t, adaptResponse{Text: "<!-- --lie=front -->\n<motion/>", Table: "| slot 1 | 0.2 s | 0.3 s |\n"}, a)
	_, err = adapt(t.Context(), adaptRequest{Text: "<motion name=\"bad\"/>"})
	require.EqualError(t, err, "motion.xml:3: too fast\nmotion.xml:5: too fast")
	_, err = adapt(t.Context(), adaptRequest{Text: string(make([]byte, motionLimit+1))})
	require.ErrorContains(t, err, "expected at most")
	t.Setenv("PATH", "")
	_, err = adapt(t.Context(), adaptRequest{Text: "<motion/>"})
	require.ErrorContains(t, err, "motion_lab beside gonao")
}
