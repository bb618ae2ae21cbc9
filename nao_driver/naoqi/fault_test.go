package naoqi_test

import (
	"log/slog"
	"math"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/lugu/qiloop/type/value"
	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
)

func TestWhatCannotBeDrivenIsRefusedWithAReason(t *testing.T) {
	for name, row := range map[string]struct {
		robot  fake.Config
		change func(*naoqi.Config)
		want   []string
	}{
		"no address":     {change: func(c *naoqi.Config) { c.Address = "" }, want: []string{"no host", "expected the robot's name or IP address"}},
		"no such scheme": {change: func(c *naoqi.Config) { c.Address = "http://nao.local" }, want: []string{"http://nao.local", "neither tcp nor tcps"}},
		"no such port":   {change: func(c *naoqi.Config) { c.Address = "nao.local:99999" }, want: []string{"no port"}},
		"a wrong rate":   {change: func(c *naoqi.Config) { c.Rate = math.NaN() }, want: []string{"rate_hz: NaN", "expected 1 to 83 Hz"}},
		"no password":    {robot: fake.Config{Users: map[string]string{"nao": "secret"}}, want: []string{"refused", "parameters naoqi.user and naoqi.password"}},
		"a wrong password": {
			robot:  fake.Config{Users: map[string]string{"nao": "secret"}, Encrypted: true},
			change: func(c *naoqi.Config) { c.User, c.Password = "nao", "wrong" },
			want:   []string{"refused", "parameters naoqi.user and naoqi.password"},
		},
		"a V3":    {robot: fake.Config{Body: "V3.3"}, want: []string{"V3.3", "V4, V5 or V6", "is naoqi.address"}},
		"an H21":  {robot: fake.Config{Model: "naoH21", Lacks: []string{"LWristYaw", "RHand"}}, want: []string{"no LWristYaw, RHand"}},
		"another": {robot: fake.Config{Model: "juliette_1.8"}, want: []string{`is a "juliette_1.8"`, "V4, V5 or V6"}},
	} {
		t.Run(name, func(t *testing.T) {
			robot := start(t, row.robot)
			cfg := config(robot)
			if row.change != nil {
				row.change(&cfg)
			}
			err := naoqi.New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler)).Run(t.Context(), &drivertest.Commander{Cmd: drivertest.Standing()})
			for _, want := range row.want {
				require.ErrorContains(t, err, want)
			}
			require.True(t, robot.Body().Limp())
			require.Zero(t, robot.Calls("ALMotion.setAngles"))
		})
	}
}

func TestARobotWithAPasswordIsDriven(t *testing.T) {
	robot := start(t, fake.Config{Users: map[string]string{"nao": "secret"}, Encrypted: true})
	cfg := config(robot)
	cfg.User, cfg.Password = "nao", "secret"
	c := &drivertest.Commander{}
	d := run(t, cfg, c)
	eventually(t, "no states", func() bool { return len(c.States()) > 3 }, d.log)
}

// listen serves what is no NAOqi.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return l.Addr().String()
}

func TestARobotThatIsNotThereIsWaitedForAndSaidSo(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed.Close()
	for name, row := range map[string]struct{ address, want string }{
		"nobody listens": {closed.Addr().String(), "connection refused"},
		"a web server": {listen(t, func(c net.Conn) {
			c.Write([]byte("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"))
			c.Close()
		}), "answers, but not as a NAOqi does"},
		"somebody mute":       {listen(t, func(net.Conn) {}), "no answer within 300ms"},
		"somebody who leaves": {listen(t, func(c net.Conn) { c.Close() }), "not as a NAOqi does"},
		"no TLS":              {"tcps://" + listen(t, func(c net.Conn) { c.Write([]byte("no TLS at all")) }), "does not answer with TLS"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := naoqi.DefaultConfig()
			cfg.Address, cfg.RetryEvery, cfg.ConnectWithin = row.address, 10*time.Millisecond, 300*time.Millisecond
			d := run(t, cfg, &drivertest.Commander{})
			eventually(t, "not said: "+row.want, func() bool { return strings.Contains(d.log.String(), row.want) }, d.log)
			d.stop()
			d.await(t)
		})
	}
}

