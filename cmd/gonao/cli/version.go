package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release and commit are the version of a release and what it was built from, set by the linker (internal/scripts/dist.sh); empty for any
// other build.
var release, commit string

// Version returns what a program was built from: the release it belongs to, the commit, whether files differed from it, Go, and
// what parts adds, one a line.
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
