package launcher

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSimLaunchStartsTheWholeRobot(t *testing.T) {
	w := installBringup(t)
	plan, err := w.loader.Load(w.dir+"/install/share/gonao_bringup/sim.launch.yaml", nil)
	require.NoError(t, err)
	golden(t, "sim.golden", strings.ReplaceAll(plan.String(), w.dir, "DIR"))
	for _, p := range plan.Processes() {
		require.True(t, p.Respawn, "a node that dies comes back: %s", p.Name)
	}
}

func TestSimLaunchStartsTheSameRobotInGazebo(t *testing.T) {
	w := installBringup(t)
	path := w.dir + "/install/share/gonao_bringup/sim.launch.yaml"
	mujoco, err := w.loader.Load(path, []string{"machine:=dance"})
	require.NoError(t, err)
	gazebo, err := w.loader.Load(path, []string{"machine:=dance", "simulator:=gazebo"})
	require.NoError(t, err)
	require.Len(t, gazebo.Processes(), len(mujoco.Processes()))
	for i, p := range gazebo.Processes() {
		want := mujoco.Processes()[i]
		switch i {
		case 0:
			require.Equal(t, "gazebo-1", p.Name)
			require.True(t, p.ShutdownOnExit, "without Gazebo nothing goes on")
			require.Equal(t, "gazebo serve --world spl --look skin --camera nao --blind=false", strings.Join(p.Args[1:], " "))
		case 2:
			require.Equal(t, "gazebo_bridge-3", p.Name)
			require.True(t, p.Respawn)
		default:
			require.Equal(t, want.Name, p.Name)
			require.Equal(t, want.Args, p.Args)
		}
	}
	_, err = w.loader.Load(path, []string{"simulator:=gazebo", "profile:=real"})
	require.ErrorContains(t, err, "argument \"profile\" is \"real\"")
	_, err = w.loader.Load(path, []string{"simulator:=webots"})
	require.ErrorContains(t, err, "valid options are: mujoco, gazebo")
}

func TestARobotOnAFieldHasThreeNodesMore(t *testing.T) {
	w := installBringup(t)
	for _, file := range []string{"sim", "robot"} {
		path := w.dir + "/install/share/gonao_bringup/" + file + ".launch.yaml"
		plan, err := w.loader.Load(path, []string{"localization:=true", "field:=hsl_small", "tf:=tf"})
		require.NoError(t, err)
		for _, name := range []string{"localization", "world_model", "planner"} {
			require.NotNil(t, plan.Process("/nao1/"+name), file)
		}
		place := strings.Join(plan.Process("/nao1/localization").Args, " ")
		require.Contains(t, place, "/tf:=tf")
		require.Equal(t, 4, strings.Count(plan.String(), `"field": "hsl_small"`), "vision, localization, planner and executor")
		require.Contains(t, plan.String(), `"camera": "both"`, "vision looks for the field through both cameras")
		plan, err = w.loader.Load(path, []string{"field:=hsl_small"})
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(plan.String(), `"field": "hsl_small"`), "vision looks for colours alone")
	}
	plan, err := w.loader.Load(w.dir+"/install/share/gonao_bringup/sim.launch.yaml", []string{"field:=field2010", "percepts:=truth"})
	require.NoError(t, err)
	require.Nil(t, plan.Process("/nao1/localization"))
	require.Contains(t, plan.String(), `"world": "field2010"`, "the simulator has the same field")
	require.Contains(t, plan.String(), `"percepts.source": "truth"`)
	plan, err = w.loader.Load(w.dir+"/install/share/gonao_bringup/sim.launch.yaml", []string{"localization:=true", "percepts:=truth"})
	require.NoError(t, err)
	require.NotNil(t, plan.Process("/nao1/vision"))
	require.NotContains(t, plan.String(), `"camera": "both"`, "the simulator says where the field is")
	plan, err = w.loader.Load(w.dir+"/install/share/gonao_bringup/robot.launch.yaml", []string{"localization:=true", "cameras:=bottom"})
	require.NoError(t, err)
	require.Contains(t, plan.String(), `"camera": "bottom"`)
}

