package ros_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

type config struct {
	RateHz float64 `yaml:"rate_hz"`
	Topic  string  `yaml:"topic"`
}

func defaults() config { return config{RateHz: 83, Topic: "chatter"} }

func openBus() (ros.Backend, error) { return inproc.NewBus(), nil }

// TestMain also plays the process of TestASecondSignalChangesNothing.
func TestMain(m *testing.M) {
	switch os.Getenv("GONAO_TEST_ROLE") {
	case "careful":
		os.Args = os.Args[:1]
		ros.Main(openBus, "careful", defaults(), func(ctx context.Context, _ *ros.Node, _ config) error {
			fmt.Println("running")
			<-ctx.Done()
			fmt.Println("letting down")
			if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil { // until the test says so
				return err
			}
			fmt.Println("safe")
			return ctx.Err()
		})
	case "enclaved":
		os.Args = append(os.Args[:1], "--ros-args", "--enclave", "/nao1")
		open := func() (ros.Backend, error) {
			fmt.Println(os.Getenv("ROS_SECURITY_ENCLAVE_OVERRIDE"))
			return inproc.NewBus(), nil
		}
		ros.Main(open, "enclaved", defaults(), func(context.Context, *ros.Node, config) error { return nil })
	case "misread":
		ros.Main(openBus, "misread", defaults(), nil)
	case "broken":
		os.Args = os.Args[:1]
		ros.Main(openBus, "broken", defaults(), func(context.Context, *ros.Node, config) error {
			return fmt.Errorf("broken: %w", errors.Join(errors.New("left arm"), errors.New("right arm")))
		})
	default:
		os.Exit(m.Run())
	}
}

// As in rcl, --enclave names the keys, unless the environment does.
func TestTheEnclaveOfTheCommandLineChoosesTheKeys(t *testing.T) {
	for override, want := range map[string]string{"": "/nao1\n", "/all": "/all\n"} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "GONAO_TEST_ROLE=enclaved", "ROS_SECURITY_ENCLAVE_OVERRIDE="+override)
		out, err := cmd.Output()
		require.NoError(t, err)
		require.Equal(t, want, string(out))
	}
}

func TestASecondSignalChangesNothing(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue // under nohup, for our children too
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "GONAO_TEST_ROLE=careful")
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		lines := bufio.NewScanner(out)
		require.True(t, lines.Scan())
		require.NoError(t, cmd.Process.Signal(sig))
		require.True(t, lines.Scan())
		require.Equal(t, "letting down", lines.Text())
		require.NoError(t, cmd.Process.Signal(sig))
		_, err = in.Write([]byte("go on\n"))
		require.NoError(t, err)
		require.True(t, lines.Scan())
		require.Equal(t, "safe", lines.Text())
		require.NoError(t, cmd.Wait(), "it was asked to end: no failure")
	}
}

func TestAClosedOutputChangesNothing(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GONAO_TEST_ROLE=careful")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.True(t, bufio.NewScanner(out).Scan())
	require.NoError(t, out.Close()) // as when the tee behind it has ended
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	_, err = in.Write([]byte("go on\n"))
	require.NoError(t, err)
	require.NoError(t, cmd.Wait(), "it came to its end")
}

func TestAnErrorIsOneLineThatNamesTheNodeOnceAndAnExitCode(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GONAO_TEST_ROLE=broken")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	require.Equal(t, 1, exit.ExitCode())
	require.Equal(t, "broken: left arm; right arm\n", stderr.String())
}

// world is a config that names a file.
type world struct {
	World string `yaml:"world"`
}

func (w *world) CheckFiles() error {
	if w.World != "spl" {
		return fmt.Errorf("world %q: no such world", w.World)
	}
	return nil
}

func TestAWrongConfigurationHasAnExitCodeOfItsOwn(t *testing.T) {
	cmd := exec.Command(os.Args[0], "--ros-args", "-p", "rate_hz:=often")
	cmd.Env = append(os.Environ(), "GONAO_TEST_ROLE=misread")
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	require.Equal(t, 78, exit.ExitCode())
}

