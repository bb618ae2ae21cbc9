package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release and commit are the version and the commit of a release. The linker sets them (internal/scripts/dist.sh);
// in any other build they are empty.
var release, commit string

// Version returns what a program was built from, one item a line: its release, its commit, whether files differed
// from the commit, the version of Go, and parts.
func Version(parts ...string) string {
	from, changed := "unknown", ""
	if commit != "" {
		from = commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				from = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = ", with changes"
			}
		}
	}
	lines := append([]string{"commit " + from + changed, fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}, parts...)
	if release != "" {
		lines = append([]string{"gonao " + release}, lines...)
	}
	return strings.Join(lines, "\n")
}
