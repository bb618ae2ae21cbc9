package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"gonao/studio/door"
	"gonao/studio/foxglove/foxglovetest"
)

// stack is the launched robot with a recorder, a player of the first bag, and a viewer of the studio.
type stack struct {
	bin, dir string
	bagEvery time.Duration // duration of a bag
	exclude  string        // topics that are not recorded
	env      []string
	port     int
	launch   *command
	record   *command
	play     *command
	bags     int
	next     time.Duration // time when the next bag begins

	viewer   *foxglovetest.Client
	messages atomic.Uint64
}

// looked are the topics that the viewer of the studio reads.
var looked = []string{"/nao1/machine/deltas", "/nao1/joint_states", "/nao1/motion_state"}

// startStack starts the launcher with a domain and a home directory of its own.
func startStack(o options, dir string) (*stack, error) {
	s := &stack{bin: o.bin, dir: dir, bagEvery: o.length / 4, exclude: o.exclude, port: 8765 + os.Getpid()%20000}
	s.env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST",
		fmt.Sprintf("ROS_DOMAIN_ID=%d", 100+os.Getpid()%100), fmt.Sprintf("GONAO_STUDIO_PORT=%d", s.port))
	var err error
	args := append([]string{"launch", "sim.launch.yaml", "studio:=true", "socket:=" + filepath.Join(dir, "lola")}, o.args...)
	if s.launch, err = s.start("launch.log", args...); err != nil {
		return nil, err
	}
	return s, nil
}

// command is a started gonao command, the leader of a process group.
type command struct {
	pid  int
	done chan struct{} // closed when the command has ended
}

// start starts gonao and writes its output to a file.
func (s *stack) start(log string, args ...string) (*command, error) {
	out, err := os.OpenFile(filepath.Join(s.dir, log), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.Command(filepath.Join(s.bin, "gonao"), args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.env, out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: run make build", err)
	}
	c := &command{cmd.Process.Pid, make(chan struct{})}
	go func() {
		defer close(c.done)
		cmd.Wait() //nolint:errcheck // only its end matters
	}()
	return c, nil
}

// ended reports whether the launcher has ended.
func (s *stack) ended() bool {
	select {
	case <-s.launch.done:
		return true
	default:
		return false
	}
}

// sample takes a reading of each process, and returns the process of each program. When a bag has lasted long enough,
// it is deleted and the next begins.
func (s *stack) sample(t *table, at time.Duration) (map[string]int, error) {
	if at >= s.next {
		if err := s.nextBag(); err != nil {
			return nil, err
		}
		if s.next += s.bagEvery; s.bags == 1 {
			s.next = s.bagEvery / 4 // the first bag is short, so that it can be played from early on
		}
	}
	seen := map[string]int{}
	for _, root := range []*command{s.launch, s.record, s.play} {
		if root == nil {
			continue
		}
		pids, err := children(root.pid)
		if err != nil {
			return nil, err
		}
		for _, pid := range pids {
			name := programOf(pid)
			u, ok := usageOf(pid)
			if name == "" || !ok {
				continue
			}
			seen[name] = pid
			t.add(name, reading{at, pid, u})
		}
	}
	return seen, nil
}

// played are the topics of the first bag that are played again, under the name of another robot.
var played = []string{"joint_states", "motion_state", "imu"}

// nextBag ends the recorder, deletes its bag and begins the next one. The size of its files is limited, because the
// index of a file is in memory until the file ends. Images are left out by default: they would take 60 GB an hour. The
// first bag is kept, and is played repeatedly once it is complete.
func (s *stack) nextBag() error {
	if s.record != nil {
		s.record.end()
	}
	s.bags++
	var err error
	if s.record, err = s.start("record.log", "bag", "record", "-a", "-x", s.exclude, "-b", "100000000", "-o", s.bag(s.bags)); err != nil {
		return err
	}
	if s.bags > 2 {
		return os.RemoveAll(s.bag(s.bags - 1))
	}
	if s.bags == 2 {
		args := []string{"bag", "play", s.bag(1), "--loop", "--clock", "0", "--topics", "/nao1/" + strings.Join(played, ",/nao1/")}
		for _, topic := range played {
			args = append(args, "--remap", "/nao1/"+topic+":=/played/"+topic)
		}
		s.play, err = s.start("play.log", args...)
	}
	return err
}

// bag returns the directory of a bag.
func (s *stack) bag(n int) string { return filepath.Join(s.dir, fmt.Sprintf("bag%d", n)) }

// end interrupts a process group, and kills it if it still runs after 20 s.
func (c *command) end() {
	syscall.Kill(-c.pid, syscall.SIGINT) //nolint:errcheck // it may have ended
	select {
	case <-c.done:
	case <-time.After(20 * time.Second):
		syscall.Kill(-c.pid, syscall.SIGKILL) //nolint:errcheck // it may have ended
		<-c.done
	}
}

// stop ends all processes.
func (s *stack) stop() {
	if s.viewer != nil {
		s.viewer.Close()
	}
	for _, c := range []*command{s.play, s.record, s.launch} {
		if c != nil {
			c.end()
		}
	}
}

// received returns the number of messages that the viewer received.
func (s *stack) received() uint64 { return s.messages.Load() }

// look connects the viewer if it is not connected, for example after the studio was killed.
func (s *stack) look(ctx context.Context) error {
	if s.viewer != nil {
		select {
		case <-s.viewer.Done():
			s.viewer = nil
		default:
			return nil
		}
	}
	keys, err := door.ReadKeys(filepath.Join(s.dir, "gonao", "studio.json"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	c, err := foxglovetest.Dial(ctx, fmt.Sprintf("ws://localhost:%d/ws", s.port), http.Header{"Authorization": {"Bearer " + keys.Viewer}})
	if err != nil {
		return err
	}
	var missing []string
	for _, topic := range looked {
		if _, err := c.Subscribe(ctx, topic); err != nil {
			missing = append(missing, topic)
			continue
		}
		go s.read(c, topic)
	}
	if len(missing) == len(looked) {
		c.Close()
		return errors.New("the studio has none of " + strings.Join(missing, ", "))
	}
	s.viewer = c
	return nil
}

// read counts the messages of a topic until the connection ends.
func (s *stack) read(c *foxglovetest.Client, topic string) {
	for {
		if _, err := c.Next(context.Background(), topic); err != nil {
			return
		}
		s.messages.Add(1)
	}
}
