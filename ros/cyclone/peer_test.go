package cyclone

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// peerBuild is the C peer's binary, built once per run of the tests.
var peerBuild struct {
	once sync.Once
	path string
	out  string
	err  error
}

// buildPeer compiles testdata/peer with idlc and cc.
func buildPeer(t testing.TB) string {
	t.Helper()
	b := &peerBuild
	b.once.Do(func() {
		dir, err := os.MkdirTemp("", "gonao-peer") //nolint:usetesting // it outlives the test that builds it
		if err != nil {
			b.err = err
			return
		}
		b.path = filepath.Join(dir, "peer")
		source, _ := filepath.Abs("testdata/peer")
		script := fmt.Sprintf("cd %s && idlc -l c %s/peer.idl && cc -O2 -I. -o peer %s/peer.c peer.c "+
			"$(pkg-config --cflags --libs CycloneDDS)", dir, source, source)
		out, err := exec.Command("sh", "-c", script).CombinedOutput()
		b.out, b.err = string(out), err
	})
	require.NoError(t, b.err, "the peer needs gcc, pkg-config, cyclonedds-tools, cyclonedds-dev:\n%s", b.out)
	return b.path
}

func removePeer() {
	if peerBuild.path != "" {
		_ = os.RemoveAll(filepath.Dir(peerBuild.path))
	}
}

// localOnly is for the peer what ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST is for us.
const localOnly = `<General><AllowMulticast>false</AllowMulticast>%s</General><Discovery><ParticipantIndex>auto` +
	`</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex><Peers><Peer Address="127.0.0.1"/></Peers></Discovery>` +
	`<Internal><SocketReceiveBufferSize max="%s"/></Internal>`

const (
	bigPackets   = `<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>64000B</FragmentSize>`
	stockBuffer  = "212992B" // net.core.rmem_max of a stock kernel
	fullBuffer   = "4194304B"
	stockForOurs = `<CycloneDDS><Domain><Internal><SocketReceiveBufferSize max="212992B"/></Internal></Domain></CycloneDDS>`
)

// process is a peer under way.
type process struct {
	t   testing.TB
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

// startPeer runs the C peer; buffer is its largest receive buffer.
func startPeer(t testing.TB, buffer string, args ...string) *process {
	t.Helper()
	packets := bigPackets
	if buffer == stockBuffer {
		packets = ""
	}
	uri := "CYCLONEDDS_URI=" + os.Getenv("CYCLONEDDS_URI") + ",<CycloneDDS><Domain>" + fmt.Sprintf(localOnly, packets, buffer) + "</Domain></CycloneDDS>"
	return start(t, exec.Command(buildPeer(t), args...), uri)
}

func start(t testing.TB, cmd *exec.Cmd, env ...string) *process {
	t.Helper()
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return &process{t: t, cmd: cmd, in: in, out: bufio.NewReader(pipe)}
}

// line reads the peer's next line.
func (p *process) line() string {
	p.t.Helper()
	timer := time.AfterFunc(patience, func() { _ = p.cmd.Process.Kill() })
	defer timer.Stop()
	text, err := p.out.ReadString('\n')
	if err == io.EOF {
		require.Fail(p.t, "the peer has ended", "%v", p.cmd.Args)
	}
	require.NoError(p.t, err)
	return strings.TrimSuffix(text, "\n")
}

func (p *process) ready() *process {
	p.t.Helper()
	require.Equal(p.t, "ready", p.line())
	return p
}

// matched waits until a listening peer has found a writer: what is published from then on comes.
func (p *process) matched() {
	p.t.Helper()
	require.Equal(p.t, "matched", p.line())
}

// talk makes a peer that is ready to talk begin.
func (p *process) talk() {
	p.t.Helper()
	_, err := p.in.Write([]byte("\n"))
	require.NoError(p.t, err)
}

// buffers are the receive buffers that everything must work with.
func buffers(t *testing.T, test func(t *testing.T, buffer string)) {
	t.Run("4 MB receive buffer", func(t *testing.T) { test(t, fullBuffer) })
	t.Run("stock receive buffer", func(t *testing.T) {
		configure(t, stockForOurs)
		test(t, stockBuffer)
	})
}

func TestACProgramHearsUs(t *testing.T) {
	buffers(t, func(t *testing.T, buffer string) {
		useOwnDomain(t, 2)
		n := openNode(t, "talker")
		pub, err := ros.Advertise[stdmsgs.String](n, "chatter")
		require.NoError(t, err)
		peer := startPeer(t, buffer, "listen", "rt/chatter", "3").ready()
		peer.matched()
		eventually(t, "the peer matches", func() bool { return pub.Subscribers() == 1 })
		for i := range 3 {
			require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint("grüße ", i)}))
		}
		for i := range 3 {
			require.Equal(t, fmt.Sprint("grüße ", i), peer.line())
		}
	})
}

func TestWeHearACProgram(t *testing.T) {
	buffers(t, func(t *testing.T, buffer string) {
		useOwnDomain(t, 3)
		n := openNode(t, "listener")
		sub, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.Depth(20))
		require.NoError(t, err)
		peer := startPeer(t, buffer, "talk", "rt/chatter", "20").ready()
		eventually(t, "the peer matches", func() bool { return sub.Publishers() == 1 })
		peer.talk()
		for i := range 20 {
			require.Equal(t, fmt.Sprint("hello ", i), receive(t, sub.C()).Data)
		}
	})
}

// testImage is what the peer's image talker sends.
func testImage(width, height int) sensormsgs.Image {
	m := sensormsgs.Image{
		Width: uint32(width), Height: uint32(height), Step: uint32(2 * width), Encoding: "yuv422_yuy2",
		Header: stdmsgs.Header{FrameId: "CameraTop_optical_frame"},
		Data:   make([]byte, 2*width*height),
	}
	for i := range m.Data {
		m.Data[i] = byte(i*7 + i/251)
	}
	return m
}

// checksum is the peer's.
func checksum(data []byte) uint32 {
	a, b := uint32(1), uint32(0)
	for _, v := range data {
		a += uint32(v)
		b += a
	}
	return b
}

func TestACProgramSeesOurImages(t *testing.T) {
	buffers(t, func(t *testing.T, buffer string) {
		useOwnDomain(t, 4)
		n := openNode(t, "camera")
		pub, err := ros.Advertise[sensormsgs.Image](n, "image")
		require.NoError(t, err)
		peer := startPeer(t, buffer, "listen_image", "rt/image", "1", "1").ready()
		peer.matched()
		eventually(t, "the peer matches", func() bool { return pub.Subscribers() == 1 })
		m := testImage(640, 480)
		m.Header.Stamp.Sec = 42
		require.NoError(t, pub.Publish(m))
		require.Equal(t, fmt.Sprintf("42 640 480 1280 yuv422_yuy2 CameraTop_optical_frame 614400 %d", checksum(m.Data)), peer.line())
	})
}

func TestWeSeeACProgramsImages(t *testing.T) {
	buffers(t, func(t *testing.T, buffer string) {
		useOwnDomain(t, 5)
		n := openNode(t, "viewer")
		sub, err := ros.Subscribe[sensormsgs.Image](n, "image", ros.Depth(10))
		require.NoError(t, err)
		peer := startPeer(t, buffer, "talk_image", "rt/image", "4", "640", "480", "0", "1").ready()
		eventually(t, "the peer matches", func() bool { return sub.Publishers() == 1 })
		peer.talk()
		want := testImage(640, 480)
		for i := range 4 {
			want.Header.Stamp.Sec = int32(i)
			require.Equal(t, want, receive(t, sub.C()))
		}
	})
}
