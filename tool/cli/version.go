package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Version returns what a program was built from: the commit, whether files differed from it, Go, and what parts adds, one
// a line.
func Version(parts ...string) string {
	commit, changed := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = ", with changes"
			}
		}
	}
	lines := append([]string{"commit " + commit + changed, fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}, parts...)
	return strings.Join(lines, "\n")
}
