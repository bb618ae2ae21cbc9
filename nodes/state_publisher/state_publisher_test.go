package statepublisher

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/paramtest"
	"gonao/ros/tf"
)

const ms = time.Millisecond

// gripper has every type of joint.
const gripper = `<robot name="gripper">
  <link name="base"/><link name="left"/><link name="right"/><link name="camera"/><link name="wheel"/><link name="boat"/>
  <joint name="l" type="prismatic"><parent link="base"/><child link="left"/><origin xyz="0 0.1 0" rpy="0 0 1.5707963267948966"/><axis xyz="1 0 0"/></joint>
  <joint name="r" type="prismatic"><parent link="base"/><child link="right"/><axis xyz="0 1 0"/><mimic joint="l" multiplier="-2" offset="0.5"/></joint>
  <joint name="eye" type="fixed"><parent link="left"/><child link="camera"/><origin xyz="0 0 1"/></joint>
  <joint name="spin" type="continuous"><parent link="base"/><child link="wheel"/><axis xyz="0 0 1"/></joint>
  <joint name="free" type="floating"><parent link="base"/><child link="boat"/></joint>
</robot>`

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/state_publisher.yaml", "/state_publisher", DefaultConfig()))
}

func TestWrongParametersAreRefused(t *testing.T) {
	for says, spoil := range map[string]func(*Config){
		`look: "skinny": expected "skin" or "blocks"`:                   func(c *Config) { c.Look = "skinny" },
		`robot_description and robot_description_file: expected one of`: func(c *Config) { c.RobotDescription, c.RobotDescriptionFile = "a", "b" },
		`frame_prefix: "/nao1/": expected no slash at the beginning`:    func(c *Config) { c.FramePrefix = "/nao1/" },
		`publish_frequency: 0.0: expected 0.01 to 1000 Hz`:              func(c *Config) { c.PublishFrequency = 0 },
		`publish_frequency: NaN: expected`:                              func(c *Config) { c.PublishFrequency = math.NaN() },
		`robot_description_file: open /nowhere.urdf`:                    func(c *Config) { c.RobotDescriptionFile = "/nowhere.urdf" },
		`robot_description: urdf: element <sdf>: expected <robot>`:      func(c *Config) { c.RobotDescription = "<sdf/>" },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		err := param.Check(&cfg)
		if err == nil {
			_, _, err = cfg.description()
		}
		require.ErrorContains(t, err, says)
	}
}

// bench is the node on a bus, with somebody who listens and moves the joints.
type bench struct {
	bus    *inproc.Bus
	tester *ros.Node
	log    bytes.Buffer
	states *ros.Publisher[sensormsgs.JointState]
	sent   *ros.Subscription[tf2msgs.TFMessage]
	frames tf.Buffer
}

func onBus(t *testing.T, cfg Config, remaps []ros.Remap, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) {
		b := &bench{bus: inproc.NewBus()}
		node := func(name string) *ros.Node {
			n, err := ros.NewNode(context.Background(), b.bus, name, ros.NodeOptions{
				Namespace: "nao1", Remaps: remaps, Parameters: &cfg, Logger: slog.New(slog.NewTextHandler(&b.log, nil)),
			})
			require.NoError(t, err)
			return n
		}
		n := node("state_publisher")
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, n, cfg) }()
		synctest.Wait()

		b.tester = node("tester") // later: static frames and description wait for it
		var err error
		b.states, err = ros.Advertise[sensormsgs.JointState](b.tester, "joint_states")
		require.NoError(t, err)
		b.sent, err = ros.Subscribe[tf2msgs.TFMessage](b.tester, "/tf", ros.Depth(1000))
		require.NoError(t, err)
		require.NoError(t, b.frames.Listen(b.tester))
		synctest.Wait()
		test(t, b)
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, b.tester.Close())
		require.NoError(t, n.Close())
	})
}

func at(d time.Duration) time.Time { return time.Unix(0, 0).Add(d) }

