package rules

// A rule lists the packages of gonao that the packages of a tree may import, in addition to packages of the same tree
// and the leaves. A path that ends in /... stands for the whole tree. If several rules apply, the one with the longest
// path counts.
type rule struct {
	packages string
	may      []string // packages that may be imported
	tests    []string // packages that the tests may import in addition
}

// everyRoom lists what every room may import: facts about the robot, and types.
var everyRoom = []string{"nao/...", "robot/percepts/..."}

// rooms are the packages without ROS, which import neither ros, msgs nor nodes. The value lists what they may import in
// addition to everyRoom.
var rooms = []rule{
	{packages: "nao/..."},
	{packages: "robot/percepts/..."},
	{packages: "nao_driver/..."},
	{packages: "nao_driver/naoqi/...", may: []string{"nao_driver/..."}},
	{packages: "gazebo_bridge/..."},
	{packages: "sim/..."},
	{packages: "sim/kinematic", may: []string{"motion", "motion/head", "motion/kick", "motion/slot"}}, // orders and states of motion
	{packages: "sim/robot", may: []string{"sim/...", "robot", "vision/...", "motion/...", "hfsm", "behavior", "robot/localization"}, tests: []string{"lab/score"}},
	{packages: "vision/..."},
	{packages: "vision/trial/...", may: []string{"vision/...", "robot/localization", "sim/...", "motion/..."}},
	{packages: "robot/localization/..."},
	{packages: "robot/worldmodel/..."},
	{packages: "robot/planning/...", may: []string{"robot/worldmodel", "motion/walk"}},
	{packages: "motion/..."},
	{packages: "hfsm/..."},
	{packages: "behavior/...", may: []string{"hfsm/...", "robot/goals", "robot/localization", "robot/worldmodel", "robot/planning"}},
	{packages: "studio/...", may: []string{"hfsm/..."}},
	{packages: "robot/...", may: []string{"motion/...", "hfsm/...", "behavior/...", "robot/localization", "robot/worldmodel", "robot/planning"}},
	{packages: "robot/goals"},
	{packages: "robot/mover", may: []string{"motion/...", "robot/goals"}},
	{packages: "robot/sense", may: []string{"robot/localization", "robot/worldmodel"}},
	{packages: "studio/web/..."},
	{packages: "soccer/game/..."},
	{packages: "soccer/referee", may: []string{"soccer/game"}},
	{packages: "soccer/team", may: []string{"robot/worldmodel"}},
	{packages: "soccer/player", may: []string{"soccer/game", "soccer/team", "robot/goals", "robot/hands", "robot/mover", "robot/sense", "motion", "robot/localization", "robot/worldmodel", "robot/planning", "hfsm", "behavior", "behavior/host", "behavior/play", "behavior/track", "behavior/vocabulary", "behavior/machines/soccer"}},
	{packages: "soccer/squad", may: []string{"soccer/team", "hfsm", "behavior/machines/soccer"}, tests: []string{"behavior/play"}},
	{packages: "soccer/match/...", may: []string{
		"soccer/...", "sim/...", "robot/goals", "robot/mover", "motion/...", "robot/localization", "robot/worldmodel", "robot/planning", "hfsm", "behavior/machines/soccer", "behavior/play",
	}},
	{packages: "soccer/match/show", may: []string{"soccer/...", "studio/foxglove/..."}},
	{packages: "soccer/match/scene", may: []string{"soccer/game"}, tests: []string{"studio/typescript"}},
	{packages: "studio/door", may: []string{"studio/foxglove"}},
	{packages: "studio/site", may: []string{"studio/foxglove", "studio/door", "studio/web"}},
	{packages: "studio/foxglove/..."},
	{packages: "lab/...", may: []string{"sim/...", "motion/...", "robot/..."}},
	{packages: "lab/experiment", may: []string{
		"lab/...", "sim/...", "vision/...", "motion", "robot/localization", "behavior", "hfsm/chart", "hfsm/expr", "soccer/match", "soccer/team",
	}},
	{packages: "lab/onfield", may: []string{"lab/look", "sim/...", "motion", "robot/localization", "behavior/...", "hfsm/chart"}},
	{packages: "lab/place", may: []string{"sim/...", "vision/...", "robot/localization/...", "robot/worldmodel", "robot/planning", "soccer/..."}},
}

