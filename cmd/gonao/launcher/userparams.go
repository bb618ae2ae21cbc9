package launcher

import (
	"os"
	"path/filepath"
	"strings"
)

// systemParams is this computer's parameter file. A release installs it, and an upgrade does not change it.
const systemParams = "/etc/gonao/params.yaml"

// userParams returns the existing files with parameters that people changed: first the computer's, then the user's,
// which is gonao/params.yaml in $XDG_CONFIG_HOME or ~/.config. It skips a file that contains only comments.
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

// saysSomething reports whether a file has a line that is neither empty nor a comment. The file that a release
// installs has none.
func saysSomething(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return true // the node that reads it reports the error
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}

// isBase reports whether a file is one of gonao's own base files, which contain all parameters of a node.
func isBase(s *scope, file string) bool {
	if file == "" {
		return false
	}
	share, err := s.packages.share("gonao_bringup")
	return err == nil && filepath.Dir(file) == filepath.Join(share, "params")
}
