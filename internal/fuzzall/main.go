// Command fuzzall runs every native fuzz target of the module (func FuzzX in a test file) for a time or a number of inputs: `go test -fuzz`
// accepts one target of one package only. An input that fails is written into the package's testdata/fuzz, as always.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"gonao/internal/proc"
)

func main() {
	ctx, stop := proc.WithInterrupt()
	defer stop()
	dir := flag.String("dir", ".", "directory of the module")
	each := flag.String("time", "1m", "how long each target runs, or how many inputs it has, such as 10000000x")
	flag.Parse()
	if err := run(ctx, os.Stdout, *dir, *each, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "fuzzall: %v\n", err)
		os.Exit(1)
	}
}

// run runs the targets of packages one after the other, and fails when one of them has failed.
func run(ctx context.Context, out io.Writer, dir string, each string, packages []string) error {
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	targets, err := find(ctx, dir, packages)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return fmt.Errorf("no fuzz target in %v", packages)
	}
	failed := 0
	for _, t := range targets {
		if err := ctx.Err(); err != nil {
			return err
		}
		last, err := t.run(ctx, dir, each)
		if err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %s %s\n%s\n", t.pkg, t.name, last)
			continue
		}
		fmt.Fprintf(out, "ok    %s %s: %s\n", t.pkg, t.name, last)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d targets failed", failed, len(targets))
	}
	return nil
}
