package launcher

import (
	"os"
	"path/filepath"
	"strings"
)

// systemParams is the parameter file of this computer, which a release installs and an upgrade does not change.
const systemParams = "/etc/gonao/params.yaml"

// userParams returns the parameter files in which people keep what they changed, those that exist: that of the computer, then that
// of the user, gonao/params.yaml in $XDG_CONFIG_HOME or ~/.config. A file without a line but comments does not count.
func (s *scope) userParams() []string {
	config := s.startEnv["XDG_CONFIG_HOME"]
	if home := s.startEnv["HOME"]; config == "" && home != "" {
		config = filepath.Join(home, ".config")
	}
	all := []string{systemParams}
	if filepath.IsAbs(config) {
		all = append(all, filepath.Join(config, "gonao", "params.yaml"))
	}
	var found []string
	for _, file := range all {
		if saysSomething(file) {
			found = append(found, file)
		}
	}
	return found
}

// saysSomething reports whether a file has a line that is neither empty nor a comment: the one that a release installs has none.
func saysSomething(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return true // the node that reads it reports why it cannot
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}

// isBase reports whether a file is one of gonao's own base files, which hold all parameters of a node.
func isBase(s *scope, file string) bool {
	if file == "" {
		return false
	}
	share, err := s.packages.share("gonao_bringup")
	return err == nil && filepath.Dir(file) == filepath.Join(share, "params")
}
