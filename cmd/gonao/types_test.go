package main

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	exampleinterfaces "gonao/msgs/example_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	typedescription "gonao/msgs/type_description_interfaces"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// repeat publishes bytes on a topic until the test ends.
func (g *graphUnderTest) repeat(topic, typeName, hash string, data []byte) {
	p, err := ros.AdvertiseRaw(g.node, topic, typeName, hash)
	require.NoError(g.t, err)
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				_ = p.Publish(data)
			}
		}
	}()
	g.t.Cleanup(func() { close(done); <-stopped })
}

func TestEchoShowsWhatIsAskedFor(t *testing.T) {
	g := newGraph(t)
	data := cdr.Marshal(&geometrymsgs.PoseWithCovariance{Covariance: [36]float64{1: 0.5}})
	g.repeat("pose", "geometry_msgs/msg/PoseWithCovariance", "", data)
	g.repeat("blobs", "gonao_msgs/msg/ColorBlobArray", "", cdr.Marshal(&msgs.ColorBlobArray{
		Header: stdmsgs.Header{FrameId: "camera"}, Blobs: []msgs.ColorBlob{{}, {}},
	}))
	g.repeat("text", "std_msgs/msg/String", "", cdr.Marshal(&stdmsgs.String{Data: "a'\n"}))
	for _, c := range []struct{ line, want string }{
		{"/nao1/pose --field pose.orientation", "x: 0.0\ny: 0.0\nz: 0.0\nw: 0.0\n---\n"},
		{"/nao1/blobs --flow-style --field header", "stamp:\n  sec: 0\n  nanosec: 0\nframe_id: camera\n---\n"},
		{"/nao1/pose --flow-style --field covariance -l 2", "[0.0, 0.5, '...']\n---\n"},
		{"/nao1/pose --field covariance -l 2", "- 0.0\n- 0.5\n- '...'\n---\n"},
		{"/nao1/pose --field covariance --csv -l 2", "0.0,0.5,...\n"},
		{"/nao1/pose --field pose.position --csv", "0.0,0.0,0.0\n"},
		{"/nao1/blobs --field header.frame_id --filter len(m.blobs)==2", "camera\n---\n"},
		{"/nao1/text --raw", `b'\x00\x01\x00\x00\x04\x00\x00\x00a\'\n\x00'` + "\n---\n"},
		{"/nao1/text --no-str", "data: '<string length: <3>>'\n---\n"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			out, err := g.gonao(append([]string{"topic", "echo", "--once"}, strings.Fields(c.line)...)...)
			require.NoError(t, err)
			require.Equal(t, c.want, out)
		})
	}
}

// oddLibrary knows a type that no program was compiled with.
func oddLibrary(t *testing.T, definition string) (*dynamic.Library, string) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(dir+"/odd_msgs/msg", 0o755))
	writeFile(t, dir+"/odd_msgs/msg/Odd.msg", definition)
	lib := dynamic.Compiled()
	require.NoError(t, lib.AddDir(dir))
	return lib, dir
}

// describeTypes lets the node under test describe the types of a library.
func (g *graphUnderTest) describeTypes(lib *dynamic.Library) {
	serve(g.t, g.node, "get_type_description", func(q typedescription.GetTypeDescriptionRequest) (a typedescription.GetTypeDescriptionResponse) {
		hash, err := lib.Hash(q.TypeName_)
		if err == nil && hash != q.TypeHash_ {
			err = errors.New("no such hash")
		}
		if err == nil {
			a.TypeDescription, err = lib.Description(q.TypeName_)
		}
		a.Successful, a.FailureReason = err == nil, text(err)
		return a
	})
}

