package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"gonao/nao"
	"gonao/nao_driver/naoqi/fake"
	"gonao/sim"
	"gonao/sim/lolaserver"
	"gonao/sim/world"
)

// role makes the test's program one that is there to be killed: the node itself, or the
// robot of a protocol, served at an address.
const (
	role    = "GONAO_TEST_ROLE"
	address = "GONAO_TEST_ADDRESS"
)

func TestMain(m *testing.M) {
	play := os.Getenv(role)
	if play == "" {
		os.Exit(m.Run())
	}
	go func() {
		io.Copy(io.Discard, os.Stdin) // until the test ends, should it forget to kill
		os.Exit(0)
	}()
	var err error
	switch play {
	case "node":
		programs["nao_driver"]()
	case "lola":
		err = serveLoLA(os.Getenv(address))
	case "naoqi":
		err = serveNAOqi(os.Getenv(address))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, play+":", err)
		os.Exit(1)
	}
}

// tell writes a robot's report to the test: the stiffness of its stiffest joint.
func tell(stiffness nao.Joints) {
	fmt.Println(slices.Max(stiffness[:]))
}

// serveLoLA is the simulator in lockstep, with a report for each cycle. As it begins the
// robot stands stiffly, as an earlier client may have left it.
func serveLoLA(address string) error {
	w, err := world.Load("empty")
	if err != nil {
		return err
	}
	cfg := sim.DefaultConfig(w)
	cfg.Start = nao.StandPosture()
	s, err := sim.New(cfg)
	if err != nil {
		return err
	}
	stand := nao.Command{Position: cfg.Start}
	for j := range stand.Stiffness {
		stand.Stiffness[j] = 1
	}
	server, err := lolaserver.Listen(lolaserver.Config{Path: address, Lockstep: true, Initial: stand})
	if err != nil {
		return err
	}
	return server.Run(context.Background(), s, func(c lolaserver.Cycle) { tell(c.State.Stiffness) })
}

// serveNAOqi is the fake, with a report each 12 ms.
func serveNAOqi(address string) error {
	robot, err := fake.Start(fake.Config{Address: address})
	if err != nil {
		return err
	}
	defer robot.Close()
	robot.Body().Hold()
	for range time.Tick(nao.CyclePeriod) {
		tell(robot.Body().Look().Stiffness)
	}
	return nil
}
