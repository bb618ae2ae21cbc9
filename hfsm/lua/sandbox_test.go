package lua

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// do runs a text in a sandbox of its own and gives what it returns, as text.
func do(tb testing.TB, opts Options, text string) (string, error) {
	tb.Helper()
	s := newSandbox(opts, "test")
	defer s.close()
	return doIn(s, text)
}

func doIn(s *sandbox, text string) (string, error) {
	c, err := parseText("test.lua", 0, text, s.opts.MaxSource)
	if err != nil {
		return "", err
	}
	code, err := c.compile()
	if err != nil {
		return "", err
	}
	s.meter.grant(s.opts.Budget, "in a test")
	if err := s.run(s.function(code), code, 1); err != nil {
		return "", err
	}
	return textOf(s.result()), nil
}

func TestLuaDoesWhatLuaDoes(t *testing.T) {
	for text, want := range map[string]string{
		`return 1 + 2 * 3`:              "7",
		`return "a" .. 1 .. "b" .. 2.5`: "a1b2.5",
		`local t = {} for i = 1, 5 do t[#t+1] = i*i end return table.concat(t, ",")`:                 "1,4,9,16,25",
		`return ("hello world"):gsub("o", "0")`:                                                      "hell0 w0rld",
		`return (("x = 12, y = 3"):gsub("(%w+) = (%w+)", "%2=%1"))`:                                  "12=x, 3=y",
		`return ("key = value"):match("^(%w+)%s*=%s*(%w+)$")`:                                        "key",
		`return ("THE (quick) fox"):find("%((%a+)%)")`:                                               "5",
		`local n = 0 for w in ("one two three"):gmatch("%a+") do n = n + #w end return n`:            "11",
		`return ("f(a(b)c)d"):match("%b()")`:                                                         "(a(b)c)",
		`return ("THE (quick) fox"):gsub("%f[%a]%a+", string.lower)`:                                 "the (quick) fox",
		`return ("abc"):gsub("", "-")`:                                                               "-a-b-c-",
		`return ("abc"):gsub("%w", {a = "1", b = true})`:                                             "error", // true is no replacement
		`return string.format("%5.2f|%-4d|%04d|%s|%q|%x|%g", 3.14159, 7, 42, "s", 'a"b', 255, 1e20)`: ` 3.14|7   |0042|s|"a\"b"|ff|1e+20`,
		`return string.format("%5s|%-5s|%.2s", "ab", "cd", "xyz")`:                                   "   ab|cd   |xy",
		`return tostring(nil) .. tostring(true) .. tostring({})`:                                     "niltruetable",
		`return select("#", unpack({1, 2, nil, 4}, 1, 4))`:                                           "4",
		`local m = {__lt = function(a, b) return a.n < b.n end} local a, b = setmetatable({n = 1}, m), setmetatable({n = 2}, m) return select("#", a < b) .. tostring(a < b) .. tostring(a >= b) .. tostring(a <= b)`: "1truefalsetrue",
		`local m = {__le = function(a, b) return "yes" end, __len = function() return 7 end, __mod = function() return 9 end} local a = setmetatable({}, m) return tostring(a <= a) .. #a .. a % 2 .. 2 % a`:          "true799",
		`return tostring("a" < "b") .. tostring("b" <= "a") .. tostring("" < "a") .. tostring("a" >= "a") .. tostring(2 > 1) .. #"abc" .. -5 % 3 .. 5 % -3 .. "7" % 4`:                                                "truefalsetruetruetrue31-13",
		`return 1 < "2"`:                   "error",
		`local a, b = 1, "2" return a < b`: "error",
		`return #5`:                        "error",
		`local n = 0 for k in pairs({1, 2, nil, 4, a = 1, b = 2}) do n = n + 1 end return n`: "5",
		`return select(-1, 1, 2, 3)`:                                                                          "3",
		`local ok, e = pcall(error, {message = "x"}) return e.message`:                                        "x",
		`local ok, e = pcall(function() error("no", 0) end) return e`:                                         "no",
		`return select(2, xpcall(function() error("no", 0) end, function(e) return "<" .. e .. ">" end))`:     "<no>",
		`local t = setmetatable({}, {__concat = function(a, b) return "joined" end}) return t .. "x" .. "y"`:  "joined",
		`local t = setmetatable({}, {__tostring = function() return "me" end}) return string.format("%s", t)`: "me",
		`local t = {5, 2, 8} table.sort(t) return table.concat(t, " ")`:                                       "2 5 8",
		`local t = {5, 2, 8} table.sort(t, function(a, b) return a > b end) return table.concat(t, " ")`:      "8 5 2",
		`local t = {1, 2, 3} table.insert(t, 1, 0) table.remove(t, 2) return table.concat(t, " ")`:            "0 2 3",
		`return tonumber("0x10") + tonumber("  7 ") + tonumber("11", 2)`:                                      "26",
		`return tostring(tonumber("inf")) .. tostring(tonumber("1e400"))`:                                     "nilinf",
		`local function f(...) return {...} end return #f(1, 2, 3)`:                                           "3",
		`local t = {f = {}} t.f["a" .. "b"] = 1 t.f[3 - 2] = 2 return t.f.ab + t.f[1]`:                        "3",
		`local s = "" for k in pairs({z = 1, y = 2, x = 3}) do s = s .. k end return s`:                       "zyx",
		`goto past do return 1 end ::past:: return 2`:                                                         "2",
		`return math.max(1, 5, 3) + math.clamp(9, 0, 2) + math.floor(2.7)`:                                    "9",
		`return getmetatable("x")`: "string",
		`return 2^10 % 1000`:       "24",
		`return "3" + 4 .. " " .. "2" * "8" .. " " .. -"5" .. " " .. "7" % -4`: "7 16 -5 -1",
		`return setmetatable({}, {__add = function() return "own" end}) + "1"`: "own",
		`return 1/0 .. " " .. -1/0`: "inf -inf",
	} {
		got, err := do(t, Options{}, text)
		if want == "error" {
			require.Error(t, err, text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

func TestScriptsHaveNoWayOut(t *testing.T) {
	for _, name := range []string{
		"io", "os", "package", "debug", "load", "loadfile", "loadstring", "dofile", "require",
		"module", "coroutine", "channel", "newproxy", "setfenv", "getfenv", "collectgarbage", "_G", "_printregs",
	} {
		got, err := do(t, Options{}, "return "+name)
		require.NoError(t, err)
		require.Equal(t, "nil", got, name)
	}
	_, err := do(t, Options{}, `return string.dump(print)`)
	require.ErrorContains(t, err, "test.lua:1: attempt to call a non-function object")
	got, err := do(t, Options{}, `("").rep = nil string.rep = nil setmetatable({}, {}) return ("x"):upper()`)
	require.Error(t, err, got)
}

func TestARunawayScriptEndsAtItsBudget(t *testing.T) {
	for name, text := range map[string]string{
		"a loop":                "\nwhile true do end",
		"a loop of jumps":       "\n::a:: goto a",
		"a long for":            "\nfor i = 1, 1e18 do end",
		"pcall around the loop": "\nwhile true do pcall(function() while true do end end) end",
		"pcall in pcall":        "\nlocal function f() pcall(f) f() end f()",
		"xpcall":                "\nxpcall(function() while true do end end, function(e) while true do end end)",
		"a metamethod":          "\nlocal t t = setmetatable({}, {__index = function(_, k) return t[k + 1] end}) while true do pcall(function() return t[1] end) end",
		"a comparison":          "\nlocal t = {} for i = 1, 200 do t[i] = i end table.sort(t, function(a, b) while true do end end)",
		"a replacement":         "\n(\"aaaa\"):gsub(\".\", function() while true do end end)",
		"__tostring":            "\nlocal t = setmetatable({}, {__tostring = function() while true do end end}) return pcall(tostring, t)",
		"__gc is not called":    "\nsetmetatable({}, {__gc = function() end}) repeat until false",
		"mutual tail calls":     "\nlocal f, g function f() return g() end function g() return f() end f()",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := do(t, Options{}, text)
			require.Error(t, err)
			require.Regexp(t, `^test\.lua:2: more than 10000 instructions in a test`, err.Error())
		})
	}
}

func TestNoPcallGoesOnAfterTheBudget(t *testing.T) {
	s := newSandbox(Options{Budget: 500}, "test")
	var heard []string
	s.print = func(text string) { heard = append(heard, text) }
	_, err := doIn(s, `pcall(function() while true do end end) print("still here")`)
	require.ErrorContains(t, err, "more than 500 instructions")
	require.Empty(t, heard)
	got, err := doIn(s, `return "and again"`)
	require.NoError(t, err, "the next tick has a budget of its own")
	require.Equal(t, "and again", got)
}

// What takes the interpreter long is taken for many instructions: a number of times
// within the budget, and no more.
func TestCostlyInstructionsCountForMany(t *testing.T) {
	for name, row := range map[string]struct {
		most                  int
		before, prepare, text string
	}{
		"a remainder":                {40, "", `local a, b = 1e308, 1.1e-300`, `local x = a % b`},
		"a remainder of texts":       {40, "", ``, `local x = "1e308" % "1e-30"`},
		"fmod":                       {40, "", ``, `math.fmod(1e308, 1.1e-300)`},
		"long texts compared":        {200, "", `local a, b = ("x"):rep(4096), ("x"):rep(4096)`, `local x = a < b`},
		"and turned round":           {200, "", `local a, b = ("x"):rep(4096), ("x"):rep(4096)`, `local x = a >= b`},
		"the length of empty tables": {33, `t = t or {} for i = 1, 60 do t[#t + 1] = i end`, `for i = #t, 1, -1 do t[i] = nil end`, `local x = #t`},
		"their next key":             {33, `t = t or {} for i = 1, 60 do t[#t + 1] = i end`, `for i = #t, 1, -1 do t[i] = nil end`, `next(t)`},
		"going over what is removed": {10, `t, n = t or {}, n or 0 for i = 1, 200 do n = n + 1 t["k" .. n] = 1 t["k" .. n] = nil end`, `t.last = 1`, `next(t)`},
		"and from one to the next":   {10, `t, n = t or {a = 1}, n or 0 for i = 1, 200 do n = n + 1 t["k" .. n] = 1 t["k" .. n] = nil end`, `t.last = 1`, `next(t, "a")`},
		"an error that is caught":    {50, "", ``, `pcall(error, "x")`},
		"numbers with many digits":   {200, "", ``, `string.format("%99.99f", 1 / 3)`},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSandbox(Options{MaxMemory: 1 << 30}, "test")
			defer s.close()
			for range 10 {
				_, err := doIn(s, "times = 0 "+row.before)
				require.NoError(t, err)
			}
			_, err := doIn(s, row.prepare+" while true do times = times + 1 "+row.text+" end")
			require.ErrorContains(t, err, "more than 10000 instructions")
			got, err := doIn(s, "return times")
			require.NoError(t, err)
			times, err := strconv.Atoi(got)
			require.NoError(t, err)
			require.Positive(t, times)
			require.LessOrEqual(t, times, row.most)
		})
	}
}