func TestARobotThatLacksAServiceIsDrivenWithoutIt(t *testing.T) {
	robot := start(t, fake.Config{Body: "V4.0", Without: []string{"ALLeds", "ALTextToSpeech", "ALSonar", "ALRobotPosture", "ALSystem", "ALAutonomousLife"}})
	lights := nao.AllOn(nao.Color{R: 1})
	c := &drivertest.Commander{Cmd: drivertest.Standing(), Wish: &lights}
	d := run(t, config(robot), c)
	eventually(t, "no states", func() bool { return len(c.States()) > 3 }, d.log)
	state := d.State()
	require.False(t, state.Capabilities.Has(nao.CanLights))
	require.False(t, state.Capabilities.Has(nao.CanSpeak))
	require.False(t, state.Capabilities.Has(nao.SensesSonar))
	require.ErrorIs(t, d.Say(t.Context(), "hello"), naoqi.ErrNoSpeech)
	require.ErrorIs(t, d.SetVoice(t.Context(), "fr", 1), naoqi.ErrNoSpeech)
	require.ErrorContains(t, d.GoToPosture(t.Context(), "Stand"), "no ALRobotPosture")
	require.Contains(t, d.log.String(), "GyroscopeZ", "a V4 has two axes")
}

func TestARobotWithoutABodyIsWaitedFor(t *testing.T) {
	robot := start(t, fake.Config{Without: []string{"ALMotion"}})
	d := run(t, config(robot), &drivertest.Commander{})
	eventually(t, "not said", func() bool { return strings.Contains(d.log.String(), "service ALMotion: not offered") }, d.log)
}

func TestWrongAnswersMoveNothingAndAreOvercome(t *testing.T) {
	joints := make([]float32, nao.NumJoints)
	bad := append([]float32(nil), joints...)
	bad[3] = float32(math.NaN())
	for name, row := range map[string]struct {
		method string
		fault  fake.Fault
		want   string
	}{
		"too few angles":       {"ALMotion.getAngles", fake.Fault{Payload: fake.Floats(1, 2, 3)}, "3 values; expected 25"},
		"an angle not finite":  {"ALMotion.getAngles", fake.Fault{Payload: fake.Floats(bad...)}, "LShoulderRoll is not a number"},
		"no list of angles":    {"ALMotion.getAngles", fake.Fault{Payload: []byte{1}}, "getAngles"},
		"a negative length":    {"ALMotion.getAngles", fake.Fault{Payload: []byte{0xff, 0xff, 0xff, 0xff}}, "cannot be read"},
		"an endless list":      {"ALMotion.getStiffnesses", fake.Fault{Payload: []byte{0xff, 0xff, 0xff, 0x7f}}, "a list of 2147483647 members in 0 bytes"},
		"memory of one type":   {"ALMemory.getListData", fake.Fault{Payload: fake.Any(value.String("no"))}, "; expected a list"},
		"memory too short":     {"ALMemory.getListData", fake.Fault{Payload: fake.Any(value.List(nil))}, "a list of 0 values"},
		"texts without end":    {"ALMemory.getListData", fake.Fault{Payload: []byte("\x03\x00\x00\x00[s]\xff\xff\xff\xff")}, "a list of 4294967295 members in 0 bytes"},
		"an unknown type":      {"ALMemory.getListData", fake.Fault{Payload: []byte{1, 0, 0, 0, '?'}}, "getListData"},
		"an unknown method":    {"ALMotion.getAngles", fake.Fault{Error: "Can't find method: getAngles::(mb)"}, "Can't find method"},
		"no answer":            {"ALMotion.getAngles", fake.Fault{Hang: true}, "no answer within 300ms"},
		"commands are refused": {"ALMotion.setAngles", fake.Fault{Error: "ALMotion is busy"}, "ALMotion.setAngles: call setAngles failed: ALMotion is busy"},
	} {
		t.Run(name, func(t *testing.T) {
			robot := start(t, fake.Config{})
			cfg := quick(config(robot))
			cfg.CallWithin = 300 * time.Millisecond
			c := &drivertest.Commander{Cmd: drivertest.Standing()}
			c.Cmd.Position[nao.HeadYaw] = 0.3
			robot.Set(row.method, row.fault)
			d := run(t, cfg, c)
			eventually(t, "not said: "+row.want, func() bool { return strings.Contains(d.log.String(), row.want) }, d.log)
			require.Zero(t, robot.Body().Look().Position[nao.HeadYaw])
			robot.Set(row.method, fake.Fault{})
			eventually(t, "not overcome", func() bool {
				return math.Abs(robot.Body().Look().Position[nao.HeadYaw]-0.3) < 1e-3
			}, d.log)
		})
	}
}

