// Package jderobot reads the state machines of JdeRobot's editors VisualHFSM
// and VisualStates.
//
// Their XML exists in six dialects, which [Read] recognizes:
//
//	A   <VisualHFSM> or <VisualStates>: a flat list of <SubAutomata>, linked by ids
//	B   <VisualStates>: states inside states, nothing else
//	C   B with <configs>, functions, <timestep> and libraries
//	D1  B with <config type="0">: Ice interfaces, functions and variables
//	D2  B with <config type="1">: ROS topics, functions and variables; the later ones
//	    of them have the namespaces of E already
//	E   VisualStates 0.2: <config> without type, global and own namespaces, parameters
//
// The Spanish form of VisualHFSM 3.1 (<Estado>) is older than all of them and is read like
// A. gonao 0.2 also wrote E, with <manner> and <kept> of its own, which are still read.
//
// # What becomes of it
//
// States, sub-automata, their periods, transitions and positions become a machine of the profile robot. A missing period
// is 100 ms. A transition with a time becomes `after`. Variables are declared when their line declares one value of a
// simple type; a variable of an inner automaton is renamed if an outer one has the same name.
//
// Code, conditions, functions, interfaces, topics and libraries stay word for word in
// [chart.Machine.Kept]; gonao does not run them. A condition that only compares declared
// variables becomes `if`, too. Any other condition gets a placeholder: an input of type
// bool, named after the transition, with a topic of its own on which it is set. So each
// imported machine loads and runs at once, and its conditions can be ported one at a time.
// Topics that are subscribed to, and interfaces, become typed inputs where their messages
// are known.
//
// It runs as the runtime of its dialect does: one transition of an automaton a period. An automaton that is entered again
// starts again at its initial state in E; in D1 and D2 it continues in its last state, whose timer restarts; before them
// it continues where it was.
//
// A fault in a file is repaired and reported as a warning: see the codes of the findings.
// The only errors are a file that is not such XML and one without a state.
//
// A file is at most 4 MiB, 64 automata deep and 10,000 states. A document type declaration
// is ignored; entities of its own are refused.
package jderobot
