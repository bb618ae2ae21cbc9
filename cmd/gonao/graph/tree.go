package graph

import (
	"fmt"
	"io"
	"strings"
)

// printTree prints sorted names grouped at their dots, each with its label. Parameters without a
// group come first, and groups follow with the number of their parameters.
func printTree(out io.Writer, names, labels []string) {
	printBranch(out, "  ", 0, names, labels)
}

// printBranch prints names that have their first skip bytes in common.
func printBranch(out io.Writer, indent string, skip int, names, labels []string) {
	for i, name := range names {
		if !strings.Contains(name[skip:], ".") {
			fmt.Fprintln(out, indent+name[skip:]+labels[i])
		}
	}
	for begin := 0; begin < len(names); {
		group, _, grouped := strings.Cut(names[begin][skip:], ".")
		end := begin + 1
		if !grouped {
			begin = end
			continue
		}
		prefix := names[begin][:skip+len(group)+1]
		for end < len(names) && strings.HasPrefix(names[end], prefix) {
			end++
		}
		fmt.Fprintf(out, "%s%s: %s\n", indent, group, count(end-begin))
		printBranch(out, indent+"  ", len(prefix), names[begin:end], labels[begin:end])
		begin = end
	}
}

// count returns the number of parameters in words.
func count(n int) string {
	if n == 1 {
		return "1 parameter"
	}
	return fmt.Sprintf("%d parameters", n)
}