func TestLongLibraryCallsAreBounded(t *testing.T) {
	for name, text := range map[string]string{
		"rep":                          `return ("x"):rep(1e9)`,
		"rep of much":                  `return ("x"):rep(2^53)`,
		"arithmetic of a long text":    `return ("1"):rep(200) + 1`,
		"doubling":                     `local s = "x" while true do s = s .. s end`,
		"doubling in one go":           `local s = ("x"):rep(1000) return s .. s .. s .. s .. s .. s`,
		"doubling by gsub":             `local s = "x" while true do s = s:gsub(".", "%0%0") end`,
		"doubling by format":           `local s = "x" while true do s = string.format("%s%s", s, s) end`,
		"doubling by concat":           `local s = "x" while true do s = table.concat({s, s}) end`,
		"concat with a long separator": `local t = {} for i = 1, 100 do t[i] = "" end return table.concat(t, ("x"):rep(1000))`,
		"a wide format":                `return string.format("%999999999d", 1)`,
		"a precise format":             `return string.format("%.999999999f", 1)`,
		"a far index":                  `local t = {} t[60000000] = 1`,
		"a far computed index":         `local t, n = {}, 6e7 t[n] = 1`,
		"a far rawset":                 `rawset({}, 60000000, 1)`,
		"a far key":                    `return {[60000000] = 1}`,
		"a far insert":                 `table.insert({}, 60000000, 1)`,
		"a far __newindex":             `local far = {} local t = setmetatable({}, {__newindex = far}) t[6e7] = 1`,
		"unpack":                       `return unpack({}, 1, 1e8)`,
		"bytes":                        `return (("x"):rep(4000)):byte(1, -1)`,
		"a pattern":                    `return (("a"):rep(3000)):find(("a-"):rep(30) .. "b")`,
		"a pattern of captures":        `return (("a"):rep(3000)):match(("(.-)"):rep(20) .. "b")`,
		"gmatch":                       `local s = ("a"):rep(3000) while true do for w in s:gmatch(".-b") do end end`,
		"a long pattern":               `return ("a"):find(("a?"):rep(2000))`,
		"deep recursion":               `local function f(n) return 1 + f(n) end return f(1)`,
		"recursion by tostring":        `local t t = setmetatable({}, {__tostring = function() return tostring(t) .. "" end}) return tostring(t)`,
		"recursion by index":           `local t t = setmetatable({}, {__index = function(_, k) return t[k] end}) return t.x`,
		"recursion by pcall":           `local function f() return pcall(f) end f() error("enough")`,
		"recursion by sort":            `local function f() table.sort({3, 2, 1}, f) end f()`,
		"many arguments":               `local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, 9, ...) end f()`,
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, err := do(t, Options{}, text)
			runtime.ReadMemStats(&after)
			require.Error(t, err, got)
			require.Regexp(t, `^test\.lua:1: `, err.Error())
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20), "it took much memory before it ended: %s", err)
		})
	}
}

func TestWhatScriptsKeepIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"tables":    `hold = hold or {} for i = 1, 200 do hold[#hold + 1] = {name = {a = 1}} end`,
		"strings":   `hold = hold or {} for i = 1, 60 do hold[#hold + 1] = ("x"):rep(1000) .. #hold end`,
		"closures":  `hold = hold or {} for i = 1, 300 do local v = {i} hold[#hold + 1] = function() return v end end`,
		"dead keys": `hold = hold or {} n = (n or 0) for i = 1, 200 do n = n + 1 hold["k" .. n] = 1 hold["k" .. n] = nil end`,
		"upvalues":  `if not f then local h = {} f = function() for i = 1, 200 do h[#h + 1] = {x = 1} end end end f()`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newSandbox(Options{}, "test")
			defer s.close()
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var err error
			for i := 0; err == nil && i < 20_000; i++ {
				_, err = doIn(s, text)
			}
			require.ErrorContains(t, err, "the script holds too much memory")
			runtime.GC()
			runtime.ReadMemStats(&after)
			held := int64(after.HeapAlloc) - int64(before.HeapAlloc)
			require.Less(t, held, int64(40<<20), "the census must come before that")
			runtime.KeepAlive(s)
		})
	}
}

func TestErrorsSayWhere(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1\ny = x +":                              "test.lua:2: syntax error at the end",
		"x = 1\ny = = 2":                              `test.lua:2:5: syntax error near "="`,
		"local x\nx.y.z = 1":                          "test.lua:2: attempt to index a non-table object(nil) with key 'y'",
		"\n\nerror('broken')":                         "test.lua:3: broken",
		"\nerror({message = 'a table'})":              "test.lua:2: a table",
		"\nerror()":                                   "test.lua:2: the script's error is a nil",
		"\nerror('no place', 0)":                      "test.lua:2: no place",
		"local function f() error('in f') end\n\nf()": "test.lua:1: in f",
		"return 'a' .. {}":                            "test.lua:1: attempt to join a table value with ..; expected strings or numbers",
		"goto noMachine":                              "test.lua:1: no visible label 'noMachine' for <goto>",
		"break":                                       "test.lua:1: no loop to break",
		"x = 'abc":                                    `test.lua:1: unterminated string at the end`,
	} {
		_, err := do(t, Options{}, text)
		require.Error(t, err, text)
		require.Equal(t, want, err.Error(), text)
	}
}

