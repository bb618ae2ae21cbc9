package gztest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"

	"gonao/gazebo_bridge/server"
	"gonao/gazebo_bridge/transport"
)

// Server is a running real Gazebo server.
type Server struct {
	cmd *exec.Cmd
	log *output
}

// Serve starts an installed Gazebo with a world that plays, as it does for users, in a transport partition limited
// to this computer. The world's file is in dir.
func Serve(s server.Server, world, dir string, o transport.Options) (*Server, error) {
	file := filepath.Join(dir, "world.sdf")
	if err := os.WriteFile(file, []byte(world), 0o600); err != nil {
		return nil, err
	}
	command := s.Command(file, false)
	g := &Server{cmd: exec.Command(command[0], command[1:]...), log: &output{}}
	g.cmd.Env = append(os.Environ(), "IGN_PARTITION="+o.Partition, "GZ_PARTITION="+o.Partition, "IGN_IP="+o.IP, "GZ_IP="+o.IP)
	g.cmd.Stdout, g.cmd.Stderr = g.log, g.log
	g.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL} // the tool may start the server as a child
	if err := g.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", s, err)
	}
	return g, nil
}

// Kill kills the server with SIGKILL, so that it cannot tell its peers, and waits for its end.
func (g *Server) Kill() {
	syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // it may have ended by itself
	g.cmd.Wait()                                      //nolint:errcheck // it was killed
}

// Log returns the server's output.
func (g *Server) Log() string { return g.log.String() }

// output is safe for concurrent use.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
