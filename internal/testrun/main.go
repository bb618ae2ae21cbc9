// Command testrun runs the tests as CI does, and measures the processor time of each package.
//
//	testrun ./...                the tests, those of code that shares memory with the race detector
//	testrun -times ./...         also the processor time of each test; nothing comes from the test cache
//	testrun -enforce ./...       fails where the run costs more than budget.txt allows
//	testrun -write ./...         writes budget.txt from what the run cost
//
// Programs are built once, with the release's flags, for all tests that start them (package internal/built).
//
// A package that fails beside others runs once more, alone. If it fails again, the tests have failed. If it passes, the last
// lines name it as unsteady: a test that a busy computer can make fail has a fault too.
//
// Processor time is user and system time of a test binary and of the programs that it waited for, without compiling and
// linking. Unlike wall time it changes little on a busy computer.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == asExec {
		os.Exit(execute(os.Args[2:]))
	}
	var opts options
	flag.BoolVar(&opts.times, "times", false, "print the processor time of each test, and take nothing from the test cache")
	flag.BoolVar(&opts.enforce, "enforce", false, "fail where the run costs more than "+budgetFile+" allows")
	flag.BoolVar(&opts.write, "write", false, "write "+budgetFile+" from what this run cost")
	flag.BoolVar(&opts.long, "long", false, "run the tests in full, without -short and the race detector")
	flag.BoolVar(&opts.list, "list", false, "print which packages run with the race detector, and end")
	flag.StringVar(&opts.timeout, "timeout", "12m", "the time that a package may take")
	flag.IntVar(&opts.parallel, "p", runtime.NumCPU()+1, "how many packages run at once; many wait for their programs at times")
	flag.Parse()
	opts.patterns = flag.Args()
	if len(opts.patterns) == 0 {
		opts.patterns = []string{"./..."}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, opts)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "testrun: %v\n", err)
		os.Exit(1)
	}
}

type options struct {
	times, enforce, write, long, list bool
	timeout                           string
	parallel                          int
	patterns                          []string
}

func run(ctx context.Context, opts options) error {
	packages, err := list(ctx, ".", opts.patterns)
	if err != nil {
		return err
	}
	if opts.list {
		for _, p := range packages {
			if p.race {
				fmt.Println(p.path)
			}
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "testrun-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	r := runner{options: opts, dir: dir}
	if r.programs, err = buildPrograms(ctx, packages); err != nil {
		return err
	}
	for i := range packages {
		packages[i].race = packages[i].race && !opts.long
	}
	for _, race := range []bool{false, true} {
		if err := r.group(ctx, packages, race); err != nil {
			return err
		}
	}
	records, err := readRecords(dir)
	if err != nil {
		return err
	}
	report(os.Stdout, records, r)
	if opts.write {
		return writeBudget(filepath.FromSlash(budgetFile), records)
	}
	if opts.enforce {
		limits, err := readBudget(filepath.FromSlash(budgetFile))
		if err != nil {
			return err
		}
		r.fault(limits.check(records))
	}
	return errors.Join(r.faults...)
}
