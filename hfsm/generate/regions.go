package generate

import (
	"fmt"
	"slices"
	"strings"
)

// What a region of user code lies between. A region's name is what follows.
const (
	regionBegin = "// user code: begin "
	regionEnd   = "// user code: end "
	// orphanMark begins each line of a region whose place is gone.
	orphanMark = "// orphaned:"
)

// regions are the user's lines of one file, by the name of the region.
type regions map[string]string

// readRegions finds the user code of a file that was generated before; orphans that
// it kept as comments are code again. A region that does not end is an error:
// generating over it would lose what is in it.
func readRegions(file, text string) (regions, error) {
	found := regions{}
	name, from := "", 0
	var body strings.Builder
	for i, line := range slices.Collect(strings.Lines(text)) {
		line, _ = strings.CutPrefix(line, orphanMark+" ")
		line, _ = strings.CutPrefix(line, orphanMark)
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, regionBegin):
			if name != "" {
				return nil, fmt.Errorf("%s:%d: region %q begins inside of %q of line %d; expected its end first", file, i+1, trimmed[len(regionBegin):], name, from)
			}
			name, from = trimmed[len(regionBegin):], i+1
			body.Reset()
		case strings.HasPrefix(trimmed, regionEnd):
			if ended := trimmed[len(regionEnd):]; ended != name {
				return nil, fmt.Errorf("%s:%d: end of region %q; expected that of %q", file, i+1, ended, name)
			}
			if _, twice := found[name]; twice {
				return nil, fmt.Errorf("%s:%d: a second region %q; expected one of each name", file, i+1, name)
			}
			if strings.TrimSpace(body.String()) != "" {
				found[name] = body.String()
			}
			name = ""
		case name != "":
			body.WriteString(line)
		}
	}
	if name != "" {
		return nil, fmt.Errorf("%s:%d: region %q has no end", file, from, name)
	}
	return found, nil
}

// region writes a region: what the user wrote, or what is there at first.
func (r regions) region(name, first string) string {
	body, ok := r[name]
	if ok {
		delete(r, name)
	} else {
		body = first
	}
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	return regionBegin + name + "\n" + body + regionEnd + name + "\n"
}

// orphans writes what no region took, as comments at the end of a file, and names it.
func (r regions) orphans() (text string, lost []string) {
	var b strings.Builder
	for name := range r {
		lost = append(lost, name)
	}
	slices.Sort(lost)
	for _, name := range lost {
		fmt.Fprintf(&b, "\n%s %s%s\n", orphanMark, regionBegin, name)
		for line := range strings.Lines(r[name]) {
			b.WriteString(strings.TrimRight(orphanMark+" "+line, " \n") + "\n")
		}
		fmt.Fprintf(&b, "%s %s%s\n", orphanMark, regionEnd, name)
	}
	return b.String(), lost
}
