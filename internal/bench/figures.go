package main

import "strings"

// A figure is a line of the table: a benchmark's value in one of its units.
type figure struct {
	text      string // its name in the table
	benchmark string // name of the benchmark, as in results
	unit      string // unit of the benchmark
	shown     string // unit to print; scale is the number of the benchmark's units in it
	scale     float64
	peer      string // the peer's unit in the same benchmark; "" without a peer
	name      string // name of the peer
	want      target
}

// target is the budget of the printed value or of the ratio.
type target struct {
	text    string // as printed; "" without a target
	ratio   bool
	atLeast bool // otherwise the value may be at most the budget
	limit   float64
}

func below(limit float64, text string) target { return target{text: text, limit: limit} }
func above(limit float64, text string) target { return target{text: text, limit: limit, atLeast: true} }

func ratioAbove(limit float64, text string) target {
	return target{text: text, limit: limit, atLeast: true, ratio: true}
}

// more holds the units for which a higher value is better.
var more = map[string]bool{"MB/s": true, "C-MB/s": true, "×real": true, "×real-by-CPU": true, "images/s": true}

type section struct {
	title   string
	figures []figure
}

// dds returns the figures of a benchmark of internal/bench/dds: median and 99th percentile.
func dds(text, benchmark, peer string, want target) []figure {
	f := []figure{
		{text: text + ", median", unit: "p50-µs"},
		{text: text + ", 99 %", unit: "p99-µs", want: want},
	}
	if benchmark == "RoundTrip" {
		f[0].want = ratioAbove(1/1.3, "≤ 1.3 × C")
	}
	for i := range f {
		f[i].benchmark, f[i].shown, f[i].scale = "internal/bench/dds "+benchmark, "µs", 1
		if peer != "" {
			f[i].peer, f[i].name = "C-"+f[i].unit, peer
		}
	}
	return f
}

func join(lists ...[]figure) (all []figure) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

const inC = "C"

