package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
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
	root := newRoot(tool{open: func() (ros.Backend, error) { return g.bus, nil }, out: &out, errs: &out, in: strings.NewReader(g.typed), patience: hasty})
	root.SetArgs(args)
	ctx, stop := context.WithTimeout(g.t.Context(), 30*time.Second)
	defer stop()
	err := root.ExecuteContext(ctx)
	return out.String(), err
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
	echo := newEcho(tool{})
	fields := regexp.MustCompile(`robot_state --field (\S+)`).FindAllStringSubmatch(echo.Example, -1)
	require.NotEmpty(t, fields)
	for _, f := range fields {
		_, err := pick(new(msgs.RobotState), f[1])
		require.NoError(t, err)
	}
	blobs := &msgs.ColorBlobArray{Header: stdmsgs.Header{FrameId: "camera"}, Blobs: make([]msgs.ColorBlob, 1)}
	words := regexp.MustCompile(`such as (\S+) or (\S+)`).FindStringSubmatch(echo.Flag("field").Usage)
	require.Len(t, words, 3)
	for _, field := range words[1:] {
		_, err := pick(blobs, field)
		require.NoError(t, err)
	}
}

func TestEchoShowsMessages(t *testing.T) {
	g := newGraph(t)
	g.talk("it's")
	out, err := g.gonao("topic", "echo", "/nao1/chatter", "-n", "2")
	require.NoError(t, err)
	require.Equal(t, "data: 'it''s'\n---\ndata: 'it''s'\n---\n", out)
	out, err = g.gonao("topic", "echo", "nao1/chatter", "std_msgs/String", "--once", "--field", "data")
	require.NoError(t, err)
	require.Equal(t, "'it''s'\n---\n", out)
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
	out, err := g.gonao("topic", "pub", "--once", "/chatter", "std_msgs/msg/String", "data: hello")
	require.NoError(t, err)
	require.Equal(t, "published #1 on /chatter\n", out)
	require.Equal(t, "hello", (<-heard.C()).Data)
	_, err = g.gonao("topic", "pub", "-n", "3", "--rate", "1000", "/chatter", "std_msgs/msg/String")
	require.NoError(t, err)
	for range 3 {
		require.Empty(t, (<-heard.C()).Data)
	}
}

func TestNowIsTheTimeOfEachSending(t *testing.T) {
	g := newGraph(t)
	heard, err := ros.Subscribe[builtininterfaces.Time](g.node, "/clock")
	require.NoError(t, err)
	_, err = g.gonao("topic", "pub", "-n", "2", "--rate", "1000", "/clock", "builtin_interfaces/msg/Time", "now")
	require.NoError(t, err)
	first := ros.StampTime(<-heard.C())
	require.True(t, ros.StampTime(<-heard.C()).After(first))
}

func TestWrongCommandsAreRefused(t *testing.T) {
	g := newGraph(t)
	g.talk("hello")
	for _, c := range []struct{ line, want string }{
		{"topic echo /nao1/chater --timeout 1ms", `no topic /nao1/chater (did you mean "/nao1/chatter"?)`},
		{"topic echo /chatter --timeout 1ms", `no topic /chatter (did you mean /nao1/chatter?)`},
		{"topic hz /imu --timeout 1ms", `no topic /imu; gonao topic list shows the `},
		{"topic hz /imu --window 1", `--window 1: expected 2 or more`},
		{"topic echo /nao1/chatter --field date", `field "date" of std_msgs/msg/String: no field "date"; it has: data`},
		{"topic echo /nao1/chatter std_msgs/msg/Strin", `type "std_msgs/msg/Strin" is not known (did you mean "std_msgs/msg/String"?)`},
		{"topic echo /nao1/chatter String", `or std_msgs/msg/String?)`},
		{"topic echo /nao1/chatter a/b", `type "a/b" is not compiled in; expected package/msg/Name of one of: action_msgs, `},
		{"topic echo a//b std_msgs/msg/String", `subscribe: `},
		{"topic pub /a std_msgs/msg/String data:1", `message std_msgs/msg/String: expected a map of fields (data), got the str "data:1"`},
		{"topic pub /a std_msgs/msg/String --rate 0", `--rate 0: expected 0.001 to 100000 Hz`},
		{"topic pub /a std_msgs/msg/String --rate 1e-12", `--rate 1e-12: expected 0.001`},
		{"topic pub /a std_msgs/msg/String --rate nan", `--rate NaN: expected 0.001`},
		{"topic pub /a std_msgs/msg/String -n -1", `--count -1, --wait 0: expected 0 or more`},
		{"topic echo /nao1/chatter -n -1", `--count -1: expected 0 or more`},
		{"topic pub /a std_msgs/msg/String --once --max-wait 1ms", `topic /a: 0 of 1 subscribers after 1ms`},
		{"topic ech", `unknown command "ech" for "gonao topic"`},
		{"lanch", `unknown command "lanch" for "gonao"`},
		{"topic echo", `0 arguments: expected gonao topic echo TOPIC [TYPE]`},
		{"topic pub /a", `1 arguments: expected gonao topic pub TOPIC TYPE [YAML]`},
		{"node list /nao1", `1 arguments: expected gonao node list`},
		{"launch", `0 arguments: expected gonao launch [PACKAGE] FILE`},
		{"topic echo /a --onc", `unknown flag: --onc; see gonao topic echo --help`},
		{"model urdf --look round", `--look "round": expected skin or blocks`},
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
