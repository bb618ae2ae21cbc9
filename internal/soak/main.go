// Command soak runs the whole simulated robot for hours, with a studio and a viewer, a recorder, a bag that is played,
// and nodes that are killed one after the other, and measures whether memory, threads, sockets and descriptors of each program stay where they were. `make nightly STEPS=soak`
// runs it; it prints a table and exits with 1 if something grew by more than 5 %, or a node did not come back.
//
//	soak -hours 8 -bin build/bin -out build/soak
//	soak -hours 1 -exclude 'camera|overlay' blind:=true machine:=dance    without cameras: camera_info is drawn for, too
//	soak -hours 0.5 -kill-every 15s blind:=true machine:=dance            as many kills as in eight hours
//	soak -judge build/soak/samples.csv                                    the table of a run, also of one that was ended early
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	hours := flag.Float64("hours", 8, "length of the run, in hours of wall time")
	var o options
	flag.StringVar(&o.bin, "bin", "build/bin", "directory of the programs")
	flag.StringVar(&o.out, "out", "build/soak", "directory of logs, samples and table")
	flag.StringVar(&o.exclude, "exclude", "image_raw|overlay", "regular expression of topics that are not recorded")
	flag.DurationVar(&o.killEvery, "kill-every", 0, "time between two kills; 0: a fortieth of the run, 15s or more")
	judged := flag.String("judge", "", "judge this file of samples and run nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	var ok bool
	var err error
	if *judged != "" {
		ok, err = judge(*judged)
	} else {
		o.length, o.args = time.Duration(*hours*float64(time.Hour)), flag.Args()
		ok, err = run(ctx, o)
	}
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "soak: %v\n", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// judge prints the table of a file of samples, and reports whether no value grew.
func judge(file string) (bool, error) {
	table, err := readTable(file)
	if err != nil {
		return false, err
	}
	rows := table.rows()
	fmt.Print(render(rows, table.length()))
	return flat(rows), nil
}
