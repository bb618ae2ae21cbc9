// Command fuzzall runs every native fuzz target of the module (func FuzzX in a test file) for a time or a number of
// inputs. `go test -fuzz` itself accepts only one target of one package. An input that fails is written to the
// package's testdata/fuzz, as always.
//
// With -done, each passed target is recorded in a directory and is not run again, so that an interrupted run continues
// where it stopped. The targets run in the order of the given packages.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gonao/internal/proc"
)

func main() {
	ctx, stop := proc.WithInterrupt()
	defer stop()
	dir := flag.String("dir", ".", "directory of the module")
	each := flag.String("time", "1m", "how long each target runs, or how many inputs it has, such as 10000000x")
	done := flag.String("done", "", "directory in which passed targets are recorded; they are not run again")
	flag.Parse()
	if err := run(ctx, os.Stdout, *dir, *each, *done, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "fuzzall: %v\n", err)
		os.Exit(1)
	}
}

// run runs the targets of the packages one after the other, except those that are recorded in the directory done. It
// returns an error if a target has failed. If done is empty, nothing is recorded.
func run(ctx context.Context, out io.Writer, dir, each, done string, packages []string) error {
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
	if done != "" {
		if err := os.MkdirAll(done, 0o755); err != nil {
			return err
		}
	}
	failed := 0
	for _, t := range targets {
		if err := ctx.Err(); err != nil {
			return err
		}
		note := filepath.Join(done, t.file())
		if done != "" {
			if figures, err := os.ReadFile(note); err == nil {
				fmt.Fprintf(out, "done  %s %s: %s", t.pkg, t.name, figures)
				continue
			}
		}
		last, err := t.run(ctx, dir, each)
		if err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %s %s\n%s\n", t.pkg, t.name, last)
			continue
		}
		fmt.Fprintf(out, "ok    %s %s: %s\n", t.pkg, t.name, last)
		if done != "" {
			if err := os.WriteFile(note, []byte(last+"\n"), 0o644); err != nil {
				return err
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d targets failed", failed, len(targets))
	}
	return nil
}
