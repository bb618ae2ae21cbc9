package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	builtininterfaces "gonao/msgs/builtin_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/dynamic"
	"gonao/ros/inproc"
)

// graphUnderTest is a bus with a node on it, and the tool on the same bus.
type graphUnderTest struct {
	t     *testing.T
	bus   *inproc.Bus
	node  *ros.Node
	typed string // what stands on the standard input
}

func newGraph(t *testing.T) *graphUnderTest {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "talker", ros.NodeOptions{Namespace: "/nao1", Bare: true})
	require.NoError(t, err)
	t.Cleanup(func() { n.Close() })
	return &graphUnderTest{t: t, bus: bus, node: n}
}

// hasty is enough for a bus in this process, where all is known at once.
var hasty = patience{settled: 5 * time.Millisecond, quiet: 5 * time.Millisecond, nobody: 5 * time.Millisecond}

// safeBuffer is a buffer that a command may write while the test reads.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// gonao runs the tool and gives what it prints.
func (g *graphUnderTest) gonao(args ...string) (string, error) {
	var out safeBuffer
	ctx, stop := context.WithTimeout(g.t.Context(), 30*time.Second)
	defer stop()
	err := g.run(ctx, &out, args...)
	return out.String(), err
}

// run runs the tool until it ends, which the context may ask for.
func (g *graphUnderTest) run(ctx context.Context, out io.Writer, args ...string) error {
	root := newRoot(tool{
		open: func() (ros.Backend, error) { return g.bus, nil },
		out:  out, errs: out, in: strings.NewReader(g.typed), patience: hasty,
	})
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// talk publishes a message on /nao1/chatter, again and again until the test ends.
func (g *graphUnderTest) talk(text string) {
	p, err := ros.Advertise[stdmsgs.String](g.node, "chatter")
	require.NoError(g.t, err)
	done := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				_ = p.Publish(stdmsgs.String{Data: text})
			}
		}
	}()
	g.t.Cleanup(func() { close(done); <-stopped })
}

func TestListsShowTheGraph(t *testing.T) {
	g := newGraph(t)
	g.talk("hello")
	out, err := g.gonao("topic", "list", "-t")
	require.NoError(t, err)
	require.Equal(t, "/nao1/chatter [std_msgs/msg/String]\n", out)
	out, err = g.gonao("node", "list")
	require.NoError(t, err)
	require.Equal(t, "/nao1/talker\n", out)
}

func TestAnEmptyGraphIsTold(t *testing.T) {
	g := newGraph(t)
	require.NoError(t, g.node.Close())
	for _, what := range []string{"topic", "node"} {
		out, err := g.gonao(what, "list", "--timeout", "1ms")
		require.NoError(t, err)
		require.Equal(t, "no node found: is one running, with the same ROS_DOMAIN_ID?\n", out)
	}
}

func TestTheFieldsInTheHelpExist(t *testing.T) {
	lib := dynamic.Compiled()
	echo := newEcho(tool{})
	fields := regexp.MustCompile(`robot_state --field (\S+)`).FindAllStringSubmatch(echo.Example, -1)
	require.NotEmpty(t, fields)
	for _, f := range fields {
		m, err := lib.Message("gonao_msgs/msg/RobotState")
		require.NoError(t, err)
		_, err = m.Field(f[1])
		require.NoError(t, err)
	}
	words := regexp.MustCompile(`such as (\S+) or (\S+)`).FindStringSubmatch(echo.Flag("field").Usage)
	require.Len(t, words, 3)
	for _, field := range words[1:] {
		m, err := lib.Message("gonao_msgs/msg/ColorBlobArray")
		require.NoError(t, err)
		_, err = m.Field(field)
		require.NoError(t, err)
	}
}

func TestEchoShowsMessages(t *testing.T) {
	g := newGraph(t)
	g.talk("it's")
	out, err := g.gonao("topic", "echo", "/nao1/chatter", "-n", "2")
	require.NoError(t, err)
	require.Equal(t, "data: it's\n---\ndata: it's\n---\n", out)
	out, err = g.gonao("topic", "echo", "nao1/chatter", "std_msgs/String", "--once", "--field", "data")
	require.NoError(t, err)
	require.Equal(t, "it's\n---\n", out)
}

func TestHzMeasures(t *testing.T) {
	g := newGraph(t)
	g.talk("hello")
	out, err := g.gonao("topic", "hz", "/nao1/chatter", "--duration", "100ms")
	require.NoError(t, err)
	require.Regexp(t, `average rate: \d+\.\d{3}\n\tmin: \d`, out)
}

func TestTheStatisticsOfGapsAreExact(t *testing.T) {
	var s gaps
	require.Equal(t, "no new messages", s.String())
	at := time.Unix(0, 0)
	for _, ms := range []int{0, 100, 300, 100} { // the first gap has left the window of 3
		at = at.Add(time.Duration(ms) * time.Millisecond)
		s.add(at, 3)
	}
	require.Equal(t, "average rate: 5.000\n\tmin: 0.100s max: 0.300s std dev: 0.10000s window: 3", s.String())
}