// others are the packages that are not rooms. "rooms" stands for all rooms.
var others = []rule{
	{packages: "msgs/...", may: []string{"ros/cdr"}},
	{packages: "ros/...", may: []string{"msgs/..."}},
	{packages: "ros/cdr"},
	{packages: "cmd/gonao/...", may: []string{"ros/...", "msgs/...", "rooms", "internal/convert/..."}, tests: []string{"nodes/motion", "nodes/executor", "cmd/lab/..."}},
	{packages: "cmd/gonao/launcher/..."},
	{packages: "cmd/gonao/deploy/..."},
	{packages: "cmd/lab/...", may: []string{"cmd/gonao/...", "nodes/...", "ros/...", "msgs/...", "rooms", "internal/convert/..."}},
	{packages: "cmd/nodes", may: []string{"nodes/...", "ros", "ros/rmw"}, tests: []string{"ros/...", "msgs/...", "rooms"}},
	{packages: "cmd/gazebo_bridge", may: []string{"nodes/gazebo_bridge", "ros", "ros/rmw"}},
	{packages: "cmd/graph_layout", may: []string{"hfsm/graph/layout"}},
	{packages: "cmd/msggen"},
	{packages: "nodes/...", may: []string{"ros/...", "msgs/...", "rooms", "internal/convert/..."}},
	{packages: "examples/...", may: []string{"ros/...", "msgs/...", "hfsm/...", "nodes/machinetopics"}},
	{packages: "examples/ownfilter", may: []string{"ros/...", "nodes/localization", "robot/localization/...", "robot/percepts/..."}},
	{packages: "examples/ownplanner", may: []string{"ros/...", "nodes/planner", "robot/planning", "robot/worldmodel", "robot/percepts/..."}},
	{packages: "internal/convert", may: []string{"ros", "msgs/...", "nao", "robot/percepts/...", "robot/localization", "robot/worldmodel", "soccer/team"}}, // conversions between messages and rooms' types
	{packages: "internal/convert/gamestate", may: []string{"msgs/...", "soccer/game/...", "soccer/referee"}},
	{packages: "internal/convert/matchview", may: []string{"msgs/...", "soccer/match/scene"}},
	{packages: "internal/convert/definitions", may: []string{"ros/dynamic", "msgs/...", "hfsm", "behavior/vocabulary"}},
	{packages: "internal/bench/...", tests: []string{"nodes/...", "ros/...", "msgs/...", "rooms"}},
	{packages: "internal/bodytest", may: []string{"rooms"}},
	{packages: "internal/conformance", may: []string{"hfsm/..."}},
	{packages: "internal/docs", tests: []string{"nodes/...", "ros/...", "cmd/gonao/...", "rooms"}},
	{packages: "internal/e2e", tests: []string{"ros/...", "msgs/...", "nao/...", "studio/foxglove/...", "studio/door"}},
	{packages: "internal/interop", tests: []string{"ros/...", "msgs/...", "nao"}},
	{packages: "internal/surface", tests: []string{"nodes/...", "ros/...", "msgs/...", "cmd/...", "rooms"}},
	{packages: "internal/studiotest", may: []string{"nodes/...", "ros/...", "msgs/...", "rooms", "cmd/..."}, tests: []string{"internal/convert/..."}},
	{packages: "internal/guard/...", may: []string{"ros/...", "msgs/...", "rooms"}},
	{packages: "internal/fuzzall"},
	{packages: "internal/soak", may: []string{"studio/foxglove/...", "studio/door"}},
	{packages: "internal/manpages", may: []string{"cmd/gonao/..."}},
	{packages: "internal/rules"},
	{packages: "internal/setup"},
	{packages: "internal/testrun"},
}

// leaves are packages that import only other leaves of gonao, and that every package may import.
var leaves = []string{
	"internal/built", "internal/declared", "internal/estimate", "internal/fuzzn", "internal/journal", "internal/latest", "internal/pace", "internal/proc", "internal/rosidl/...", "internal/seeds", "internal/si", "internal/sshdtest", "internal/throttle", "internal/wording", "internal/yamlfault", "internal/yamlread",
}

// outside lists libraries that only some packages may use.
var outside = []struct {
	library string
	only    []string
}{
	{"github.com/spf13/viper", []string{"ros/param"}},
	{"github.com/spf13/cobra", []string{"cmd/...", "internal/manpages"}},
	{"github.com/pebbe/zmq4", []string{"gazebo_bridge/transport"}},
	{"github.com/lugu/qiloop", []string{"nao_driver/naoqi/..."}},
	{"github.com/goccy/go-graphviz", []string{"hfsm/graph/layout"}},
	{"github.com/tiiuae/rclgo", []string{"ros/rclgo"}},
	{"github.com/nats-io", []string{"soccer/match/batch"}},
	{"github.com/dop251/goja", []string{"internal/conformance"}},
	{"github.com/coder/websocket", []string{"studio/foxglove/..."}},
	{"github.com/chromedp/chromedp", []string{"internal/studiotest"}},
	{"github.com/evanw/esbuild", []string{"studio/web/build"}},
	{"C", []string{"ros/cyclone", "ros/rclgo", "sim/mujoco", "gazebo_bridge/transport"}},
}
