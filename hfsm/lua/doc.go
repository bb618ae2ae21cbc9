// Package lua runs Lua in state machines: actions and conditions in machines of any
// format, whole skills written in Lua in the style of the Lua behaviour engine
// (Niemueller, Ferrein, Lakemeyer 2009), and texts that call skills.
//
//	New         the language, for hfsm.Vocabulary.Languages: {lua: "turns = turns + 1"}
//	Read        a skill, a file that makes a SkillHSM, as a chart
//	ParseCalls  a text such as goto{x=1.0, y=0.5}; kick()
//
// Scripts run where they can do no harm ([Options] has the figures): they have no
// files, processes, clock, coroutines, nor a way to load text; each session has a
// budget of instructions for a tick, in which long library calls and patterns count
// for many and which no pcall outlives; strings, indices, the stack and the depth of
// calls and of texts are bounded. What a session holds is measured now and then, so
// it may exceed [Options.MaxMemory] by what a few thousand instructions can make.
// Runs are the same each time: pairs goes in the order in which keys were set, random
// numbers have a seed, and no address is ever shown.
//
// A skill's file runs once when it is read, to know its states, and again in each
// session, to make their functions. In between only the file's text is shared, so
// that any number of machines may use one skill.
package lua
