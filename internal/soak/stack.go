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

// stack is the launched robot, a recorder and a viewer of the studio.
type stack struct {
	bin, dir string
	bagEvery time.Duration // how long a bag lasts
	exclude  string        // topics that are not recorded
	env      []string
	port     int
	launch   *exec.Cmd
	record   *exec.Cmd
	done     chan struct{} // closed when the launcher has ended
	recorded chan struct{} // closed when the recorder has ended
	bags     int
	next     time.Duration // when the next bag begins

	viewer   *foxglovetest.Client
	messages atomic.Uint64
}

// looked are the topics that the viewer of the studio reads.
var looked = []string{"/nao1/machine/deltas", "/nao1/joint_states", "/nao1/motion_state"}

// startStack starts the launcher on a domain and with a home directory of its own.
func startStack(o options, dir string) (*stack, error) {
	s := &stack{bin: o.bin, dir: dir, bagEvery: o.length / 4, exclude: o.exclude, port: 8765 + os.Getpid()%20000, done: make(chan struct{})}
	s.env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST",
		fmt.Sprintf("ROS_DOMAIN_ID=%d", 100+os.Getpid()%100), fmt.Sprintf("GONAO_STUDIO_PORT=%d", s.port))
	var err error
	args := append([]string{"launch", "sim.launch.yaml", "studio:=true", "socket:=" + filepath.Join(dir, "lola")}, o.args...)
	if s.launch, err = s.start("launch.log", args...); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.done)
		s.launch.Wait() //nolint:errcheck // that it ended is what matters
	}()
	return s, nil
}

// start starts gonao, the leader of a process group, with its output in a file.
func (s *stack) start(log string, args ...string) (*exec.Cmd, error) {
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
	return cmd, nil
}

// ended reports whether the launcher has ended.
func (s *stack) ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// sample takes a reading of each process, and returns the process of each program. A bag that has lasted long enough is deleted, and the next begins.
func (s *stack) sample(t *table, at time.Duration) (map[string]int, error) {
	if at >= s.next {
		if err := s.nextBag(); err != nil {
			return nil, err
		}
		s.next += s.bagEvery
	}
	seen := map[string]int{}
	for _, root := range []*exec.Cmd{s.launch, s.record} {
		pids, err := children(root.Process.Pid)
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

// nextBag ends the recorder, deletes its bag and begins the next one. Images are left out by default: they would be 60 GB an hour.
func (s *stack) nextBag() error {
	if s.record != nil {
		s.endBag()
	}
	s.bags++
	bag := filepath.Join(s.dir, fmt.Sprintf("bag%d", s.bags))
	var err error
	if s.record, err = s.start("record.log", "bag", "record", "-a", "-x", s.exclude, "-o", bag); err != nil {
		return err
	}
	s.recorded = make(chan struct{})
	go func(cmd *exec.Cmd, done chan struct{}) {
		defer close(done)
		cmd.Wait() //nolint:errcheck // that it ended is what matters
	}(s.record, s.recorded)
	return os.RemoveAll(filepath.Join(s.dir, fmt.Sprintf("bag%d", s.bags-1)))
}

// endBag ends the recorder, which closes its bag.
func (s *stack) endBag() { end(s.record, s.recorded) }

// end interrupts a process group, and kills it after 20 s.
func end(cmd *exec.Cmd, done <-chan struct{}) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) //nolint:errcheck // it may have ended
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // it may have ended
		<-done
	}
}

// stop ends everything.
func (s *stack) stop() {
	if s.viewer != nil {
		s.viewer.Close()
	}
	if s.record != nil {
		s.endBag()
	}
	end(s.launch, s.done)
}

// received returns how many messages the viewer received.
func (s *stack) received() uint64 { return s.messages.Load() }

// look connects the viewer when it is not connected, as after the studio was killed.
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
