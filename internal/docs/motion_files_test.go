package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// worksOnMotionFiles reports whether a command works on motion files, without a robot.
func worksOnMotionFiles(args []string) bool {
	return len(args) > 1 && args[0] == "motion" &&
		slices.Contains([]string{"list", "show", "check", "mirror", "import", "export"}, args[1])
}

// tryMotionFile runs the command in a directory with the motions that the documents name.
func (b *bench) tryMotionFile(args []string) error {
	dir := b.t.TempDir()
	keyframes := "! 0 20" + strings.Repeat(" -", 23) + " 500\n"
	if err := os.WriteFile(filepath.Join(dir, "getupBack.pos"), []byte(keyframes), 0o600); err != nil {
		return err
	}
	const luars = "local zero, all = {}, {}\nfor i = 1, 22 do zero[i], all[i] = 0, i end\nreturn {servos = all, keyframes = {{angles = zero, duration = 0.5}}}\n"
	if err := os.WriteFile(filepath.Join(dir, "km_NaoV4_StandupFromFront.lua"), []byte(luars), 0o600); err != nil {
		return err
	}
	ours, err := filepath.Abs(filepath.Join(root, "motion"))
	if err == nil {
		err = os.Symlink(ours, filepath.Join(dir, "motion"))
	}
	if err != nil {
		return err
	}
	_, err = b.gonao(dir, nil, args)
	return err
}
