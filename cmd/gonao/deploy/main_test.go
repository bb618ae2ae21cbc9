package deploy

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// The test program stands in for gonao and nao_driver too: as a program that is copied
// and then runs on the robot.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "gonao":
		os.Exit(standIn())
	}
	os.Exit(m.Run())
}

// standIn does what gonao launch does, without nodes.
func standIn() int {
	switch {
	case slices.Contains(os.Args, "broken:=true"):
		fmt.Fprintln(os.Stderr, `gonao: no argument "broken"`)
		return 1
	case slices.Contains(os.Args, "--print"):
		return 0
	case slices.Contains(os.Args, "dies:=true"):
		fmt.Println("a node cannot start")
		return 1
	}
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGINT)
	fmt.Println("nodes run:", os.Args[1:], "domain", os.Getenv("ROS_DOMAIN_ID"), "prefix", os.Getenv("AMENT_PREFIX_PATH"))
	<-end
	fmt.Println("the robot is let down")
	return 0
}