func TestDeepTextIsRefusedBeforeItIsCompiled(t *testing.T) {
	for name, text := range map[string]string{
		"tables":    "return " + strings.Repeat("{", 50_000) + strings.Repeat("}", 50_000),
		"negations": "return " + strings.Repeat("not ", 50_000) + "1",
		"sums":      "return 1" + strings.Repeat("+1", 100_000),
		"powers":    "return 1" + strings.Repeat("^1", 100_000),
		"joins":     "return ''" + strings.Repeat("..''", 60_000),
		"blocks":    strings.Repeat("do ", 50_000) + strings.Repeat("end ", 50_000),
		"functions": strings.Repeat("f(function() ", 10_000) + strings.Repeat("end) ", 10_000),
		"elseif":    "if a then" + strings.Repeat(" elseif a then", 10_000) + " end",
		"calls":     "return f" + strings.Repeat("()", 60_000),
		"fields":    "return f" + strings.Repeat(".x", 60_000),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := do(t, Options{}, text)
			require.Error(t, err)
		})
	}
	got, err := do(t, Options{}, "return "+strings.Repeat("(", 50_000)+"1"+strings.Repeat(")", 50_000))
	require.NoError(t, err, "brackets leave no trace")
	require.Equal(t, "1", got)
	_, err = do(t, Options{}, "--"+strings.Repeat("x", DefaultMaxSource))
	require.ErrorContains(t, err, "expected at most 262144")
}