func TestCheckReadsTheConfigurationAndItsFilesAndRunsNothing(t *testing.T) {
	run := func(args string) (ran bool, err error) {
		err = ros.RunMain(t.Context(), openBus, "simulator", world{World: "spl"}, func(context.Context, *ros.Node, world) error {
			ran = true
			return nil
		}, strings.Fields(args), &bytes.Buffer{})
		return ran, err
	}
	ran, err := run("--check --ros-args -p world:=spl")
	require.NoError(t, err)
	require.False(t, ran)
	ran, err = run("--ros-args -p world:=spl")
	require.NoError(t, err)
	require.True(t, ran)
	for _, args := range []string{"--check --ros-args -p world:=mars", "--ros-args -p world:=mars"} {
		ran, err = run(args)
		require.EqualError(t, err, `world "mars": no such world`)
		require.False(t, ran)
	}
}

func TestTheCommandLineReachesTheNode(t *testing.T) {
	var got config
	var name string
	var graph ros.Graph
	err := ros.RunMain(t.Context(), openBus, "talker", defaults(), func(_ context.Context, n *ros.Node, cfg config) error {
		got, name = cfg, n.FullName()
		if _, err := ros.Advertise[stdmsgs.String](n, cfg.Topic); err != nil {
			return err
		}
		if _, err := ros.Subscribe[stdmsgs.String](n, "~/in"); err != nil {
			return err
		}
		var err error
		graph, err = n.Graph()
		return err
	}, strings.Fields("--ros-args -r __ns:=/nao1 -r __node:=mouth -p rate_hz:=12.5 -- --ros-args "+
		"-r chatter:=/all/words -r other:chatter:=/wrong -r mouth:~/in:=ears -r talker:chatter:=/the/old/name"), &bytes.Buffer{})
	require.NoError(t, err)
	require.Equal(t, config{RateHz: 12.5, Topic: "chatter"}, got)
	require.Equal(t, "/nao1/mouth", name)
	require.Len(t, graph.Nodes, 1)
	require.Equal(t, "/nao1/mouth", graph.Nodes[0].FullName())
	require.Contains(t, graph.Nodes[0].Publishes, "/all/words")
	require.Equal(t, []string{"/nao1/ears"}, graph.Nodes[0].Subscribes)
	require.Contains(t, graph.Nodes[0].Serves, "/nao1/mouth/get_parameters")
}

func TestHelpListsTheParameters(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, ros.RunMain(t.Context(), openBus, "talker", defaults(), nil, []string{"--help"}, &out))
	require.Regexp(t, `rate_hz: 83\.0 +float\n`, out.String(), "a float as it must be written")
	require.Contains(t, out.String(), "use_sim_time")
}

func TestWrongStartsAreErrors(t *testing.T) {
	rows := map[string]struct{ args, want string }{
		"unknown argument":  {"--fast", `argument "--fast": not known`},
		"unknown parameter": {"--ros-args -p rate:=1.0", `"rate"`},
		"wrong type":        {"--ros-args -p rate_hz:=quick", "rate_hz"},
		"missing file":      {"--ros-args --params-file /nowhere.yaml", "/nowhere.yaml"},
		"bad namespace":     {"--ros-args -r __ns:=nao1", "nao1"},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			run := func(context.Context, *ros.Node, config) error { return errors.New("it ran") }
			err := ros.RunMain(t.Context(), openBus, "talker", defaults(), run, strings.Fields(row.args), &bytes.Buffer{})
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestNamesAreExpandedAndChecked(t *testing.T) {
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "eye", ros.NodeOptions{Namespace: "nao1"})
	require.NoError(t, err)
	defer n.Close()
	for name, want := range map[string]string{
		"image": "/nao1/image", "/clock": "/clock", "~/state": "/nao1/eye/state", "camera/top/image": "/nao1/camera/top/image",
	} {
		pub, err := ros.Advertise[stdmsgs.String](n, name)
		require.NoError(t, err)
		require.Equal(t, want, pub.Topic())
	}
	for _, name := range []string{"", "/", "a//b", "a/", "1st", "a b", "~x", "größe"} {
		_, err := ros.Advertise[stdmsgs.String](n, name)
		require.Error(t, err, "%q", name)
	}
	_, err = ros.NewNode(t.Context(), inproc.NewBus(), "a/b", ros.NodeOptions{})
	require.ErrorContains(t, err, `"a/b"`)
}