func TestABlindRobotHasNoVision(t *testing.T) {
	w := installBringup(t)
	path := w.dir + "/install/share/gonao_bringup/sim.launch.yaml"
	for _, simulator := range []string{"mujoco", "gazebo"} {
		plan, err := w.loader.Load(path, []string{"simulator:=" + simulator, "blind:=true", "machine:=dance"})
		require.NoError(t, err)
		require.Nil(t, plan.Process("/nao1/vision"))
		require.NotNil(t, plan.Process("/nao1/executor"))
		if simulator == "gazebo" {
			require.Contains(t, plan.Processes()[0].Args, "--blind=true")
		}
	}
}

func TestRobotLaunchNeedsNoSimulator(t *testing.T) {
	w := installBringup(t)
	plan, err := w.loader.Load(w.dir+"/install/share/gonao_bringup/robot.launch.yaml", []string{"tf:=tf"})
	require.NoError(t, err)
	var names []string
	for _, p := range plan.Processes() {
		names = append(names, p.Name)
		require.True(t, p.Respawn, "a node that dies comes back: %s", p.Name)
		require.NotContains(t, strings.Join(p.Args, " "), "sim.yaml", "the robot's time is the system's")
	}
	require.Equal(t, []string{"nao_driver-1", "state_publisher-2", "camera-3", "vision-4", "motion-5", "executor-6", "speech-7", "lights-8"}, names)
	require.Contains(t, strings.Join(plan.Process("/nao1/state_publisher").Args, " "), "-r /tf:=tf -r /tf_static:=tf_static")
}

func TestARobotWithTheMakersFirmwareWalksByItself(t *testing.T) {
	w := installBringup(t)
	plan, err := w.loader.Load(w.dir+"/install/share/gonao_bringup/robot.launch.yaml", []string{"protocol:=naoqi", "address:=nao.local", "walk:=naoqi"})
	require.NoError(t, err)
	require.Nil(t, plan.Process("/nao1/motion"), "it would walk too")
	require.Nil(t, plan.Process("/nao1/speech"), "it would speak too")
	require.NotNil(t, plan.Process("/nao1/nao_driver"))
	require.NotNil(t, plan.Process("/nao1/camera"))
}

func TestEveryLaunchFileServesTheStudioWhenAsked(t *testing.T) {
	w := installBringup(t)
	for _, name := range []string{"sim", "robot", "two_robots", "skills", "agent"} {
		path := w.dir + "/install/share/gonao_bringup/" + name + ".launch.yaml"
		count := func(args ...string) int {
			plan, err := w.loader.Load(path, args)
			require.NoError(t, err, name)
			studios := 0
			for _, p := range plan.Processes() {
				if strings.HasPrefix(p.Name, "studio-") {
					studios++
					require.Contains(t, strings.Join(p.Args, " "), "studio.yaml", name)
				}
			}
			return studios
		}
		require.Zero(t, count(), name)
		require.Equal(t, 1, count("studio:=true", "page:=dist"), name)
	}
}

func TestRvizIsStartedWhereItIsInstalled(t *testing.T) {
	for file, want := range map[string]string{"sim": "gonao", "robot": "gonao", "match": "match"} {
		w := installBringup(t)
		file += ".launch.yaml"
		path := w.dir + "/install/share/gonao_bringup/" + file
		_, err := w.loader.Load(path, []string{"rviz:=true"})
		require.ErrorContains(t, err, "rviz2")
		w.write("install/share/ament_index/resource_index/packages/rviz2", "")
		w.program("install/lib/rviz2/rviz2", "#!/bin/sh\n")
		plan, err := w.loader.Load(path, []string{"rviz:=true"})
		require.NoError(t, err)
		rviz := plan.Process("rviz2")
		require.NotNil(t, rviz, plan.String())
		require.Contains(t, strings.Join(rviz.Args, " "), "-d "+w.dir+"/install/share/gonao_bringup/rviz/"+want+".rviz")
	}
}

