package main

import (
	"os"
	"syscall"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/cmd/lab/demo"
	"gonao/cmd/lab/matchrun"
	"gonao/cmd/lab/motionlab"
	"gonao/internal/proc"
	matchplayer "gonao/nodes/match_player"
	"gonao/nodes/recorder"
	"gonao/nodes/simulator"
	"gonao/ros"
	"gonao/ros/rmw"
)

// programs holds the programs by name. Each has a line of its own, since internal/scripts/links.sh reads the names.
var programs = map[string]func(){
	"demo":         follow,
	"match":        play,
	"match_player": func() { ros.Main(rmw.Open, "match_player", matchplayer.DefaultConfig(), matchplayer.Run) },
	"motion_lab":   try,
	"simulator":    func() { ros.Main(rmw.Open, "simulator", simulator.DefaultConfig(), simulator.Run) },
}

// follow runs gonao's main job and measures it: a simulated NAO follows a coloured ball with its head, dances with its arms,
// and switches between the two. It exits with 1 when something did not function.
func follow() {
	ctx, stop := proc.WithInterrupt(syscall.SIGPIPE)
	rec := recorder.New(recorder.DefaultConfig())
	err := demo.New(rec, rec.Record).ExecuteContext(ctx)
	stop()
	cli.Exit(lab.DemoProgram, err)
}

// play plays matches of two teams of robots. gonao match starts it.
func play() {
	if err := matchrun.EqualBits(); err != nil {
		cli.Exit(lab.MatchProgram, err)
	}
	ctx, stop := proc.WithInterrupt()
	err := matchrun.New(cli.Standard()).ExecuteContext(ctx)
	stop()
	cli.Exit(lab.MatchProgram, err)
}

// try tries motions in the simulator: it tunes their numbers, adapts them to the robot's limits, films them and measures
// them. gonao motion tune, gonao motion adapt and gonao sim film start it; make bench OF=motion runs its bench.
func try() {
	if len(os.Args) > 1 && os.Args[1] == "experiment" { // rows are equal on all computers that make them
		if err := matchrun.EqualBits(); err != nil {
			cli.Exit(lab.Program, err)
		}
	}
	ctx, stop := proc.WithInterrupt()
	err := motionlab.New(cli.Standard()).ExecuteContext(ctx)
	stop()
	cli.Exit(lab.Program, err)
}