func TestATypeThatIsNotKnownIsDescribedByItsPublisher(t *testing.T) {
	g := newGraph(t)
	lib, dir := oddLibrary(t, "std_msgs/Header header\nint32[] numbers\n")
	m, err := lib.Message("odd_msgs/msg/Odd")
	require.NoError(t, err)
	require.NoError(t, m.SetText("{header: {frame_id: here}, numbers: [1, 2]}", time.Time{}))
	g.repeat("odd", m.TypeName(), m.TypeHash(), cdr.Marshal(m))
	want := "header:\n  stamp:\n    sec: 0\n    nanosec: 0\n  frame_id: here\nnumbers:\n- 1\n- 2\n---\n"

	out, err := g.gonao("topic", "echo", "/nao1/odd", "--once", "--definitions", dir)
	require.NoError(t, err)
	require.Equal(t, want, out)

	_, err = g.gonao("topic", "echo", "/nao1/odd", "--once", "--timeout", "50ms")
	require.EqualError(t, err, "topic /nao1/odd: no definition of odd_msgs/msg/Odd, expected package/msg/Name; nor was it described: "+
		"description of odd_msgs/msg/Odd from /nao1/talker: /nao1/talker/get_type_description: no server: context deadline exceeded; give the definition with --definitions DIR")

	g.describeTypes(lib)
	out, err = g.gonao("topic", "echo", "/nao1/odd", "--once")
	require.NoError(t, err)
	require.Equal(t, want, out)
	out, err = g.gonao("interface", "show", "odd_msgs/msg/Odd", "--node", "/nao1/talker")
	require.NoError(t, err)
	require.Equal(t, "std_msgs/Header header\n\tbuiltin_interfaces/Time stamp\n\t\tint32 sec\n\t\tuint32 nanosec\n\tstring frame_id\nint32[] numbers\n", out)
	out, err = g.gonao("topic", "pub", "--once", "-w", "0", "--keep-alive", "0", "/nao1/odd", "odd_msgs/msg/Odd", "numbers: [7]")
	require.NoError(t, err)
	require.Contains(t, out, "publishing #1: odd_msgs.msg.Odd(header=std_msgs.msg.Header(stamp=builtin_interfaces.msg.Time(sec=0, nanosec=0), frame_id=''), numbers=[7])")
	out, err = g.gonao("topic", "hz", "/nao1/odd", "--duration", "20ms")
	require.NoError(t, err)
	require.Contains(t, out, "average rate: ")
}

func TestADefinitionThatDiffersIsToldWithBothHashes(t *testing.T) {
	g := newGraph(t)
	_, ours := oddLibrary(t, "int32 number\n")
	lib, _ := oddLibrary(t, "int32 number\nstring name\n")
	m, err := lib.Message("odd_msgs/msg/Odd")
	require.NoError(t, err)
	g.repeat("odd", m.TypeName(), m.TypeHash(), cdr.Marshal(m))
	known, _ := oddLibrary(t, "int32 number\n")
	hash, err := known.Hash("odd_msgs/msg/Odd")
	require.NoError(t, err)

	_, err = g.gonao("topic", "echo", "/nao1/odd", "--once", "--definitions", ours, "--timeout", "50ms")
	require.EqualError(t, err, "topic /nao1/odd: odd_msgs/msg/Odd is here with hash "+hash+", at /nao1/talker with hash "+m.TypeHash()+
		", which it does not describe: description of odd_msgs/msg/Odd from /nao1/talker: /nao1/talker/get_type_description: no server: context deadline exceeded; give the definition with --definitions DIR")

	g.describeTypes(lib)
	out, err := g.gonao("topic", "echo", "/nao1/odd", "--once", "--definitions", ours)
	require.NoError(t, err)
	require.Equal(t, "warning: topic /nao1/odd: odd_msgs/msg/Odd is here with hash "+hash+", at /nao1/talker with hash "+m.TypeHash()+
		"; taken as /nao1/talker describes it\nnumber: 0\nname: ''\n---\n", out)
}

func TestMessagesAreWrittenAsPythonDoes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unique_identifier_msgs/msg/UUID", "", "unique_identifier_msgs.msg.UUID(uuid=array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], dtype=uint8))"},
		{"geometry_msgs/msg/AccelWithCovariance", "", "geometry_msgs.msg.AccelWithCovariance(accel=geometry_msgs.msg.Accel(linear=geometry_msgs.msg.Vector3(x=0.0, y=0.0, z=0.0), " +
			"angular=geometry_msgs.msg.Vector3(x=0.0, y=0.0, z=0.0)), covariance=array([0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.,\n" +
			"       0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.,\n       0., 0.]))"},
		{"sensor_msgs/msg/JointState", "{name: [a], position: [1, 0.5]}", "sensor_msgs.msg.JointState(header=std_msgs.msg.Header(stamp=builtin_interfaces.msg.Time(sec=0, nanosec=0), frame_id=''), " +
			"name=['a'], position=[1.0, 0.5], velocity=[], effort=[])"},
		{"std_msgs/msg/Bool", "data: true", "std_msgs.msg.Bool(data=True)"},
	} {
		m, err := dynamic.Compiled().Message(c.name)
		require.NoError(t, err)
		require.NoError(t, m.SetText(c.text, time.Time{}))
		require.Equal(t, c.want, pyMessage(m))
	}
	require.Equal(t, "array([1.5 , 2.  , 0.25])", numpyArray([]string{"1.5", "2.0", "0.25"}, reflect.Float64))
}

