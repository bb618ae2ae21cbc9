package studiotest

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"testing"

	studionode "gonao/nodes/studio"
	"gonao/ros"
	"gonao/ros/inproc"
)

// These variables are set in the process of a studio that is killed.
const (
	studioDir   = "GONAO_STUDIOTEST_DIR"
	studioPort  = "GONAO_STUDIOTEST_PORT"
	studioToken = "GONAO_STUDIOTEST_TOKENS"
	studioMatch = "GONAO_STUDIOTEST_MATCH" // program that plays matches; may be unset
)

func TestMain(m *testing.M) {
	if os.Getenv(studioDir) != "" {
		if err := onlyStudio(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(Run(m))
}

// onlyStudio runs a studio without a robot until it is killed.
func onlyStudio() error {
	port, err := strconv.Atoi(os.Getenv(studioPort))
	if err != nil {
		return err
	}
	cfg := studionode.DefaultConfig()
	cfg.Address, cfg.Port, cfg.Ports, cfg.TokenFile, cfg.Directory = "127.0.0.1", port, 1, os.Getenv(studioToken), os.Getenv(studioDir)
	cfg.MatchProgram = os.Getenv(studioMatch)
	n, err := ros.NewNode(context.Background(), inproc.NewBus(), "studio", ros.NodeOptions{Logger: slog.New(slog.DiscardHandler), Parameters: &cfg})
	if err != nil {
		return err
	}
	return studionode.Run(n.Context(), n, cfg)
}

// freePort returns a port that no process listens on.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
