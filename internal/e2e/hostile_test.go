package e2e

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
)

// TestTheDriverLivesThroughBytesThatAreNoFrames sends noise, halves of frames, frames with noise between them, then
// nothing, and closes the connection.
func TestTheDriverLivesThroughBytesThatAreNoFrames(t *testing.T) {
	s := newSandbox(t)
	robot, err := net.ListenUnix("unix", &net.UnixAddr{Name: s.socket, Net: "unix"})
	require.NoError(t, err)
	defer robot.Close()
	s.observe()
	states := subscribe[msgs.RobotState](s, "robot_state")
	diagnostics := subscribe[diagnosticmsgs.DiagnosticArray](s, "/diagnostics")
	driver := s.start("nao_driver", node("socket:="+s.socket, "silent_for_sec:=1.0")...)
	var conn net.Conn
	accept := func() {
		require.NoError(t, robot.SetDeadline(time.Now().Add(patience)))
		conn, err = robot.Accept()
		require.NoError(t, err)
		go io.Copy(io.Discard, conn) // reads and discards the driver's answers
	}
	frame := robotFrame()
	// speak sends frames, each preceded by some bytes, until one has become a robot_state.
	speak := func(before func() []byte) {
		drain(states)
		for late := time.After(patience); ; {
			if _, err := conn.Write(append(before(), frame...)); err != nil {
				accept() // the driver may have closed the connection because a slow machine was silent for too long
			}
			select {
			case <-states.C():
				return
			case <-late:
				require.FailNow(t, "no robot_state")
			case <-time.After(12 * time.Millisecond):
			}
		}
	}
	nothing := func() []byte { return nil }
	rng := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) []byte {
		out := make([]byte, n)
		for i := range out {
			out[i] = byte(rng.Uint32())
		}
		return out
	}

	accept()
	speak(nothing)
	speak(func() []byte { return noise(500) })                           // the driver resynchronizes
	speak(func() []byte { return append(noise(9000), frame[:400]...) })  // more bytes than a frame may have
	speak(func() []byte { return []byte("GET / HTTP/1.1\r\n\r\n") })     // another protocol
	speak(func() []byte { return []byte{0xdf, 0xff, 0xff, 0xff, 0xff} }) // a map of four billion entries
	conn.Write(frame[:300])
	accept() // after half a frame and a second of silence, the driver connects again
	speak(nothing)
	conn.Write(noise(100))
	conn.Close()
	accept()
	speak(nothing)

	counted := func(key string) int {
		n := 0
		await(t, diagnostics, "the driver's diagnostics", func(m *diagnosticmsgs.DiagnosticArray) bool {
			for _, status := range m.Status {
				for _, v := range status.Values {
					if v.Key == key {
						fmt.Sscan(v.Value, &n)
						return n > 0
					}
				}
			}
			return false
		})
		return n
	}
	require.Greater(t, counted("garbage_bytes"), 500)
	require.GreaterOrEqual(t, counted("connections"), 3)
	driver.says("LoLA sent what is not a frame")
	driver.signal(syscall.SIGINT)
	conn.Close()
	require.Zero(t, driver.exit())
	require.NotContains(t, driver.out.String(), "panic")
}

// robotFrame returns the frame of a robot that lies limp.
func robotFrame() []byte {
	var sensors lola.Sensors
	sensors.SetState(&nao.State{Position: nao.CrouchPosture()})
	return sensors.Append(nil)
}

// TestVisionSaysWhichImagesItCannotRead sends images of a wrong size and encoding.
func TestVisionSaysWhichImagesItCannotRead(t *testing.T) {
	s := newSandbox(t)
	n := s.observe()
	images, err := ros.Advertise[sensormsgs.Image](n, "camera/top/image_raw", ros.SensorData())
	require.NoError(t, err)
	blobs := subscribe[msgs.ColorBlobArray](s, "color_blobs")
	good := sensormsgs.Image{Height: 4, Width: 8, Encoding: "yuv422_yuy2", Step: 16, Data: make([]byte, 64)}
	for name, row := range map[string]struct {
		edit func(m *sensormsgs.Image)
		says string
	}{
		"encoding":        {func(m *sensormsgs.Image) { m.Encoding = "bayer_rggb8" }, `(?m)images not read.*bayer_rggb8.*yuv422_yuy2`},
		"too little data": {func(m *sensormsgs.Image) { m.Data = m.Data[:60] }, `(?m)images not read.*60`},
		"odd width":       {func(m *sensormsgs.Image) { m.Width = 7 }, `(?m)images not read.*7`},
		"impossible size": {func(m *sensormsgs.Image) { m.Width, m.Step = 1<<31, 1<<31 }, `(?m)images not read`},
	} {
		t.Run(name, func(t *testing.T) {
			vision := s.sub(t).start("vision", node()...)
			image := good
			row.edit(&image)
			stop := make(chan struct{})
			defer close(stop)
			go func() {
				for {
					images.Publish(image)
					select {
					case <-stop:
						return
					case <-time.After(20 * time.Millisecond):
					}
				}
			}()
			vision.says(row.says)
			vision.signal(syscall.SIGINT)
			require.Zero(t, vision.exit())
		})
	}
	require.Empty(t, blobs.C(), "no percepts come from these images")
}

// TestAFullDomainIsTold makes a domain with room for two participants. The observer takes one of them.
func TestAFullDomainIsTold(t *testing.T) {
	s := newSandbox(t)
	t.Setenv("CYCLONEDDS_URI", "<CycloneDDS><Domain><Discovery><Tag>"+filepath.Base(s.dir)+
		"</Tag><MaxAutoParticipantIndex>2</MaxAutoParticipantIndex></Discovery></Domain></CycloneDDS>")
	n := s.observe()
	s.start("vision", node()...)
	require.Eventually(t, func() bool {
		graph, err := n.Graph()
		return err == nil && len(graph.Nodes) == 2
	}, patience, 10*time.Millisecond)
	third := s.start("vision", node()...)
	require.Equal(t, 1, third.exit())
	require.Regexp(t, `^vision: open Cyclone DDS, domain \d+: [^\n]*MaxAutoParticipantIndex[^\n]*ROS_DOMAIN_ID\n$`, third.errs.String())
}
