package e2e

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/lola"
	"gonao/sim"
	"gonao/sim/lolaserver"
	"gonao/sim/world"
)

// driven launches what a robot needs to stand, and nothing else.
const driven = `
launch:
- arg: {name: socket}
- node: {pkg: gonao, exec: nao_driver, name: nao_driver, namespace: nao1, param: [{from: $(find-pkg-share gonao_bringup)/params/nao_driver.yaml}, {name: socket, value: $(var socket)}, {name: realtime_priority, value: 0}]}
- node: {pkg: gonao, exec: motion, name: motion, namespace: nao1, param: [{from: $(find-pkg-share gonao_bringup)/params/motion.yaml}, {name: realtime_priority, value: 0}]}
`

// physical is a robot with physics behind a LoLA socket, which outlives the launcher. In lockstep its
// time goes on with the driver's answers.
type physical struct {
	path string // of the socket

	mu     sync.Mutex
	state  nao.State
	before nao.State
	cycles int
	jump   float64 // the longest way of a stiff joint in a cycle, rad
}

// servePhysical serves a robot that stands limp in its crouch until the test ends.
func (s *sandbox) servePhysical(path string) *physical {
	s.t.Helper()
	w, err := world.Load("empty")
	require.NoError(s.t, err)
	cfg := sim.DefaultConfig(w)
	cfg.Start = nao.CrouchPosture()
	robot, err := sim.New(cfg)
	require.NoError(s.t, err)
	server, err := lolaserver.Listen(lolaserver.Config{Path: path, Lockstep: true, Initial: nao.Command{Position: cfg.Start}})
	require.NoError(s.t, err)
	ctx, stop := context.WithCancel(s.t.Context())
	p, ended := &physical{path: path}, make(chan error, 1)
	go func() { ended <- server.Run(ctx, robot, p.take) }()
	s.t.Cleanup(func() {
		stop()
		<-ended
		robot.Close()
	})
	return p
}

// take records a cycle.
func (p *physical) take(c lolaserver.Cycle) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.before, p.state = p.state, *c.State
	if p.cycles++; p.cycles == 1 {
		return
	}
	for j := range nao.LHand {
		if p.state.Stiffness[j] > 0.1 {
			p.jump = max(p.jump, math.Abs(p.state.Position[j]-p.before.Position[j]))
		}
	}
}

// goOn lets the time go on with what was commanded last, until the test ends.
func (p *physical) goOn(t *testing.T) {
	t.Helper()
	conn, err := net.Dial("unix", p.path)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	go func() {
		var frame [lola.SensorFrameSize]byte
		for err := error(nil); err == nil; {
			if _, err = io.ReadFull(conn, frame[:]); err == nil {
				_, err = conn.Write([]byte("\x81\xa1x\x00")) // a map that commands nothing
			}
		}
	}()
}

// furthest returns the longest way of a stiff joint in a cycle, rad.
func (p *physical) furthest() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.jump
}

// until waits until the robot's state fits.
func (p *physical) until(t *testing.T, what string, fits func(s *nao.State, cycles int) bool) nao.State {
	t.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		p.mu.Lock()
		state, cycles := p.state, p.cycles
		p.mu.Unlock()
		if fits(&state, cycles) {
			return state
		}
		require.True(t, time.Now().Before(late), "never %s: %+v", what, state)
	}
}

// A launcher that is killed can stop nobody. Its driver lets the robot down all the same, to the crouch and limp, and nothing that it
// started is left. The moments are drawn from the way to the stand and from the stand.
func TestALauncherThatIsKilledLeavesALimpRobotThatCrouches(t *testing.T) {
	if testing.Short() {
		t.Skip("20 launches take minutes: make nightly")
	}
	rng := rand.New(rand.NewPCG(32, 9))
	for n := range 20 {
		after := rng.IntN(250) // cycles
		t.Run(fmt.Sprintf("launch %d, %d cycles after it is stiff", n+1, after), func(t *testing.T) { killLauncher(t, after) })
	}
}

func killLauncher(t *testing.T, after int) {
	t.Helper()
	s := newSandbox(t)
	robot := s.servePhysical(filepath.Join(s.dir, "r"))
	launch := s.start("gonao", "launch", s.file("driven.launch.yaml", driven), "socket:="+filepath.Join(s.dir, "r"))
	at := 0
	robot.until(t, "under way", func(s *nao.State, cycles int) bool {
		if at == 0 && cycles > 50 && s.Stiffness[nao.LKneePitch] > 0.5 { // the simulator begins stiff
			at = cycles + after
		}
		return at > 0 && cycles >= at
	})
	require.NoError(t, launch.cmd.Process.Kill())
	launch.exit()

	require.Eventually(t, func() bool { return len(s.left()) == 0 }, patience, 20*time.Millisecond, "some still run")
	robot.goOn(t)
	limp := robot.until(t, "limp", func(s *nao.State, _ int) bool { return slices.Max(s.Stiffness[:]) <= 0 })
	require.Less(t, math.Hypot(limp.Angles[0], limp.Angles[1]), 0.3, "it is upright")
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		require.InDelta(t, nao.CrouchPosture()[j], limp.Position[j], 0.3, "%v in the crouch", j)
	}
	require.Less(t, robot.furthest(), 0.15, "rad in a cycle")
}