// bytesOf returns the figures of one message: its times beside encoding/binary and MessagePack, and its allocations.
func bytesOf(name, typeName string) []figure {
	var all []figure
	for _, way := range []string{"Encode", "Decode"} {
		benchmark, text := "msgs "+way+"/"+typeName, strings.ToLower(way)+" "+name
		all = append(all,
			figure{text: text, benchmark: benchmark, unit: "ns/op", shown: "ns", scale: 1, peer: "reflection-ns", name: "encoding/binary"},
			figure{text: text + ", again", benchmark: benchmark, unit: "ns/op", shown: "ns", scale: 1, peer: "msgpack-ns", name: "MessagePack"},
			figure{text: text + ", allocations", benchmark: benchmark, unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")},
		)
	}
	return all
}

// beside returns the figures of a machine's tick, measured alternately with a tick of a peer.
func beside(text, which, ours, unit, name string) figure {
	return figure{
		text: text, benchmark: "hfsm BesidePeers/" + which, unit: ours + "ns/tick", shown: "ns", scale: 1,
		peer: unit + "-ns/tick", name: name,
	}
}

// steps returns the figures of some of motion's engines: the 99th percentile of a step, and its allocations.
func steps(engines ...string) []figure {
	var all []figure
	for _, name := range engines {
		benchmark := "motion Engines/" + name
		all = append(all,
			figure{text: name, benchmark: benchmark, unit: "p99-ns", shown: "µs", scale: 1e3},
			figure{text: "its allocations", benchmark: benchmark, unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")})
	}
	return all
}

// ofTen returns the figure of a cycle of ten robots, measured alternately with a cycle of one robot.
func ofTen(text, benchmark string) figure {
	return figure{
		text: text, benchmark: benchmark, unit: "ten-ms/cycle", shown: "ms", scale: 1,
		peer: "one-ms/cycle", name: "one robot", want: ratioAbove(1.0/11, "≤ 11 × one"),
	}
}

// driven returns the figures of the driver with some subscribers.
func driven(text, which string) []figure {
	benchmark := "internal/bench/dds Driver/" + which
	return []figure{
		{text: text + ": share of one core", benchmark: benchmark, unit: "%core", shown: "%", scale: 1},
		{text: "answer to LoLA, median", benchmark: benchmark, unit: "answer-p50-µs", shown: "µs", scale: 1},
		{text: "answer to LoLA, 99 %", benchmark: benchmark, unit: "answer-p99-µs", shown: "µs", scale: 1},
		{text: "its jitter from one to the next, 99 %", benchmark: benchmark, unit: "jitter-p99-µs", shown: "µs", scale: 1},
	}
}

// sections returns the table. Each budget is in the figure that is measured against it.
var sections = []section{
	{"DDS, 64 bytes to another process and back", join(
		dds("back to back", "RoundTrip", inC, target{}),
		dds("83 Hz", "RoundTripAt83Hz/alone", inC, target{}),
		dds("83 Hz, rendering", "RoundTripAt83Hz/rendering", inC, target{}),
		dds("83 Hz, rendering, SCHED_FIFO", "RoundTripAt83Hz/rendering_fifo", inC, target{}),
	)},
	{"robot_state to joint_command, through DDS and the motion node at 83 Hz", join(
		dds("alone", "ControlCycle/alone", "", target{}),
		dds("rendering", "ControlCycle/rendering", "", target{}),
		dds("rendering, SCHED_FIFO", "ControlCycle/rendering_fifo", "", below(2000, "< 2000")),
		[]figure{{
			text: "images drawn meanwhile (60 asked for)", benchmark: "internal/bench/dds ControlCycle/rendering_fifo",
			unit: "images/s", shown: "/s", scale: 1,
		}},
	)},
	{"nao_driver at 83 Hz, between a LoLA server and a commander in processes of their own", join(
		driven("nobody else listens", "none"), driven("all our topics", "own"), driven("nao_lola's and naoqi_driver's topics", "compatible"),
		driven("the same, SCHED_FIFO", "compatible_fifo"),
		[]figure{
			{text: "a frame to its answer, without the socket", benchmark: "nao_driver/lola Cycle", unit: "ns/op", shown: "µs", scale: 1e3},
			{text: "its allocations", benchmark: "nao_driver/lola Cycle", unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")},
		},
	)},
	{"a graph of 50 nodes in 25 processes", []figure{
		{text: "from the start until each sees all", benchmark: "internal/bench/dds Crowd", unit: "ms-to-see-all", shown: "s", scale: 1e3},
		{
			text: "memory of a node, of its process's two (PSS)", benchmark: "internal/bench/dds Crowd", unit: "kB-per-node",
			shown: "MB", scale: 1e3, peer: "C-kB-per-process", name: "C process",
		},
	}},
	{"images 640×480 YUYV over DDS", []figure{
		{
			text: "throughput, reliable", benchmark: "ros/cyclone Images", unit: "MB/s", shown: "MB/s", scale: 1,
			peer: "C-MB/s", name: inC, want: ratioAbove(0.9, "≥ 0.9 of C"),
		},
		{
			text: "lost of 90 at 30 Hz, best effort", benchmark: "ros/cyclone ImageLoss", unit: "lost-of-90",
			shown: "images", scale: 1, want: below(0, "0"),
		},
	}},
	{"messages as bytes", join(
		bytesOf("RobotState", "gonao_msgs/msg/RobotState"), bytesOf("JointState", "sensor_msgs/msg/JointState"),
		bytesOf("TFMessage", "tf2_msgs/msg/TFMessage"), bytesOf("Image", "sensor_msgs/msg/Image"),
	)},
	{"messages and frames as bytes, more", []figure{
		{text: "encode an image", benchmark: "msgs Encode/sensor_msgs/msg/Image", unit: "ns/op", shown: "µs", scale: 1e3, peer: "copy-ns", name: "a copy"},
		{text: "decode an image", benchmark: "msgs Decode/sensor_msgs/msg/Image", unit: "ns/op", shown: "µs", scale: 1e3, peer: "copy-ns", name: "a copy"},
		{text: "decode a LoLA sensor frame", benchmark: "nao/lola SensorFrame", unit: "ns/op", shown: "ns", scale: 1, peer: "msgp-ns", name: "msgp to maps"},
		{text: "encode a LoLA command frame", benchmark: "nao/lola CommandFrame", unit: "ns/op", shown: "ns", scale: 1},
	}},
	{"vision, one frame 640×480, two colours", []figure{
		{text: "two balls", benchmark: "vision Filter/two_balls", unit: "ns/op", shown: "ms", scale: 1e6, peer: "naive-ns", name: "pixel by pixel", want: below(1, "< 1")},
		{text: "two balls, sensor noise", benchmark: "vision Filter/two_balls_with_noise", unit: "ns/op", shown: "ms", scale: 1e6, peer: "naive-ns", name: "pixel by pixel", want: below(1, "< 1")},
		{text: "a colour everywhere (worst)", benchmark: "vision Filter/one_colour_everywhere", unit: "ns/op", shown: "ms", scale: 1e6, peer: "naive-ns", name: "pixel by pixel", want: below(1, "< 1")},
	}},
	{"state machine, three levels, ten leaves, two guards each", []figure{
		{text: "idle tick, traced", benchmark: "hfsm Tick/idle", unit: "ns/op", shown: "ns", scale: 1},
		{text: "idle tick, untraced", benchmark: "hfsm Tick/idle_untraced", unit: "ns/op", shown: "ns", scale: 1},
		{text: "tick with a transition, traced", benchmark: "hfsm Tick/transition", unit: "ns/op", shown: "ns", scale: 1, want: below(500, "< 500")},
		{text: "its allocations", benchmark: "hfsm Tick/transition", unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")},
		{text: "tick with a transition, untraced", benchmark: "hfsm Tick/transition_untraced", unit: "ns/op", shown: "ns", scale: 1},
		beside("idle tick, in turns with", "idle", "", "stateless", "qmuntal/stateless"),
		beside("with a transition, in turns with", "transition", "", "stateless", "qmuntal/stateless"),
		beside("with a transition, in turns with", "transition", "", "looplab", "looplab/fsm, its leaves"),
		beside("the same, untraced", "transition", "untraced-", "looplab", "looplab/fsm, its leaves"),
	}},
	{"state machines, many and large", []figure{
		{text: "1,000 automata at 10 Hz, share of one core", benchmark: "hfsm ThousandAutomata", unit: "%core", shown: "%", scale: 1},
		{text: "load and check 1,000 states", benchmark: "hfsm Load", unit: "ns/op", shown: "ms", scale: 1e6},
	}},
	{"skill in Lua, three states, one condition in Lua", []figure{
		{text: "idle tick", benchmark: "hfsm/lua Tick/idle", unit: "ns/op", shown: "µs", scale: 1e3},
		{text: "its allocations", benchmark: "hfsm/lua Tick/idle", unit: "allocs/op", shown: "", scale: 1},
		{text: "tick with a transition and an init", benchmark: "hfsm/lua Tick/transition", unit: "ns/op", shown: "µs", scale: 1e3},
		{text: "its allocations", benchmark: "hfsm/lua Tick/transition", unit: "allocs/op", shown: "", scale: 1},
		{text: "a called skill begins anew", benchmark: "hfsm/lua CallSkill", unit: "ns/op", shown: "µs", scale: 1e3},
		{text: "worst tick within the budget, empty tables", benchmark: "hfsm/lua WorstTick/tables", unit: "ns/op", shown: "ms", scale: 1e6},
	}},
	{"motion, a step while a motion plays", []figure{
		{text: "step", benchmark: "motion Step", unit: "ns/op", shown: "ns", scale: 1},
		{text: "its allocations", benchmark: "motion Step", unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")},
		{text: "walking ahead", benchmark: "motion Walk/ahead", unit: "ns/op", shown: "µs", scale: 1e3, want: below(50, "< 50")},
		{text: "walking aside and turning too", benchmark: "motion Walk/all", unit: "ns/op", shown: "µs", scale: 1e3, want: below(50, "< 50")},
		{text: "allocations", benchmark: "motion Walk/all", unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")},
	}},
	{"motion, a step of each engine, 99th percentile", steps("stand", "walk", "cpg", "omni", "tfs", "goal", "kick", "slot", "get_up")},
	{"topics of a body, a cycle of 12 ms on a bus", []figure{
		{text: "nobody listens", benchmark: "nodes/internal/bodytopics Cycle/nobody", unit: "ns/op", shown: "µs", scale: 1e3},
		{text: "its allocations", benchmark: "nodes/internal/bodytopics Cycle/nobody", unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")},
		{text: "all topics of nao_lola and naoqi_driver", benchmark: "nodes/internal/bodytopics Cycle/compatible", unit: "ns/op", shown: "µs", scale: 1e3},
		{text: "its allocations", benchmark: "nodes/internal/bodytopics Cycle/compatible", unit: "allocs/op", shown: "", scale: 1, want: below(0, "0")},
	}},
	{"a robot of a match, one image, by processor time", []figure{
		{
			text: "localization, world model, plan and behaviour", benchmark: "soccer/match Players", unit: "µs/image", shown: "µs", scale: 1,
			want: below(144, "≤ 144, goal 36"),
		},
	}},
	{"simulator, one robot that squats, by processor time", []figure{
		{text: "profile ideal", benchmark: "sim Step/ideal", unit: "×real", shown: "× real time", scale: 1, want: above(25, "≥ 25")},
		{text: "profile real", benchmark: "sim Step/real", unit: "×real", shown: "× real time", scale: 1, want: above(15, "≥ 15")},
		{text: "an image 640×480, drawn to YUYV", benchmark: "sim/camera Image/640x480", unit: "ns/op", shown: "ms", scale: 1e6},
	}},
	{"simulator, ten robots in one world in turns with one alone, a cycle of 12 ms by processor time", []figure{
		ofTen("standing", "sim TenRobots/standing"),
		ofTen("squatting", "sim TenRobots/squatting"),
		ofTen("walking, with their motions", "lab/trial TenWalkingRobots"),
	}},
	{"whole robot in one process, follow_and_dance", []figure{
		{text: "camera 320×240", benchmark: "sim/robot FollowAndDance/320x240", unit: "×real", shown: "× real time", scale: 1, want: above(1, "> 1")},
		{text: "camera 640×480", benchmark: "sim/robot FollowAndDance/640x480", unit: "×real", shown: "× real time", scale: 1, want: above(1, "> 1")},
	}},
}
