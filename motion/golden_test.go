package motion_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/motion/servo"
	"gonao/motion/slot"
	"gonao/nao"
)

// script drives a motion with random requests from a seed, over a body whose joints follow
// their commands and whose trunk tips over now and then. It hashes every command.
type script struct {
	m       *motion.Motion
	random  *rand.Rand
	state   nao.State
	command nao.Command
	delayed [2]nao.Joints
	digest  hash.Hash
	names   []string

	lyingLeft  int // cycles until a robot that lies is upright again
	gettingUp  int // cycles since the get-up began
	brokenLeft int // cycles for which sensors report NaN
	tasks      []motion.Task
	plays      []motion.Play
	visited    [10]bool // states
	refused    int
	accepted   int
}

func newScript(t *testing.T, seed uint64) *script {
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	s := &script{m: m, random: rand.New(rand.NewPCG(seed, 12)), digest: sha256.New(), names: library.Names()}
	s.begin(nao.StandPosture())
	return s
}

// begin puts the body into a posture, as after it was switched on.
func (s *script) begin(posture nao.Joints) {
	s.delayed = [2]nao.Joints{posture, posture}
	s.state = nao.State{Position: posture}
	s.state.Time, s.state.Cycle = 10*nao.CyclePeriod, 10
}

// step sets the sensors, makes one cycle and hashes the answer.
func (s *script) step() {
	s.sense()
	s.m.Step(&s.state, &s.command)
	s.visited[s.m.State()] = true
	_ = binary.Write(s.digest, binary.LittleEndian, &s.command)
	fmt.Fprintln(s.digest, s.m.State(), s.m.Detail(), s.m.Falls(), s.m.CanWalk(), s.m.Asked(), s.m.Odometry())
	for g := range motion.Group(motion.NumGroups) {
		fmt.Fprintln(s.digest, s.m.Owner(g))
	}
	for _, task := range s.tasks {
		r := s.m.Report(task)
		fmt.Fprintln(s.digest, r.Outcome, r.Share, r.Left, r.Hit, r.Foot, r.Attempts, r.ErrorRad)
	}
	for _, play := range s.plays {
		fmt.Fprintln(s.digest, s.m.Progress(play))
	}
	s.state.Position = s.delayed[0]
	s.delayed = [2]nao.Joints{s.delayed[1], s.command.Position}
	s.state.Stiffness = s.command.Stiffness
	s.state.Time += nao.CyclePeriod
	s.state.Cycle++
}

// sense sets soles, gyroscope and angles.
func (s *script) sense() {
	left := 6.5 * (1 + math.Sin(2*math.Pi*s.state.Time.Seconds()/0.5))
	for i := range s.state.FSR {
		s.state.FSR[i] = left
		if nao.FSR(i) >= nao.RFrontLeft {
			s.state.FSR[i] = 13 - left
		}
	}
	s.state.Accelerometer[2] = 9.81
	state := s.m.State()
	switch {
	case s.lyingLeft > 0 && state == motion.GettingUp:
		if s.gettingUp++; s.gettingUp > 220 {
			s.lyingLeft = 0
		}
	case s.lyingLeft > 0:
		s.gettingUp = 0
		s.lyingLeft--
	case state != motion.Starting && s.random.IntN(900) == 0:
		s.lyingLeft = 20 + s.random.IntN(600) // short ones are caught
		s.state.Angles = [2]float64{0, 1.4 - 2.8*float64(s.random.IntN(2))}
	}
	if s.lyingLeft == 0 {
		s.state.Angles = [2]float64{0.01 * s.random.NormFloat64(), 0.01 * s.random.NormFloat64()}
	}
	for i := range s.state.Gyroscope {
		s.state.Gyroscope[i] = 0.02 * s.random.NormFloat64()
	}
	if s.brokenLeft > 0 {
		s.brokenLeft--
		s.state.Gyroscope[1], s.state.FSR[2], s.state.Position[nao.LShoulderPitch] = math.NaN(), math.Inf(1), math.NaN()
	} else if s.random.IntN(700) == 0 {
		s.brokenLeft = 10
	}
}

func (s *script) took(err error) {
	fmt.Fprintln(s.digest, err == nil)
	if err == nil {
		s.accepted++
	} else {
		s.refused++
	}
}

func (s *script) task(task motion.Task, err error) {
	s.took(err)
	if err == nil {
		s.tasks = append(s.tasks[max(0, len(s.tasks)-3):], task)
	}
}

func (s *script) play(play motion.Play, err error) {
	s.took(err)
	if err == nil {
		s.plays = append(s.plays[max(0, len(s.plays)-5):], play)
	}
}

func (s *script) share() float64 { return 0.05 + 0.95*s.random.Float64() }

// joint returns a joint of the head or of an arm, or, once in four times, of any part.
func (s *script) joint() nao.Joint {
	upper := []nao.Joint{nao.HeadYaw, nao.HeadPitch, nao.LShoulderRoll, nao.RElbowYaw, nao.LHand, nao.RShoulderPitch}
	if s.random.IntN(4) == 0 {
		return nao.Joint(s.random.IntN(nao.NumJoints))
	}
	return upper[s.random.IntN(len(upper))]
}

