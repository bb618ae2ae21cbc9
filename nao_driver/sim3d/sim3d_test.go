package sim3d

import (
	"context"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/robot/percepts"
)

// described holds the example messages of the protocol's description.
const described = `(time (now 104.87))(GS (t 0.00) (pm BeforeKickOff))(GYR (n torso) (rt 0.24 -0.05 0.02))(ACC (n torso) (a -0.01 0.05 9.80))` +
	`(HJ (n hj1) (ax 0.00))(HJ (n hj2) (ax 10.00))(HJ (n laj3) (ax -1.02))(HJ (n llj4) (ax -45.00))(HJ (n rlj6) (ax 3.00))` +
	`(FRP (n lf) (c -0.14 0.08 -0.05) (f 1.12 -0.26 13.07))(See (G2R (pol 17.55 -3.33 4.31)) (F1R (pol 18.52 18.94 1.54)) ` +
	`(B (pol 8.51 -0.21 -0.17)) (P (team teamRed) (id 1) (head (pol 16.98 -0.21 3.19)) (rlowerarm (pol 16.83 -0.06 2.80))) ` +
	`(L (pol 12.11 -40.77 -2.40) (pol 12.95 -37.76 -2.41)))(hear self 'text')`

func TestTheDescribedMessageBecomesAState(t *testing.T) {
	s := senses{team: "teamBlue"}
	var state nao.State
	require.True(t, s.read([]byte(described), &state))
	require.Equal(t, 104870*time.Millisecond, state.Time)
	require.InDelta(t, -10*si.Degree, state.Position[nao.HeadPitch], 1e-9, "pitches turn the other way round")
	require.InDelta(t, -1.02*si.Degree, state.Position[nao.LElbowYaw], 1e-9)
	require.InDelta(t, 45*si.Degree, state.Position[nao.LKneePitch], 1e-9)
	require.InDelta(t, 3*si.Degree, state.Position[nao.RAnkleRoll], 1e-9)
	require.InDelta(t, 0.05, state.Accelerometer[0], 1e-9, "the model looks along its y axis")
	require.InDelta(t, 0.01, state.Accelerometer[1], 1e-9)
	require.InDelta(t, 9.80, state.Accelerometer[2], 1e-9)
	require.InDelta(t, -0.24*si.Degree, state.Gyroscope[1], 1e-9)
	sum := 0.0
	for i, f := range state.FSR {
		sum += f
		if i >= int(nao.RFrontLeft) {
			require.Zero(t, f, "the server leaves out a sole in the air")
		}
	}
	require.InDelta(t, 13.07, sum, 1e-9)
	require.Greater(t, state.FSR[nao.LFrontLeft], 13.0, "it acts in front, on the left, beyond the cell")
	require.Equal(t, Capabilities, state.Capabilities)
	require.True(t, s.seen)
	require.Len(t, s.sight.Balls, 1)
	require.InDelta(t, 8.51, r3.Norm(s.sight.Balls[0]), 1e-9)
	require.Len(t, s.sight.Posts, 1)
	require.Less(t, s.sight.Posts[0].Y, 0.0, "a negative angle is on the right")
	require.Equal(t, 1, s.sight.Robots[0].Number)
	require.False(t, s.sight.Robots[0].Own)
	require.Len(t, s.sight.Lines, 1)
	require.Equal(t, Game{Mode: "BeforeKickOff"}, s.game)
	require.Empty(t, s.heard, "it has said that itself")
}

func TestTheGameAndWhatOthersSayAreRead(t *testing.T) {
	s := senses{}
	var state nao.State
	const joint = "(HJ (n hj1) (ax 0.00))"
	require.True(t, s.read([]byte("(GS (unum 3)(team left)(t 12.50)(pm KickIn_Right)(sl 2)(sr 1))(hear gonao 12.48 -30.5 pass!3)(hear 12.48 17 old)"+joint), &state))
	require.Equal(t, Game{Mode: "KickIn_Right", Left: true, Score: [2]int{2, 1}}, s.game)
	require.Equal(t, []Heard{{"gonao", "pass!3"}, {"", "old"}}, s.heard)
	require.True(t, s.read([]byte("(GS (t 13.00)(pm PlayOn))(hear gonao 12.98 self mine)(hear x)(hear (a) 1 (b))"+joint), &state))
	require.Equal(t, Game{Mode: "PlayOn", Left: true, Score: [2]int{2, 1}}, s.game, "the side is said once")
	require.Empty(t, s.heard)
}