// move says where joints are, and gives the frames that were sent then.
func (b *bench) move(t *testing.T, when time.Duration, names []string, positions ...float64) []string {
	t.Helper()
	m := sensormsgs.JointState{Name: names, Position: positions}
	m.Header.Stamp = ros.Stamp(at(when))
	require.NoError(t, b.states.Publish(m))
	synctest.Wait()
	var frames []string
	for len(b.sent.C()) > 0 {
		for _, f := range (<-b.sent.C()).Transforms {
			require.Equal(t, m.Header.Stamp, f.Header.Stamp, "the joints' own stamp")
			frames = append(frames, f.ChildFrameId)
		}
	}
	return frames
}

func (b *bench) pose(t *testing.T, target, source string, when time.Duration) tf.Transform {
	t.Helper()
	x, err := b.frames.Lookup(target, source, at(when))
	require.NoError(t, err)
	return x.Transform
}

func requireVec(t *testing.T, want, got r3.Vec, within float64, what ...any) {
	t.Helper()
	require.InDelta(t, 0, r3.Norm(r3.Sub(want, got)), within, what...)
}

func TestJointsOfEveryTypeMoveTheirLinks(t *testing.T) {
	cfg := DefaultConfig()
	cfg.RobotDescription = gripper
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		require.Equal(t, []string{"camera", "left"}, b.frames.Frames(), "what is fixed needs no joint states")
		sent := b.move(t, 10*ms, []string{"l", "spin", "someone else's"}, 0.25, math.Pi/2, 7)
		require.ElementsMatch(t, []string{"left", "right", "wheel"}, sent)
		requireVec(t, r3.Vec{Y: 0.35, Z: 1}, b.pose(t, "base", "camera", 10*ms).P, 1e-12, "slides along its own x, which points to the left")
		requireVec(t, r3.Vec{Y: -2*0.25 + 0.5}, b.pose(t, "base", "right", 10*ms).P, 1e-12, "follows the other one")
		requireVec(t, r3.Vec{Y: 1}, b.pose(t, "base", "wheel", 10*ms).Rotate(r3.Vec{X: 1}), 1e-12)
		require.False(t, b.frames.CanTransform("base", "boat", time.Time{}), "no joint state says where it floats")
	})
}

func TestTheDescriptionIsThereForWhoComesLate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gripper.urdf")
	require.NoError(t, os.WriteFile(file, []byte(gripper), 0o600))
	blocks, moved, other, none := DefaultConfig(), DefaultConfig(), DefaultConfig(), DefaultConfig()
	blocks.Look, moved.Meshes, other.RobotDescriptionFile, none.Meshes = "blocks", "file:///home/me/meshes/", file, ""
	for name, c := range map[string]struct {
		cfg  Config
		want string
	}{
		"ours":          {DefaultConfig(), nao.URDF(nao.URDFOptions{Meshes: "package://gonao_bringup/meshes"})},
		"elsewhere":     {moved, nao.URDF(nao.URDFOptions{Meshes: "file:///home/me/meshes"})},
		"none":          {none, nao.URDF(nao.URDFOptions{})},
		"blocks":        {blocks, nao.URDF(nao.URDFOptions{})},
		"another robot": {other, gripper},
	} {
		onBus(t, c.cfg, nil, func(t *testing.T, b *bench) {
			description, err := ros.Subscribe[stdmsgs.String](b.tester, "robot_description", ros.TransientLocal(), ros.Depth(1))
			require.NoError(t, err)
			require.Equal(t, "/nao1/robot_description", description.Topic())
			synctest.Wait()
			require.Equal(t, c.want, (<-description.C()).Data, name)
		})
	}
	wrong := DefaultConfig()
	wrong.Meshes = "meshes"
	require.ErrorContains(t, wrong.Validate(), `meshes "meshes": expected a URL`)
}