func (s *script) angle(j nao.Joint) float64 {
	low, high := j.Range()
	return low + (high-low)*(0.3+0.4*s.random.Float64())
}

// ask makes one random request.
func (s *script) ask() {
	r := s.random
	switch r.IntN(19) {
	case 0, 1, 2:
		s.took(s.m.SetVelocity(motion.Velocity{X: 0.3 * r.NormFloat64(), Y: 0.1 * r.NormFloat64(), Yaw: 0.5 * r.NormFloat64()}))
	case 3:
		s.task(s.m.WalkTo(r.NormFloat64(), 0.3*r.NormFloat64(), r.NormFloat64(), r.Float64()))
	case 4:
		s.task(s.m.Kick(motion.KickRequest{Direction: 0.2 * r.NormFloat64(), Distance: r.Float64()}))
	case 5:
		s.task(s.m.GetUp())
	case 6:
		s.task(s.m.Posture([]string{"stand", "stand", "sit", "rest"}[r.IntN(4)]))
	case 7:
		s.task(s.m.LookAt(motion.LookAt{
			Point: r3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.Float64()},
			Frame: motion.Frame(r.IntN(3)), Camera: nao.Camera(r.IntN(2)), HoldSec: r.Float64() - 0.2,
		}))
	case 8, 9:
		s.took(s.m.SetHead(nao.HeadCommand{
			Stamp: s.state.Time, Mode: nao.HeadMode(r.IntN(2)), Yaw: r.NormFloat64(), Pitch: 0.2 * r.NormFloat64(),
			YawRate: 0.3 * r.NormFloat64(), PitchRate: 0.1 * r.NormFloat64(),
		}))
	case 10, 11:
		name := s.names[r.IntN(len(s.names))]
		if r.IntN(4) == 0 {
			name = []string{"dance_left@mirrored", "dance_right@mirrored"}[r.IntN(2)]
		}
		s.play(s.m.Play(name))
	case 12:
		j := s.joint()
		s.play(s.m.Move([]slot.Target{{Joint: j, Angle: s.angle(j)}}, s.share()))
	case 13:
		s.took(s.m.SetJointSpeeds([]servo.SpeedTarget{{Joint: s.joint(), RadPerSec: r.NormFloat64()}}, 0))
	case 14:
		s.took(s.m.Limp([]nao.Joint{s.joint()}, time.Duration(1+r.IntN(3000))*time.Millisecond))
	case 15:
		j := s.joint()
		s.took(s.m.GoTo([]servo.AngleTarget{{Joint: j, Rad: s.angle(j)}}, s.share(), r.IntN(3) == 0))
	case 16:
		j := s.joint()
		s.took(s.m.SetPositions([]servo.AngleTarget{{Joint: j, Rad: s.angle(j)}}))
		s.took(s.m.SetStiffnesses([]nao.Joint{j}, []float64{r.Float64()}))
	case 17:
		j := s.joint()
		s.play(s.m.FollowTrajectory(&servo.Trajectory{
			Joints: []nao.Joint{j}, Points: []servo.TrajectoryPoint{{At: 3 * time.Second, Positions: []float64{s.angle(j)}}},
		}))
	case 18:
		s.cancel()
	}
}

func (s *script) cancel() {
	r := s.random
	if n := len(s.tasks); n > 0 && r.IntN(2) == 0 {
		s.m.CancelTask(s.tasks[r.IntN(n)])
	}
	if n := len(s.plays); n > 0 && r.IntN(2) == 0 {
		s.m.Cancel(s.plays[r.IntN(n)])
	}
}

// tune sets another configuration, and, now and then, starts the body anew.
func (s *script) disturb() {
	if s.random.IntN(1500) == 0 {
		cfg := motion.DefaultConfig()
		cfg.Walk.Period = 0.22 + 0.04*s.random.Float64()
		cfg.AutoGetUp = s.random.IntN(3) > 0
		s.took(s.m.Tune(cfg))
	}
	if s.lyingLeft == 0 && s.random.IntN(3000) == 0 {
		s.begin(nao.CrouchPosture())
	}
}

// TestCommandsAreTheSameByteForByte compares a digest of everything that motion commands and
// reports for scripts of random requests with the one in testdata.
func TestCommandsAreTheSameByteForByte(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the digests are of amd64: other processors round a product and a sum at once")
	}
	const file, cycles = "testdata/digests.txt", 6000
	var got strings.Builder
	var visited [10]bool
	for seed := range uint64(12) {
		s := newScript(t, seed)
		for n := range cycles {
			if n > 150 && s.random.IntN(25) == 0 {
				s.ask()
			}
			s.disturb()
			s.step()
			if (n+1)%(cycles/4) == 0 {
				fmt.Fprintf(&got, "seed %d cycle %d %s\n", seed, n+1, hex.EncodeToString(s.digest.Sum(nil)[:12]))
			}
		}
		for i, v := range s.visited {
			visited[i] = visited[i] || v
		}
		require.Greater(t, s.accepted, 20)
	}
	for i, v := range visited {
		require.True(t, v, "no script came to the state %s", motion.BodyState(i))
	}
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o600))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String(), "make golden rewrites it, after a change that is meant")
}
