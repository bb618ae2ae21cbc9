// Package lua runs Lua in state machines: actions and conditions in machines of any
// format, whole skills written in Lua in the style of the Lua behaviour engine
// (Niemueller, Ferrein, Lakemeyer 2009), and texts that call skills.
//
//	New         the language, for hfsm.Vocabulary.Languages: {lua: "turns = turns + 1"}
//	Read        a skill, a file that makes a SkillHSM, as a chart
//	ParseCalls  a text such as goto{x=1.0, y=0.5}; kick()
//
// Scripts run in a sandbox ([Options] has the figures). They have no files, processes, clock or coroutines and cannot
// load text. Each session has a budget of instructions per tick; long library calls and patterns count for many, and no
// pcall catches the end of the budget. Strings, indices, the stack and the depth of calls and of texts are bounded. The
// memory of a session is measured at intervals, so it may exceed [Options.MaxMemory] by what a few thousand instructions
// can allocate. Runs are reproducible: pairs follows the order in which keys were set, random numbers have a seed, and no
// address is ever shown.
//
// A skill's file runs once when it is read, to find its states, and again in each session, to create their functions.
// Only the file's text is shared, so that any number of machines may use one skill.
package lua