func TestServicesAreCalled(t *testing.T) {
	g := newGraph(t)
	_, err := ros.Serve(g.node, "sum", func(_ context.Context, q exampleinterfaces.AddTwoIntsRequest) (exampleinterfaces.AddTwoIntsResponse, error) {
		return exampleinterfaces.AddTwoIntsResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	_, err = ros.Serve(g.node, "silent", func(ctx context.Context, _ stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return stdsrvs.TriggerResponse{}, errors.New("no answer")
	})
	require.NoError(t, err)
	out, err := g.gonao("service", "call", "/nao1/sum", "example_interfaces/srv/AddTwoInts", "{a: 1, b: 2}")
	require.NoError(t, err)
	require.Equal(t, "requester: making request: example_interfaces.srv.AddTwoInts_Request(a=1, b=2)\n\n"+
		"response:\nexample_interfaces.srv.AddTwoInts_Response(sum=3)\n\n", out)
	_, err = g.gonao("service", "call", "/nao1/silent", "std_srvs/Trigger", "--timeout", "10ms")
	require.EqualError(t, err, "service /nao1/silent: no answer within 10ms")
}

// countTo serves an action that counts; order 0 is refused, a negative one aborted,
// one above 9 runs until it is canceled.
func (g *graphUnderTest) countTo() {
	_, err := ros.ServeAction(g.node, "count", func(ctx context.Context, goal exampleinterfaces.FibonacciGoal, feedback func(exampleinterfaces.FibonacciFeedback)) (exampleinterfaces.FibonacciResult, error) {
		if goal.Order < 0 {
			return exampleinterfaces.FibonacciResult{}, errors.New("backwards")
		}
		feedback(exampleinterfaces.FibonacciFeedback{Sequence: []int32{1}})
		if goal.Order > 9 {
			<-ctx.Done()
			return exampleinterfaces.FibonacciResult{}, ctx.Err()
		}
		return exampleinterfaces.FibonacciResult{Sequence: []int32{goal.Order}}, nil
	}, ros.Accept(func(goal exampleinterfaces.FibonacciGoal) error {
		if goal.Order == 0 {
			return errors.New("nothing to count")
		}
		return nil
	}))
	require.NoError(g.t, err)
}

func TestGoalsAreSent(t *testing.T) {
	const begin = "Waiting for an action server to become available...\nSending goal:\n     order: %\n\n"
	const accepted = "Goal accepted with ID: <id>\n\n"
	g := newGraph(t)
	g.countTo()
	for _, c := range []struct {
		order, flags, want string
		code               int
	}{
		{"3", "", accepted + "Result:\n    sequence:\n- 3\n\nGoal finished with status: SUCCEEDED\n", 0},
		{"3", "-f", accepted + "Feedback:\n    sequence:\n- 1\n\nResult:\n    sequence:\n- 3\n\nGoal finished with status: SUCCEEDED\n", 0},
		{"0", "", "Goal was rejected.\n", exitRejected},
		{"-1", "", accepted + "Result:\n    sequence: []\n\nGoal finished with status: ABORTED\n", exitAborted},
		{"99", "--result-timeout 20ms", accepted + "no result within 20ms\nCanceling goal...\nGoal canceled.\n", exitCanceled},
	} {
		t.Run(c.order+" "+c.flags, func(t *testing.T) {
			out, err := g.gonao(append([]string{"action", "send_goal", "/nao1/count", "example_interfaces/action/Fibonacci", "order: " + c.order}, strings.Fields(c.flags)...)...)
			require.Equal(t, c.code, exitCode(err), "%v", err)
			require.Equal(t, strings.Replace(begin, "%", c.order, 1)+c.want, withoutID(out))
		})
	}
}

// withoutID replaces the id of a goal, which is another each time.
func withoutID(out string) string {
	const words = "Goal accepted with ID: "
	before, after, ok := strings.Cut(out, words)
	if !ok {
		return out
	}
	_, after, _ = strings.Cut(after, "\n")
	return before + words + "<id>\n" + after
}

func TestCtrlCCancelsTheGoalAndWaitsForIt(t *testing.T) {
	g := newGraph(t)
	g.countTo()
	ctx, interrupt := context.WithCancel(t.Context())
	var out safeBuffer
	ended := make(chan error, 1)
	go func() {
		ended <- g.run(ctx, &out, "action", "send-goal", "/nao1/count", "example_interfaces/action/Fibonacci", "order: 99", "-f")
	}()
	require.Eventually(t, func() bool { return strings.Contains(out.String(), "Feedback:") }, 30*time.Second, time.Millisecond)
	interrupt()
	require.Equal(t, exitCanceled, exitCode(<-ended))
	require.True(t, strings.HasSuffix(out.String(), "Canceling goal...\nGoal canceled.\n"), out.String())
}

func TestDefinitionsAreShownAsROSDoes(t *testing.T) {
	g := newGraph(t)
	_, dir := oddLibrary(t, "# What is odd.\n\nuint8 MOST=3  # of all\nstring WORD=\"a b\"\nOdder[<=2] odders # two\n\nfloat64 x\n")
	writeFile(t, dir+"/odd_msgs/msg/Odder.msg", "# More so.\nbuiltin_interfaces/Time[] times\n\nstring<=5 name\n")
	for _, c := range []struct{ flags, want string }{
		{"", "# What is odd.\n\nuint8 MOST=3  # of all\nstring WORD=\"a b\"\nOdder[<=2] odders # two\n" +
			"\tbuiltin_interfaces/Time[] times\n\t\tint32 sec\n\t\tuint32 nanosec\n\tstring<=5 name\n\nfloat64 x\n"},
		{"--no-comments", "uint8 MOST=3\nstring WORD=\"a b\"\nOdder[<=2] odders\n" +
			"\tbuiltin_interfaces/Time[] times\n\t\tint32 sec\n\t\tuint32 nanosec\n\tstring<=5 name\nfloat64 x\n"},
	} {
		out, err := g.gonao(append([]string{"interface", "show", "odd_msgs/msg/Odd", "--definitions", dir}, strings.Fields(c.flags)...)...)
		require.NoError(t, err)
		require.Equal(t, c.want, out)
	}
	out, err := g.gonao("interface", "show", "odd_msgs/Odd", "--definitions", dir, "--all-comments")
	require.NoError(t, err)
	require.Contains(t, out, "\n\t# More so.\n\tbuiltin_interfaces/Time[] times\n")
	require.Contains(t, out, "\n\n\tstring<=5 name\n")

	for _, c := range []struct{ line, want string }{
		{"show std_srvs/srv/SetBool --no-comments", "bool data\n---\nbool success\nstring message\n"},
		{"package std_srvs", "std_srvs/srv/Empty\nstd_srvs/srv/SetBool\nstd_srvs/srv/Trigger\n"},
		{"package example_interfaces --only-actions", "example_interfaces/action/Fibonacci\n"},
		{"proto geometry_msgs/msg/Point", "\"x: 0.0\ny: 0.0\nz: 0.0\n\"\n"},
		{"proto std_srvs/srv/SetBool --no-quotes", "data: false\n\n"},
		{"proto example_interfaces/action/Fibonacci --no-quotes", "order: 0\n\n"},
	} {
		out, err := g.gonao(append([]string{"interface"}, strings.Fields(c.line)...)...)
		require.NoError(t, err)
		require.Equal(t, c.want, out, c.line)
	}
	t.Setenv("AMENT_PREFIX_PATH", "") // a sourced ROS 2 knows more
	out, err = g.gonao("interface", "list", "-s", "-a")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(out, "Services:\n    "), out)
	require.Contains(t, out, "\nActions:\n    control_msgs/action/FollowJointTrajectory\n    example_interfaces/action/Fibonacci\n")
	out, err = g.gonao("interface", "packages", "-a")
	require.NoError(t, err)
	require.Contains(t, out, "example_interfaces\ngonao_msgs\n")
}