func TestMessagesThatAreWrongAreSkipped(t *testing.T) {
	for _, text := range []string{
		"", "(", ")))", "(HJ", "(HJ (n hj1) (ax))", "(HJ (n hj1) (ax NaN))", "(HJ (n nobody) (ax 1))", "(HJ (ax 1))",
		strings.Repeat("(", 10_000), "(See (B (pol 1 2)) (L (pol 1 2 3)))", "(FRP (n lf))", "(time (now Inf))", "\x00\x01",
	} {
		s := senses{}
		var state nao.State
		require.False(t, s.read([]byte(text), &state), text)
		require.Equal(t, nao.State{}.Position, state.Position)
	}
	s := senses{}
	var state nao.State
	require.True(t, s.read([]byte("(GYR (n torso) (rt 1 x 2))(FRP (n lf) (c 0 0 0))(HJ (n hj1) (ax 5.00)"), &state), "a message that is cut")
	require.InDelta(t, 5*si.Degree, state.Position[nao.HeadYaw], 1e-9)
	require.Zero(t, state.Gyroscope)
}

func TestTheTorsosTiltFollowsGravityAndGyroscope(t *testing.T) {
	var f tilt
	lean := 0.3 // forward
	acc := [3]float64{-9.81 * math.Sin(lean), 0, 9.81 * math.Cos(lean)}
	f.step(&[3]float64{}, &acc, cycleSec)
	require.InDelta(t, lean, f.angles[1], 1e-9)
	// It turns by 0.2 rad in 0.2 s while the accelerometer feels a landing.
	for range 10 {
		f.step(&[3]float64{0, 1, 0}, &[3]float64{5, 5, 20}, cycleSec)
	}
	require.InDelta(t, lean+0.2, f.angles[1], 1e-6)
	for range 500 {
		f.step(&[3]float64{}, &acc, cycleSec)
	}
	require.InDelta(t, lean, f.angles[1], 1e-3)
	require.InDelta(t, 0, f.angles[0], 1e-3)
}

func TestWhatIsSeenIsOnTheGround(t *testing.T) {
	state := nao.State{Position: nao.StandPosture()}
	x_RH := nao.TorsoInFootprint(&state.Position, state.Angles).Mul(nao.LinkHead.InTorso(&state.Position))
	ball := r3.Vec{X: 2, Y: 1, Z: 0.05}
	inHead := nao.Pose.Inverse(x_RH).Apply(ball)
	s := Sight{Balls: []r3.Vec{inHead}, Robots: []seenRobot{{Own: true, Number: 4, At: inHead}}}
	var out Found
	s.ground(&state, &out)
	require.InDelta(t, 2, out.Balls[0].X, 1e-9)
	require.InDelta(t, 1, out.Balls[0].Y, 1e-9)
	require.True(t, out.Balls[0].Cov.Valid())
	require.Equal(t, percepts.OwnSide, out.Robots[0].Side)
	require.InDelta(t, x_RH.P.Z, out.Camera.Position[2], 1e-9)
	require.InDelta(t, 1, nao.Pose{R: out.Camera.Rotation}.Apply(r3.Vec{Z: 1}).X, 0.3, "the optical axis looks forward")
}

