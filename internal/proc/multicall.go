package proc

// This part of the package runs programs that are linked into one: packages that they share are linked once, where a program each
// would link them again and again. The name by which the program is started chooses, through a link that internal/scripts/links.sh makes,
// or its first argument.

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// RunLinked runs one of the programs and returns the exit code: 2 if the command line names none, otherwise 0. name is the name of
// the program that holds them all.
func RunLinked(name string, programs map[string]func()) int {
	start, args, err := choose(name, programs, os.Args, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	if start != nil {
		os.Args = args
		start()
	}
	return 0
}

// choose returns the program that a command line names, and the line as that program expects it. The program is nil if help was
// asked for, which is written to out.
func choose(name string, programs map[string]func(), line []string, out io.Writer) (start func(), rest []string, err error) {
	if start, ok := programs[filepath.Base(line[0])]; ok {
		return start, line, nil
	}
	names := slices.Sorted(maps.Keys(programs))
	if len(line) < 2 {
		return nil, nil, fmt.Errorf("%s: expected the name of a program: %s", name, strings.Join(names, ", "))
	}
	if line[1] == "--help" || line[1] == "-h" {
		fmt.Fprintf(out, "usage: %s PROGRAM [ARGUMENT...], or through a link with the program's name\n\nThe programs are %s.\n", name, strings.Join(names, ", "))
		return nil, nil, nil
	}
	start, ok := programs[line[1]]
	if !ok {
		return nil, nil, fmt.Errorf("%s: %q is not one of its programs%s: expected one of %s", name, line[1], wording.DidYouMean(line[1], names), strings.Join(names, ", "))
	}
	return start, line[1:], nil
}