func TestPosesComeAtMostAtTheirRateAndEachLinkHasItsOwn(t *testing.T) {
	cfg := DefaultConfig()
	cfg.RobotDescription, cfg.PublishFrequency = gripper, 50
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		wheel, both := []string{"spin"}, []string{"spin", "l"}
		require.Len(t, b.move(t, 100*ms, wheel, 0), 1)
		require.Empty(t, b.move(t, 112*ms, wheel, 0), "too soon")
		require.Len(t, b.move(t, 113*ms, both, 0, 0), 3, "the fingers had none yet")
		require.Empty(t, b.move(t, 132*ms, wheel, 0))
		require.Len(t, b.move(t, 133*ms, wheel, 0), 1)
		require.Len(t, b.move(t, 12*ms, wheel, 0), 1, "time began anew")
		require.Empty(t, b.move(t, 24*ms, wheel, 0))
	})
}

func TestTheRateCanBeChangedWhileItRuns(t *testing.T) {
	cfg := DefaultConfig()
	cfg.RobotDescription = gripper
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		set := paramtest.Setter(t, b.tester, "state_publisher")
		require.Len(t, b.move(t, 0, []string{"spin"}, 0), 1)
		require.Empty(t, b.move(t, 12*ms, []string{"spin"}, 0))
		require.Empty(t, set("publish_frequency", 100.0))
		require.Len(t, b.move(t, 13*ms, []string{"spin"}, 0), 1)
		require.Contains(t, set("publish_frequency", 0.0), "out of range")
		require.Contains(t, set("look", "blocks"), "read-only", "the description was said at the start")
	})
}

func TestWhatIsNoPositionSpoilsNoFrame(t *testing.T) {
	cfg := DefaultConfig()
	cfg.RobotDescription = gripper
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		b.bus.Clock().Set(at(10 * time.Second))
		require.Equal(t, []string{"wheel"}, b.move(t, 100*ms, []string{"l", "spin", "other"}, math.NaN(), 1, math.Inf(1)))
		require.Contains(t, b.log.String(), `count=1 error="a position is not finite"`)
		b.bus.Clock().Set(at(12 * time.Second))
		require.Empty(t, b.move(t, 200*ms, []string{"l", "spin"}, 1))
		require.Contains(t, b.log.String(), "2 names and 1 positions: expected equally many")
	})
}

func TestAPrefixOrARemapKeepsRobotsApart(t *testing.T) {
	cfg := DefaultConfig()
	cfg.RobotDescription, cfg.FramePrefix = gripper, "nao2/"
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		require.Equal(t, []string{"nao2/wheel"}, b.move(t, 0, []string{"spin"}, 1))
		require.Equal(t, []string{"nao2/base", "nao2/camera", "nao2/left", "nao2/wheel"}, b.frames.Frames())
	})
	cfg.FramePrefix = ""
	onBus(t, cfg, []ros.Remap{{From: "/tf", To: "tf"}, {From: "/tf_static", To: "tf_static"}}, func(t *testing.T, b *bench) {
		require.Equal(t, "/nao1/tf", b.sent.Topic())
		require.Equal(t, []string{"wheel"}, b.move(t, 0, []string{"spin"}, 1))
		require.True(t, b.frames.CanTransform("left", "camera", time.Time{}))
	})
}

func TestMovingTheWholeRobotAllocatesNothing(t *testing.T) {
	_, robot, err := DefaultConfig().description()
	require.NoError(t, err)
	l, fixed := newLinks(robot, "")
	require.Len(t, fixed, len(robot.Links)-1-nao.NumJoints-1)
	var names []string
	for j := range nao.Joint(nao.NumJoints) {
		names = append(names, j.String())
	}
	positions := make([]float64, len(names))
	when := at(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		when = when.Add(20 * ms)
		if poses, _ := l.move(when, names, positions, 20*ms); len(poses) != nao.NumJoints+1 {
			t.Fatal(len(poses))
		}
	}))
}
