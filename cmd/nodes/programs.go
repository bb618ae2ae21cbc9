package main

import (
	ballmover "gonao/nodes/ball_mover"
	"gonao/nodes/camera"
	"gonao/nodes/executor"
	gameclient "gonao/nodes/game_client"
	gamecontroller "gonao/nodes/game_controller"
	"gonao/nodes/lights"
	"gonao/nodes/localization"
	"gonao/nodes/motion"
	naodriver "gonao/nodes/nao_driver"
	"gonao/nodes/planner"
	"gonao/nodes/player"
	"gonao/nodes/referee"
	"gonao/nodes/speech"
	statepublisher "gonao/nodes/state_publisher"
	"gonao/nodes/studio"
	teamcomm "gonao/nodes/team_comm"
	"gonao/nodes/vision"
	worldmodel "gonao/nodes/world_model"
	"gonao/ros"
	"gonao/ros/rmw"
)

// programs are the nodes, by their names, for internal/scripts/links.sh reads the names at the beginnings of lines.
var programs = map[string]func(){
	"ball_mover":      func() { ros.Main(rmw.Open, "ball_mover", ballmover.DefaultConfig(), ballmover.Run) },
	"camera":          func() { ros.Main(rmw.Open, "camera", camera.DefaultConfig(), ros.Managed(camera.Run)) },
	"executor":        func() { ros.Main(rmw.Open, "executor", executor.DefaultConfig(), executor.Run) },
	"game_client":     func() { ros.Main(rmw.Open, "game_client", gameclient.DefaultConfig(), gameclient.Run) },
	"game_controller": func() { ros.Main(rmw.Open, "game_controller", gamecontroller.DefaultConfig(), gamecontroller.Run) },
	"lights":          func() { ros.Main(rmw.Open, "lights", lights.DefaultConfig(), lights.Run) },
	"localization": func() {
		ros.Main(rmw.Open, "localization", localization.DefaultConfig(), ros.Managed(localization.Run))
	},
	"motion":          func() { ros.Main(rmw.Open, "motion", motion.DefaultConfig(), ros.Managed(motion.Run)) },
	"nao_driver":      func() { ros.Main(rmw.Open, "nao_driver", naodriver.DefaultConfig(), ros.Managed(naodriver.Run)) },
	"planner":         func() { ros.Main(rmw.Open, "planner", planner.DefaultConfig(), planner.Run) },
	"player":          func() { ros.Main(rmw.Open, "player", player.DefaultConfig(), robotOfATeam) },
	"referee":         func() { ros.Main(rmw.Open, "referee", referee.DefaultConfig(), referee.Run) },
	"speech":          func() { ros.Main(rmw.Open, "speech", speech.DefaultConfig(), speech.Run) },
	"state_publisher": func() { ros.Main(rmw.Open, "state_publisher", statepublisher.DefaultConfig(), statepublisher.Run) },
	"studio":          func() { ros.Main(rmw.Open, "studio", studio.DefaultConfig(), studio.Run) },
	"team_comm":       func() { ros.Main(rmw.Open, "team_comm", teamcomm.DefaultConfig(), teamcomm.Run) },
	"vision":          func() { ros.Main(rmw.Open, "vision", vision.DefaultConfig(), vision.Run) },
	"world_model":     func() { ros.Main(rmw.Open, "world_model", worldmodel.DefaultConfig(), worldmodel.Run) },
}