func TestPubIsHeard(t *testing.T) {
	g := newGraph(t)
	heard, err := ros.Subscribe[stdmsgs.String](g.node, "/chatter")
	require.NoError(t, err)
	out, err := g.gonao("topic", "pub", "--once", "/chatter", "std_msgs/msg/String", "data: it's", "--keep-alive", "0")
	require.NoError(t, err)
	require.Equal(t, "publisher: beginning loop\npublishing #1: std_msgs.msg.String(data=\"it's\")\n\n", out)
	require.Equal(t, "it's", (<-heard.C()).Data)
	g.typed = "data: typed"
	out, err = g.gonao("topic", "pub", "-t", "3", "--rate", "1000", "/chatter", "std_msgs/String", "--stdin", "-p", "3", "--keep-alive", "0")
	require.NoError(t, err)
	require.Equal(t, "publisher: beginning loop\npublishing #3: std_msgs.msg.String(data='typed')\n\n", out)
	for range 3 {
		require.Equal(t, "typed", (<-heard.C()).Data)
	}
}

func TestNowIsTheTimeOfEachSending(t *testing.T) {
	g := newGraph(t)
	heard, err := ros.Subscribe[builtininterfaces.Time](g.node, "/clock")
	require.NoError(t, err)
	_, err = g.gonao("topic", "pub", "-t", "2", "--rate", "1000", "/clock", "builtin_interfaces/msg/Time", "now")
	require.NoError(t, err)
	first := ros.StampTime(<-heard.C())
	require.True(t, ros.StampTime(<-heard.C()).After(first))
}

