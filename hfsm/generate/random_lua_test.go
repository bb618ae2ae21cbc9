package generate

import (
	"fmt"
)

// luaTruth draws a condition in Lua; some fail.
func (a *author) luaTruth() string {
	return a.of(
		"x > 2 and level < 3", "b or flag", "count % 3 == 1", `s == "red"`, `word ~= "green"`, "not b", "y > level",
		"elapsed > 0.05", "final", "failed and x > 0", `event == "e"`, `event ~= "" and x < 3`, `age("y") > 0.1`, `stale("s")`,
		fmt.Sprintf("active(%q)", a.paths[a.upTo(0, len(a.paths)-1)]), "seen ~= nil and seen > 2", `event_data("k") == nil and b`,
		"count + 1", "(x + 0.5) .. s == '1.5red'", "seen.at.all", `raise("e")`, "math.sin(level) > 0.2", "math.random() > 0.7",
		"(function() while x > 4 do end return x > 1 end)()",
	)
}

// luaNumber draws a value in Lua.
func (a *author) luaNumber() string {
	return a.of("count + 1", "x * 2", "floor(y)", "count - x", "-count", "y", "x > 1 and 3 or 4", `"three"`, "seen or 0", "2^40", "0/0")
}

// luaStatement draws what Lua does; some of it fails.
func (a *author) luaStatement() string {
	return a.of(
		"count = count + 1", "level = y * 2", "flag = not flag", `word = b and "blue" or "red"`, `word = s`, "out = x + 0.25",
		"seen = (seen or 0) + 1", "local t = {}; for i = 1, 5 do t[i] = i * x end; level = t[3]", `raise("`+a.of(events...)+`")`,
		`raise("g", {k = x})`, `log("x is " .. x)`, "log(count)", "print(elapsed, event)", "if x > 3 then error('too much') end",
		"while x == 4 do seen = 1 end", "count = 'text'", "level = seen", "pcall(function() count = 1000 end)", "if failed then out = 1 elseif final then out = 2 end",
		"list = {x}; list[1] = list[1] + 1; level = list[1]",
	)
}

// luaAction draws an action with a text in Lua.
func (a *author) luaAction() string {
	switch a.upTo(0, 7) {
	case 0:
		return "{set: {count: {lua: " + quoted(a.luaNumber()) + "}}}"
	case 1:
		return "{set: {out: {lua: " + quoted(a.luaNumber()) + "}}}"
	case 2:
		return "{log: {lua: " + quoted(a.luaNumber()) + "}}"
	}
	return "{lua: " + quoted(a.luaStatement()) + "}"
}