func TestARobotThatFallsSilentIsConnectedAnew(t *testing.T) {
	robot := start(t, fake.Config{})
	cfg := config(robot)
	cfg.CallWithin, cfg.SilentFor = 50*time.Millisecond, 100*time.Millisecond
	d := run(t, cfg, &drivertest.Commander{})
	eventually(t, "not connected", func() bool { return d.Stats().Cycles > 3 }, d.log)
	robot.Set("ALMemory.getListData", fake.Fault{Hang: true})
	eventually(t, "not connected anew", func() bool { return d.Stats().Connections > 1 }, d.log)
	robot.Set("ALMemory.getListData", fake.Fault{})
	before := d.Stats().Cycles
	eventually(t, "no more states", func() bool { return d.Stats().Cycles > before+3 }, d.log)
}

func TestARobotThatGoesAwayIsTakenOverAgain(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d := run(t, quick(config(robot)), c)
	for i := range uint64(3) {
		eventually(t, "not connected", func() bool { return d.Stats().Connections > i && robot.Body().Look().Stiffness[0] == 1 }, d.log)
		robot.Drop()
		eventually(t, "not noticed", func() bool { return d.Stats().Connections > i+1 }, d.log)
	}
	last := uint64(0)
	for _, s := range c.States() {
		require.Greater(t, s.Cycle, last, "cycles are counted on")
		last = s.Cycle
	}
}

func TestADriverOfARobotThatIsGoneEndsInTime(t *testing.T) {
	robot := start(t, fake.Config{})
	cfg := quick(config(robot))
	cfg.EndWithin = 100 * time.Millisecond
	d := run(t, cfg, &drivertest.Commander{Cmd: drivertest.Standing()})
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[0] == 1 }, d.log)
	robot.Away(true)
	d.stop()
	d.await(t)
	require.Contains(t, d.log.String(), "may stay stiff", "and it is said")
}

func TestARobotThatIsBackInTimeIsLetDown(t *testing.T) {
	robot := start(t, fake.Config{})
	d := run(t, quick(config(robot)), &drivertest.Commander{Cmd: drivertest.Standing()})
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[0] == 1 }, d.log)
	robot.Away(true)
	d.stop()
	eventually(t, "not ending", func() bool { return strings.Contains(d.log.String(), "letting the robot down") }, d.log)
	robot.Away(false)
	d.await(t)
	require.True(t, robot.Body().Limp(), d.log)
}

func TestEndingWithoutARobotIsAtOnce(t *testing.T) {
	cfg := naoqi.DefaultConfig()
	cfg.Address, cfg.RetryEvery = "127.0.0.1:1", time.Hour
	d := run(t, cfg, &drivertest.Commander{})
	eventually(t, "not waiting", func() bool { return strings.Contains(d.log.String(), "waiting") }, d.log)
	d.stop()
	d.await(t)
}

func TestItIsSaidWhereTheRobotMayBe(t *testing.T) {
	for address, want := range map[string]string{"127.0.0.1:1": "two minutes", "nao..local": "chest button"} {
		cfg := naoqi.DefaultConfig()
		cfg.Address, cfg.RetryEvery = address, time.Hour
		d := run(t, cfg, &drivertest.Commander{})
		eventually(t, want, func() bool { return strings.Contains(d.log.String(), want) }, d.log)
		d.stop()
		d.await(t)
	}
}

func TestFiguresAreTunedWhileItRuns(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{}
	cfg := config(robot)
	d := run(t, cfg, c)
	eventually(t, "no states", func() bool { return len(c.States()) > 3 }, d.log)
	cfg.Rate, cfg.Address = 0, "nowhere"
	d.Tune(cfg)
	eventually(t, "not refused", func() bool { return strings.Contains(d.log.String(), "figures refused") }, d.log)
	cfg.Rate = 20
	d.Tune(cfg)
	before := len(c.States())
	eventually(t, "no more states", func() bool { return len(c.States()) > before+3 }, d.log)
	require.EqualValues(t, 1, d.Stats().Connections)
}

func TestARobotThatIsNotLetDownInTimeIsLetGo(t *testing.T) {
	robot := start(t, fake.Config{})
	cfg := quick(config(robot))
	cfg.Safety.CrouchIn, cfg.EndWithin = time.Hour, 50*time.Millisecond
	d := run(t, cfg, &drivertest.Commander{Cmd: drivertest.Standing()})
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[0] == 1 }, d.log)
	d.stop()
	d.await(t)
	require.True(t, robot.Body().Limp(), d.log)
}