func TestWrongCommandsAreRefused(t *testing.T) {
	g := newGraph(t)
	g.speak()
	g.talk("hello")
	for _, c := range []struct{ line, want string }{
		{"topic echo /nao1/chater --timeout 1ms", `no topic /nao1/chater (did you mean "/nao1/chatter"?)`},
		{"topic echo /chatter --timeout 1ms", `no topic /chatter (did you mean /nao1/chatter?)`},
		{"topic hz /imu --timeout 1ms", `no topic /imu; gonao topic list shows the `},
		{"topic hz /imu --window 1", `--window 1: expected 2 or more`},
		{"topic echo /nao1/chatter --field date", `field "date" of std_msgs/msg/String: no field "date" (did you mean "data"?); it has: data`},
		{"topic echo /nao1/chatter std_msgs/msg/Strin", `no definition of std_msgs/msg/Strin (did you mean "std_msgs/msg/String"?)`},
		{"topic echo /nao1/chatter String", `or std_msgs/msg/String?)`},
		{"topic echo /nao1/chatter a/b", `topic /nao1/chatter: no definition of a/msg/b, expected package/msg/Name; give the definition with --definitions DIR`},
		{"topic echo a//b std_msgs/msg/String", `subscribe: `},
		{"topic echo /nao1/chatter --qos-reliability relible", `--qos-reliability "relible": expected one of reliable, best_effort`},
		{"topic echo /nao1/chatter --qos-profile x", `--qos-profile "x": expected one of action_status, `},
		{"topic echo /nao1/chatter --filter m.data>", `--filter: `},
		{"topic echo /nao1/chatter --filter m.date>3", `--filter: `},
		{"topic echo /nao1/chatter --raw --csv", `--raw: expected without --filter, --field and --csv`},
		{"topic echo /nao1/chatter --definitions /nowhere", `--definitions: open /nowhere: no such file or directory`},
		{"topic echo /nao1/chatter --timeout soon", `expected a time such as 5s, 300ms, or 5 for seconds`},
		{"topic delay /nao1/chatter", `topic /nao1/chatter: the messages do not begin with a header`},
		{"topic pub /a std_msgs/msg/String data:1", `message std_msgs/msg/String: expected a map of fields (data), got the str "data:1"`},
		{"topic pub /a std_msgs/msg/Strin", `no definition of std_msgs/msg/Strin (did you mean "std_msgs/msg/String"?)`},
		{"topic pub /a other_msgs/msg/Odd --timeout 1ms", `topic /a: no definition of other_msgs/msg/Odd, expected package/msg/Name; give the definition with`},
		{"topic pub /a std_msgs/msg/String --rate 0", `--rate 0: expected 0.001 to 100000 Hz`},
		{"topic pub /a std_msgs/msg/String --rate 1e-12", `--rate 1e-12: expected 0.001`},
		{"topic pub /a std_msgs/msg/String --rate nan", `--rate NaN: expected 0.001`},
		{"topic pub /a std_msgs/msg/String -t -1", `--times -1, --print 1: expected 0 or more`},
		{"topic pub /a std_msgs/msg/String -t 2 --once", `both --once and --times given; expected one of them`},
		{"topic pub /a std_msgs/msg/String {} --stdin", `both YAML and --stdin given; expected one of them`},
		{"topic echo /nao1/chatter -n -1", `--count -1: expected 0 or more`},
		{"topic pub /a std_msgs/msg/String --once --max-wait-time-secs 1ms", `topic /a: 0 of 1 subscribers after 1ms`},
		{"service call /nao1/talkr/ping std_srvs/srv/Trigger --timeout 1ms", `no service /nao1/talkr/ping (did you mean "/nao1/talker/ping"?)`},
		{"service call /nao1/talker/ping std_srvs/srv/Empty", `service /nao1/talker/ping is of type std_srvs/srv/Trigger, not std_srvs/srv/Empty`},
		{"service call /nao1/talker/ping std_srvs/srv/Triger", `no definition of std_srvs/srv/Triger (did you mean "std_srvs/srv/Trigger"?)`},
		{"service call /nao1/talker/ping std_msgs/msg/String", `std_msgs/msg/String is no service`},
		{"service call /nao1/talker/ping std_srvs/srv/SetBool {dat:1}", `message std_srvs/srv/SetBool_Request: no field "dat:1"`},
		{"service call /nao1/talker/ping std_srvs/srv/Trigger -r 0", `--rate 0: expected `},
		{"action info /nao1/cout --timeout 1ms", `no action /nao1/cout (did you mean "/nao1/count"?)`},
		{"action send-goal /nao1/cout example_interfaces/action/Fibonacci --timeout 1ms", `no action /nao1/cout (did you mean "/nao1/count"?)`},
		{"action send-goal /nao1/count gonao_msgs/action/PlayMotion", `action /nao1/count is of type example_interfaces/action/Fibonacci, not gonao_msgs/action/PlayMotion`},
		{"action send-goal /nao1/count std_srvs/srv/Trigger", `std_srvs/srv/Trigger is no action`},
		{"action send-goal /nao1/count example_interfaces/action/Fibonacci {oder:1}", `no field "oder:1"`},
		{"interface show std_msgs/msg/Strin", `no definition of std_msgs/msg/Strin (did you mean "std_msgs/msg/String"?)`},
		{"interface show std_msgs/msg/String --all-comments --no-comments", `both --all-comments and --no-comments given`},
		{"interface package std_msg", `no package "std_msg" with such definitions (did you mean "std_msgs"?)`},
		{"topic ech", `unknown command "ech" for "gonao topic"`},
		{"lanch", `unknown command "lanch" for "gonao"`},
		{"topic echo", `0 arguments: expected gonao topic echo TOPIC [TYPE]`},
		{"topic pub /a", `1 arguments: expected gonao topic pub TOPIC TYPE [YAML]`},
		{"node list /nao1", `1 arguments: expected gonao node list`},
		{"launch", `0 arguments: expected gonao launch [PACKAGE] FILE`},
		{"topic echo /a --onc", `unknown flag: --onc; see gonao topic echo --help`},
		{"model urdf --look round", `--look "round": expected skin or blocks`},
		{"model sdf --gz garden", `--gz: Gazebo "garden": no such generation; want fortress or harmonic`},
		{"model world --world mars", `--world: world "mars": no such world; want one of empty, field2010, spl, or the path of a .yaml file`},
		{"model world --camera eye", `--camera "eye": expected nao or paper`},
		{"model sdf --name a/b", `--name "a/b": want letters, digits and _, such as nao1`},
		{"launch /nowhere/a.launch.yaml", `launch file /nowhere/a.launch.yaml: no such file`},
		{"launch sim.launch.yam", `launch file sim.launch.yam: no such file here or in `},
		{"launch a b c", `launch a b c: expected [PACKAGE] FILE and arguments of the form name:=value`},
		{"launch sim.launch.yaml wrld:=spl --show-args x:=1", ``},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			_, err := g.gonao(strings.Fields(c.line)...)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestModelsAreWritten(t *testing.T) {
	g := newGraph(t)
	out, err := g.gonao("model", "urdf", "--look", "blocks")
	require.NoError(t, err)
	require.Contains(t, out, `<robot name="nao">`)
	out, err = g.gonao("model", "mjcf")
	require.NoError(t, err)
	require.Contains(t, out, `<mujoco model="nao">`)
}

// writeFile writes a file for a test.
func writeFile(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func TestLaunchFilesAreRunAndShown(t *testing.T) {
	g := newGraph(t)
	file := t.TempDir() + "/a.launch.yaml"
	writeFile(t, file, `
launch:
- arg: {name: word, default: hello, description: what to say, choice: [{value: hello}, {value: bye}]}
- arg: {name: who}
- arg: {name: never, default: x, if: "false"}
- executable: {cmd: echo $(var word) $(var who), output: screen}
`)
	out, err := g.gonao("launch", file, "--show-args")
	require.NoError(t, err)
	require.Equal(t, `Arguments (name:=value):

  word
      what to say
      one of: hello, bye
      default: hello

  who
      required

  never*
      default: x

* used only under a condition
`, out)

	out, err = g.gonao("launch", file, "who:=nao", "--print")
	require.NoError(t, err)
	require.Contains(t, out, "hello nao")

	logs := t.TempDir()
	out, err = g.gonao("launch", file, "who:=nao", "word:=bye", "--log-dir", logs)
	require.NoError(t, err)
	require.Contains(t, out, "the whole output is kept in "+logs+"\n")
	require.Contains(t, out, "[echo-1] bye nao\n")
}