func TestTheSameSeedGivesTheSameNumbers(t *testing.T) {
	const text = `local t = {} for i = 1, 20 do t[i] = math.random(1000) end return table.concat(t, " ")`
	a, err := do(t, Options{Seed: 7}, text)
	require.NoError(t, err)
	b, err := do(t, Options{Seed: 7}, text)
	require.NoError(t, err)
	other, err := do(t, Options{Seed: 8}, text)
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.NotEqual(t, a, other)
	_, err = do(t, Options{}, `return math.random(0)`)
	require.ErrorContains(t, err, "expected at least one whole number")
}

// seeds are texts that random ones are made from.
var seeds = []string{
	`local t = {} for i = 1, 10 do t[#t + 1] = i .. "x" end return table.concat(t, ",")`,
	`return ("key = value"):match("^(%w+)%s*=%s*(%w+)$")`,
	`return string.format("%5.2f %-4d %q", 1.5, 3, "x"):gsub("%d", {["1"] = "one"})`,
	`local function f(n, ...) if n > 0 then return f(n - 1, n, ...) end return select("#", ...) end return f(9)`,
	`return pcall(function() error(setmetatable({}, {__tostring = function() return "e" end})) end)`,
	`goto a ::b:: do return 1 end ::a:: goto b`,
	`local a <const> = 1 while a do if a > 1 then break elseif not a then a = nil else a = a * 2 ^ -3 % 5 end end`,
	`x = {1, 2; y = 3, [4 + 1] = {}} x.y, x[1] = x[1], #x return -x.y`,
}

func TestRandomTextsEndWithAnErrorOrAValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	var text []byte
	s := newSandbox(Options{Budget: 3000}, "random")
	for i := range fuzzn.N(t) {
		text = fuzzn.Mutate(rng, text, []byte(seeds[rng.IntN(len(seeds))]))
		if i%100 == 0 || s.broken != nil {
			s.close()
			s = newSandbox(Options{Budget: 3000}, "random")
		}
		require.NotPanics(t, func() { _, _ = doIn(s, string(text)) }, "%q", text)
	}
}