// play runs a driver on the server until the test ends.
func play(t *testing.T, s *server, c *drivertest.Commander, to Listener) *Driver {
	cfg := DefaultConfig()
	cfg.Address, cfg.RetryEvery, cfg.SilentFor, cfg.AnswerWithin = s.listener.Addr().String(), time.Millisecond, time.Minute, time.Minute
	cfg.EndWithin = time.Minute
	d := New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler), to)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, c) }()
	t.Cleanup(func() { stop(); require.NoError(t, <-ended) })
	return d
}

func TestTheRobotJoinsAndItsJointsGoWhereTheyAreCommanded(t *testing.T) {
	s := newServer(t)
	command := &nao.Command{Position: nao.StandPosture()}
	for j := range command.Stiffness {
		command.Stiffness[j] = 1
	}
	command.Position[nao.HeadYaw], command.Position[nao.LShoulderPitch] = 0.8, 1.2
	found := make(chan Found, 1)
	d := play(t, s, &drivertest.Commander{Cmd: command}, Listener{See: func(f *Found) {
		select {
		case found <- Found{Balls: append([]percepts.SeenBall{}, f.Balls...), Robots: append([]percepts.SeenRobot{}, f.Robots...)}:
		default:
		}
	}})
	require.ErrorContains(t, d.Say("two words"), `say "two words": expected 1 to 20 ASCII characters`)
	require.NoError(t, d.Say("pass!3"))
	require.Eventually(t, func() bool {
		state := d.State()
		for _, h := range hinges {
			if math.Abs(state.Position[h.joint]-command.Position[h.joint]) > 0.01 {
				return false
			}
		}
		return state.Cycle > 0
	}, time.Minute, time.Millisecond)
	f := <-found
	require.Len(t, f.Balls, 1)
	require.Greater(t, f.Balls[0].Y, 0.5, "30° to the left")
	require.Equal(t, percepts.OwnSide, f.Robots[0].Side)
	s.read(func() {
		require.Equal(t, []string{"(scene rsg/agent/nao/nao.rsg)(syn)", "(init (unum 1)(teamname gonao))(syn)"}, s.first)
		require.Equal(t, []string{"-0.50 0.00 0.0"}, s.beams)
		require.Equal(t, []string{"pass!3"}, s.said)
		require.LessOrEqual(t, s.most, topSpeed+1e-3)
		require.InDelta(t, s.angle["llj1"], s.angle["rlj1"], 0.2, "both hips turn together")
		require.InDelta(t, -1.2/si.Degree, s.angle["laj1"], 1)
	})
	state := d.State()
	require.InDelta(t, 44, sumOf(state.FSR), 1e-9)
	require.Equal(t, Capabilities, state.Capabilities)
	require.Equal(t, [4]string{"gonao/1", "sim3d", "gonao/1", "sim3d"}, d.RobotConfig())
}

func sumOf(values [nao.NumFSR]float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

func TestAServerThatEndsTheConnectionIsJoinedAgain(t *testing.T) {
	s := newServer(t)
	command := &nao.Command{Position: nao.StandPosture()}
	d := play(t, s, &drivertest.Commander{Cmd: command}, Listener{})
	require.Eventually(t, func() bool { return d.State().Cycle > 10 }, time.Minute, time.Millisecond)
	s.read(func() { s.cut = true })
	require.Eventually(t, func() (again bool) {
		s.read(func() { again = len(s.first) == 4 && len(s.beams) == 2 })
		return again
	}, time.Minute, time.Millisecond)
}

func TestWrongSettingsAreNamed(t *testing.T) {
	for want, change := range map[string]func(*Config){
		`address "here": expected host:port`: func(c *Config) { c.Address = "here" },
		`team "a b": expected a name`:        func(c *Config) { c.Team = "a b" },
		`number: 12: expected 0 to 11`:       func(c *Config) { c.Number = 12 },
	} {
		cfg := DefaultConfig()
		change(&cfg)
		require.ErrorContains(t, cfg.Check(), want)
	}
	cfg := DefaultConfig()
	require.NoError(t, cfg.Check())
	var f frames
	_, err := f.next(strings.NewReader("GET / HTTP/1.1"))
	require.ErrorIs(t, err, errTooLong)
}
