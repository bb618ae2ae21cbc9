package launcher

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonao/internal/wording"
)

// ownPackage is the package of gonao's nodes.
const ownPackage = "gonao"

// sourcePackages maps the three ROS packages of gonao to their directories in the source tree.
var sourcePackages = map[string]string{ownPackage: "nodes", "gonao_bringup": "launch", "gonao_msgs": "msgs"}

// packages finds ROS packages: first in the installations that AMENT_PREFIX_PATH
// names, as ROS 2 does, then in the gonao source tree.
type packages struct {
	prefixes []string // prefixes of AMENT_PREFIX_PATH; the first that has a package counts
	source   string   // root of the source tree, or "" if there is none
	overlaid string   // prefix whose programs run although the source tree has built some, or ""
}

// newPackages reads AMENT_PREFIX_PATH from env. It searches the directories from, and their parents, for an
// installed gonao and for the source tree.
func newPackages(env map[string]string, from []string) *packages {
	p := &packages{}
	for _, prefix := range filepath.SplitList(env["AMENT_PREFIX_PATH"]) {
		if prefix != "" {
			p.prefixes = append(p.prefixes, prefix)
		}
	}
	for _, dir := range from {
		if prefix, ok := installedPrefix(dir); ok {
			p.prefixes = append(p.prefixes, prefix)
		}
	}
	for _, dir := range from {
		if p.source = sourceRoot(dir); p.source != "" {
			break
		}
	}
	return p
}

// installedPrefix returns the prefix of which dir is lib/gonao, as in a release. It returns false for any other
// directory.
func installedPrefix(dir string) (string, bool) {
	prefix := filepath.Dir(filepath.Dir(dir))
	if dir != filepath.Join(prefix, "lib", ownPackage) {
		return "", false
	}
	_, err := os.Stat(filepath.Join(prefix, "share", "ament_index", "resource_index", "packages", ownPackage))
	return prefix, err == nil
}