// tokens are put together at random: most such texts are no Lua, some run.
var tokens = strings.Fields(`a b t f 1 2 0 -1 1e9 "" "x" "%a-" nil true { } ( ) [ ] = == .. ... + - * / % ^ # < > ~= and or not
	if then else elseif end while do for in repeat until function local return break goto :: , ; : . pairs ipairs pcall error
	string.rep string.gsub string.find string.format table.concat table.insert table.sort unpack select setmetatable
	rawset next tostring __index __newindex __call __concat __len`)

func TestRandomWordsEndWithAnErrorOrAValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	for range fuzzn.N(t) {
		var b strings.Builder
		for range 1 + rng.IntN(25) {
			fmt.Fprint(&b, tokens[rng.IntN(len(tokens))], " ")
		}
		require.NotPanics(t, func() {
			c, err := parseText("random.lua", 0, b.String(), DefaultMaxSource)
			if err != nil {
				return
			}
			code, err := c.compile()
			if err != nil {
				return
			}
			s := newSandbox(Options{Budget: 2000}, "random")
			defer s.close()
			s.meter.grant(2000, "in a test")
			_ = s.run(s.function(code), code, 0)
		}, b.String())
	}
}

func TestGlobalNamesAreFound(t *testing.T) {
	c, err := parseText("test.lua", 10, `local a = b
function c(x) d = x + e return function() local e; e = f end end
for i, v in pairs(g) do i = v end
local function r() return r() end
function t.m(y) return y, h end
function u:m() return self, a end`, DefaultMaxSource)
	require.NoError(t, err)
	n := namesOf(c.stmts)
	list := func(uses []use) (out []string) {
		for _, u := range uses {
			out = append(out, u.name)
		}
		return out
	}
	require.Equal(t, []string{"b", "e", "f", "pairs", "g", "t", "h", "u"}, list(n.read))
	require.Equal(t, []string{"c", "d"}, list(n.set))
}

func TestACensusSeesWhatAFunctionHolds(t *testing.T) {
	s := newSandbox(Options{MaxMemory: 200_000}, "test")
	_, err := doIn(s, `local hold = {} for i = 1, 3000 do hold[i] = {i} end return #hold`)
	require.ErrorContains(t, err, "the script holds too much memory", "in a local, while it runs")
}

func TestACensusOfLargeDataIsDoneInSteps(t *testing.T) {
	for name, text := range large {
		t.Run(name, func(t *testing.T) {
			s := filled(t, text)
			defer s.close()
			steps, most := 0, 0
			s.meter.watch = func() (int, error) {
				before := 0
				if s.census.walk != nil {
					before = len(s.census.walk.seen)
				}
				pause, err := s.census.step()
				if s.census.walk != nil {
					steps, most = steps+1, max(most, len(s.census.walk.seen)-before)
				}
				return pause, err
			}
			s.census.walk = nil
			for range 60 {
				_, err := doIn(s, `while true do end`)
				require.ErrorContains(t, err, "more than 10000 instructions")
			}
			require.Greater(t, steps, 3)
			require.Less(t, most, unitsPerStep/unitsOfNew+1, "things in one step")
			_, err := doIn(s, `more = {} for i = 1, 9000 do more[i] = i end`)
			for range 200 { // what is added is found, though the rest was counted before
				if err != nil && strings.Contains(err.Error(), "too much memory") {
					return
				}
				_, err = doIn(s, `for i = 1, 400 do more[#more + 1] = {i} end`)
			}
			require.Fail(t, "the limit does not hold")
		})
	}
}

func TestDataThatIsMovedBetweenTheStepsOfACensusIsFound(t *testing.T) {
	s := newSandbox(Options{}, "test")
	defer s.close()
	_, err := doIn(s, `a, b = {{}}, {{}}`)
	require.NoError(t, err)
	for range 3000 {
		// Half of the data changes places in each tick.
		_, err = doIn(s, `for i = 1, 150 do a[1][#a[1] + 1] = {i} end a[1], b[1] = b[1], a[1] for i = 1, 5000 do end`)
		if err != nil {
			break
		}
	}
	require.ErrorContains(t, err, "the script holds too much memory")
}