func TestProcessesOfASimulatedMatchHaveNoRealTimePriority(t *testing.T) {
	w := installBringup(t)
	plan, err := w.loader.Load(w.dir+"/install/share/gonao_bringup/match.launch.yaml", []string{"mode:=physics", "players:=5"})
	require.NoError(t, err)
	players := 0
	for _, p := range plan.Processes() {
		program, _, _ := cutLast(p.Name, "-")
		if program != "player" && program != "simulator" {
			continue
		}
		var text string
		for _, f := range p.Files {
			text += f.Content
		}
		require.Contains(t, text, `"realtime_priority": 0`, p.Name)
		if program == "player" {
			players++
		}
	}
	require.Equal(t, 10, players)
}

func TestARobotOfATeamHasARoleAndAColour(t *testing.T) {
	w := installBringup(t)
	path := w.dir + "/install/share/gonao_bringup/robot.launch.yaml"
	plan, err := w.loader.Load(path, []string{"game:=network", "team:=24", "player:=1", "role:=keeper", "color:=yellow"})
	require.NoError(t, err)
	client := plan.Process("/nao1/game_client")
	require.NotNil(t, client)
	var text string
	for _, f := range client.Files {
		text += f.Content
	}
	require.Contains(t, text, `"role": "keeper"`)
	require.Contains(t, text, `"color": "yellow"`)
}

func TestSimLaunchTakesItsArguments(t *testing.T) {
	w := installBringup(t)
	path := w.dir + "/install/share/gonao_bringup/sim.launch.yaml"
	plan, err := w.loader.Load(path, []string{"namespace:=nao7", "world:=/a/world.yaml", "look:=blocks", "controller:=proportional"})
	require.NoError(t, err)
	require.Contains(t, plan.Process("/nao7/simulator").Files[0].Content, `"world": "/a/world.yaml"`)
	_, err = w.loader.Load(path, []string{"look:=blcks"})
	require.ErrorContains(t, err, `argument "look" is "blcks" (did you mean "blocks"?); valid options are: skin, blocks`)
}

func TestARobotWithoutCamerasHasNoCameraNode(t *testing.T) {
	for _, args := range [][]string{{"protocol:=lola"}, {"protocol:=naoqi"}} {
		w := installBringup(t)
		file := w.dir + "/install/share/gonao_bringup/robot.launch.yaml"
		plan, err := w.loader.Load(file, args)
		require.NoError(t, err)
		require.NotNil(t, plan.Process("/nao1/camera"))
		plan, err = w.loader.Load(file, append(args, "cameras:=none"))
		require.NoError(t, err)
		require.Nil(t, plan.Process("/nao1/camera"))
		require.NotNil(t, plan.Process("/nao1/vision"))
	}
}

func TestAPlayerOfThe3DSimulationHasTheSameNodesButCameraAndVision(t *testing.T) {
	w := installBringup(t)
	file := w.dir + "/install/share/gonao_bringup/robot.launch.yaml"
	plan, err := w.loader.Load(file, []string{"body:=sim3d", "server:=10.0.0.7:3100", "player:=4", "localization:=true"})
	require.NoError(t, err)
	driver := ""
	for _, f := range plan.Process("/nao1/nao_driver").Files {
		driver += f.Content
	}
	for _, want := range []string{`"protocol": "sim3d"`, `"sim3d.address": "10.0.0.7:3100"`, `"sim3d.number": 4`} {
		require.Contains(t, driver, want)
	}
	for _, node := range []string{"camera", "vision"} {
		require.Nil(t, plan.Process("/nao1/"+node), node)
	}
	for _, node := range []string{"motion", "executor", "localization", "world_model", "planner", "state_publisher"} {
		require.NotNil(t, plan.Process("/nao1/"+node), node)
	}
}