// sourceRoot returns the nearest directory at or above dir that holds
// launch/package.xml of gonao_bringup and the go.mod of gonao, or "".
func sourceRoot(dir string) string {
	for {
		xml, errXML := os.ReadFile(filepath.Join(dir, "launch", "package.xml"))
		_, errMod := os.Stat(filepath.Join(dir, "go.mod"))
		if errXML == nil && errMod == nil && strings.Contains(string(xml), "<name>gonao_bringup</name>") {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// find returns the prefix that contains an installed package, or false if none does.
func (p *packages) find(name string) (string, bool) {
	if name == "" || strings.Contains(name, "/") || strings.HasPrefix(name, ".") {
		return "", false
	}
	for _, prefix := range p.prefixes {
		if _, err := os.Stat(filepath.Join(prefix, "share", "ament_index", "resource_index", "packages", name)); err == nil {
			return prefix, true
		}
	}
	return "", false
}

// note returns a warning if installed programs of gonao run instead of those that the source tree has built,
// otherwise "".
func (p *packages) note() string {
	if p.overlaid == "" {
		return ""
	}
	return fmt.Sprintf("AMENT_PREFIX_PATH is set, so the programs in %s run instead of those in %s; to run the latter, use a shell that has not sourced the workspace",
		p.overlaid, filepath.Join(p.source, "build", "bin"))
}

// missing returns the error for a package that was not found. The error lists the places that were searched.
func (p *packages) missing(name string) error {
	where := "AMENT_PREFIX_PATH is not set"
	if len(p.prefixes) > 0 {
		where = "looked in AMENT_PREFIX_PATH=" + strings.Join(p.prefixes, string(filepath.ListSeparator))
	}
	if p.source != "" {
		where += " and in the source tree " + p.source
	} else {
		where += ", and no gonao source tree is above the launch file, the working directory or the program"
	}
	meant := ""
	if _, own := sourcePackages[name]; !own { // if the package is gonao's own, the name is right
		meant = wording.DidYouMean(name, sortedKeys(sourcePackages))
	}
	return fmt.Errorf("package %q not found%s: %s", name, meant, where)
}

// share returns a package's share directory. In the source tree this is the package's directory.
func (p *packages) share(name string) (string, error) {
	if prefix, ok := p.find(name); ok {
		return filepath.Join(prefix, "share", name), nil
	}
	if dir, ok := sourcePackages[name]; ok && p.source != "" {
		return filepath.Join(p.source, dir), nil
	}
	return "", p.missing(name)
}

// prefix returns the directory in which a package is installed.
func (p *packages) prefix(name string) (string, error) {
	if prefix, ok := p.find(name); ok {
		return prefix, nil
	}
	if _, ok := sourcePackages[name]; ok && p.source != "" {
		return "", fmt.Errorf("package %q is not installed, and the source tree has no prefix: use $(find-pkg-share %s) or $(exec-in-pkg name %s)", name, name, name)
	}
	return "", p.missing(name)
}

// executable returns the path of a package's program.
func (p *packages) executable(pkg, name string) (string, error) {
	if name == "" || strings.Contains(name, "/") {
		return "", fmt.Errorf("executable %q: expected a file name without /", name)
	}
	if prefix, ok := p.find(pkg); ok {
		path := filepath.Join(prefix, "lib", pkg, name)
		if isExecutable(path) {
			if pkg == ownPackage && p.source != "" && isExecutable(filepath.Join(p.source, "build", "bin", name)) {
				p.overlaid = prefix
			}
			return path, nil
		}
		return "", fmt.Errorf("executable %q of package %q: no such program at %s%s", name, pkg, path, wording.DidYouMean(name, programs(filepath.Dir(path))))
	}
	if pkg == ownPackage && p.source != "" {
		path := filepath.Join(p.source, "build", "bin", name)
		if isExecutable(path) {
			return path, nil
		}
		return "", fmt.Errorf("executable %q of package %q: no such program at %s%s: run `make build`", name, pkg, path, wording.DidYouMean(name, programs(filepath.Dir(path))))
	}
	return "", p.missing(pkg)
}

// Executable returns the path of a program of a ROS package.
func Executable(pkg, name string) (string, error) {
	s, err := system().scope(".")
	if err != nil {
		return "", err
	}
	return s.packages.executable(pkg, name)
}

// programs returns the names of the files in a directory, for suggestions.
func programs(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // without the directory there are no suggestions
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Find returns the path of a launch file: name itself if it is an existing path, else a
// file in the share directory of the package (gonao_bringup if pkg is ""). The ending
// .launch.yaml may be left out.
func Find(pkg, name string) (string, error) { return system().Find(pkg, name) }

// Find works as the function Find, in the environment of the loader.
func (l Loader) Find(pkg, name string) (string, error) {
	if pkg == "" {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name, nil
		}
		if strings.Contains(name, "/") {
			return "", fmt.Errorf("launch file %s: no such file", name)
		}
	}
	s, err := l.scope(name)
	if err != nil {
		return "", err
	}
	own := pkg == ""
	if own {
		pkg = "gonao_bringup"
	}
	share, err := s.packages.share(pkg)
	if err != nil && own {
		return "", fmt.Errorf("launch file %s: no such file here, and gonao's own launch files were not found: %w", name, err)
	}
	if err != nil {
		return "", err
	}
	for _, dir := range []string{share, filepath.Join(share, "launch")} {
		for _, ending := range []string{"", ".launch.yaml"} {
			path := filepath.Join(dir, name+ending)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path, nil
			}
		}
	}
	files, _ := filepath.Glob(filepath.Join(share, "*.launch.yaml")) // the pattern is well-formed
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	return "", fmt.Errorf("launch file %s: no such file here or in %s%s; there are: %s",
		name, share, wording.DidYouMean(name, files), strings.Join(files, ", "))
}

// Own returns the names of gonao's own launch files, or nil if they are not found.
func Own() []string {
	l := system()
	s, err := l.scope(".")
	if err != nil {
		return nil
	}
	share, err := s.packages.share("gonao_bringup")
	if err != nil {
		return nil
	}
	var names []string
	for _, pattern := range []string{filepath.Join(share, "*.launch.yaml"), filepath.Join(share, "launch", "*.launch.yaml")} {
		files, _ := filepath.Glob(pattern) // the pattern is well-formed
		for _, file := range files {
			names = append(names, filepath.Base(file))
		}
	}
	return names
}
