package world_test

import (
	"encoding/xml"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/world"
)

func sdfOf(t *testing.T, name string, opts world.SDFOptions) string {
	t.Helper()
	w, err := world.Load(name)
	require.NoError(t, err)
	text, err := w.SDF(opts)
	require.NoError(t, err)
	return text
}

// sdfWorld is what the tests read of a world.
type sdfWorld struct {
	Name    string  `xml:"name,attr"`
	StepSec float64 `xml:"physics>max_step_size"`
	Plugins []struct {
		Class string `xml:"name,attr"`
	} `xml:"plugin"`
	Models []struct {
		Name   string `xml:"name,attr"`
		Static bool   `xml:"static"`
		Pose   string `xml:"pose"`
		Links  []struct {
			Mass    float64 `xml:"inertial>mass"`
			Visuals []struct {
				Name string `xml:"name,attr"`
				Pose string `xml:"pose"`
				Box  string `xml:"geometry>box>size"`
			} `xml:"visual"`
		} `xml:"link"`
		Joints []struct {
			Name  string  `xml:"name,attr"`
			Lower float64 `xml:"axis>limit>lower"`
			Upper float64 `xml:"axis>limit>upper"`
			Speed float64 `xml:"axis>limit>velocity"`
		} `xml:"joint"`
		Plugins []struct {
			Class   string   `xml:"name,attr"`
			Joints  []string `xml:"joint_name"`
			Initial float64  `xml:"initial_position"`
			Max     float64  `xml:"cmd_max"`
		} `xml:"plugin"`
	} `xml:"model"`
}

func readWorld(t *testing.T, text string) sdfWorld {
	t.Helper()
	var doc struct {
		World sdfWorld `xml:"world"`
	}
	require.NoError(t, xml.Unmarshal([]byte(text), &doc))
	return doc.World
}

func TestGazebosWorldHasTheRobotTheFieldAndTheBalls(t *testing.T) {
	w := readWorld(t, sdfOf(t, "spl", world.SDFOptions{Gazebo: nao.Harmonic}))
	require.Equal(t, nao.DefaultGazeboNames().World, w.Name)
	_, part := math.Modf(0.012/w.StepSec + 1e-9)
	require.InDelta(t, 0, part, 1e-6, "the step is a whole part of the robot's cycle")
	var names, systems []string
	for _, m := range w.Models {
		names = append(names, m.Name)
		require.Equal(t, m.Name == "ground" || strings.HasPrefix(m.Name, "goal"), m.Static, m.Name)
	}
	require.Equal(t, []string{"ground", "goal0", "goal1", "ball", "ball_green", "ball_red", "nao"}, names)
	for _, p := range w.Plugins {
		systems = append(systems, strings.TrimPrefix(p.Class, "gz::sim::systems::"))
	}
	require.ElementsMatch(t, []string{
		"Physics", "UserCommands", "SceneBroadcaster", "Sensors", "Imu", "ForceTorque", "Contact",
	}, systems)
	lines := 0
	for _, v := range w.Models[0].Links[0].Visuals {
		if strings.HasPrefix(v.Name, "line") {
			lines++
		}
	}
	require.Greater(t, lines, 70)
	for _, carrier := range w.Models[4:6] {
		require.Equal(t, "turn", carrier.Joints[1].Name)
		require.Equal(t, "lift", carrier.Joints[2].Name)
		require.InDelta(t, 3.2, carrier.Joints[2].Upper, 1e-9)
		require.Negative(t, carrier.Joints[2].Lower, "it starts at 0, off its stop")
		require.Equal(t, []string{"turn", "lift"}, carrier.Plugins[0].Joints, "their state is published")
		for i, joint := range carrier.Joints[1:] {
			require.Positive(t, carrier.Plugins[1+i].Max)
			require.Greater(t, joint.Speed, 1.2*carrier.Plugins[1+i].Max, "%s never gets to where no controller moves it", joint.Name)
		}
	}
	require.InDelta(t, 20*math.Pi/180, w.Models[4].Plugins[1].Initial, 1e-6)
	require.InDelta(t, 0.60, w.Models[4].Plugins[2].Initial, 1e-6)
}

func TestAWorldForABlindRobotRendersNothing(t *testing.T) {
	text := sdfOf(t, "spl", world.SDFOptions{Blind: true})
	for _, word := range []string{"ogre2", "gpu_lidar", `type="camera"`} {
		require.NotContains(t, text, word)
		require.Contains(t, sdfOf(t, "spl", world.SDFOptions{}), word)
	}
}

func TestEveryWorldTakesItsRobotsPlaceAndLook(t *testing.T) {
	w, err := world.Load("empty")
	require.NoError(t, err)
	w.Robot.XM, w.Robot.YM, w.Robot.YawDeg, w.Robot.Waistband = 1.5, -0.5, 90, "pink"
	text, err := w.SDF(world.SDFOptions{Names: nao.GazeboNames{World: "mine", Model: "nao2"}})
	require.NoError(t, err)
	read := readWorld(t, text)
	require.Equal(t, "mine", read.Name)
	robot := read.Models[len(read.Models)-1]
	require.Equal(t, "nao2", robot.Name)
	require.Contains(t, robot.Pose, "1.5 -0.5 0.33309 0 0 1.57")
	require.Contains(t, text, "0.95 0.3 0.62 1")

	w.Robot.Look = "fur"
	_, err = w.SDF(world.SDFOptions{})
	require.ErrorContains(t, err, `write world: robot.look: "fur": want one of [skin blocks]`)
}

// Gazebo's own parser finds nothing wrong.
func TestGazebosParserTakesEveryWorld(t *testing.T) {
	check := "ign"
	if _, err := exec.LookPath(check); err != nil {
		if check, err = exec.LookPath("gz"); err != nil {
			t.Skip("not checked with Gazebo's parser: no ign or gz; apt install ignition-tools libsdformat-dev")
		}
	}
	names := world.Names()
	if testing.Short() {
		names = []string{"spl"}
	}
	for _, name := range names {
		path := filepath.Join(t.TempDir(), name+".sdf")
		require.NoError(t, os.WriteFile(path, []byte(sdfOf(t, name, world.SDFOptions{})), 0o600))
		out, err := exec.CommandContext(t.Context(), check, "sdf", "-k", path).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "Valid.", "%s: %s", name, out)
		require.NotContains(t, string(out), "Warning [", "%s: %s", name, out)
	}
}
