// Package lua runs Lua in state machines: actions and conditions in machines of any
// format, and whole skills written in Lua.
package lua
