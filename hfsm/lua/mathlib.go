package lua

import (
	"math"

	glua "github.com/yuin/gopher-lua"
)

func (s *sandbox) openMath() {
	t := s.l.NewTable()
	t.RawSetString("pi", glua.LNumber(math.Pi))
	t.RawSetString("huge", glua.LNumber(math.Inf(1)))
	for name, f := range map[string]func(float64) float64{
		"abs": math.Abs, "acos": math.Acos, "asin": math.Asin, "atan": math.Atan, "ceil": math.Ceil,
		"cos": math.Cos, "cosh": math.Cosh, "exp": math.Exp, "floor": math.Floor, "log": math.Log,
		"log10": math.Log10, "sin": math.Sin, "sinh": math.Sinh, "sqrt": math.Sqrt, "tan": math.Tan,
		"tanh": math.Tanh,
		"deg":  func(x float64) float64 { return x * 180 / math.Pi },
		"rad":  func(x float64) float64 { return x * math.Pi / 180 },
	} {
		t.RawSetString(name, s.l.NewFunction(func(l *glua.LState) int {
			l.Push(glua.LNumber(f(checkNumber(l, 1))))
			return 1
		}))
	}
	for name, f := range map[string]func(a, b float64) float64{
		"atan2": math.Atan2, "pow": math.Pow, "hypot": math.Hypot,
		"ldexp": func(x, e float64) float64 { return math.Ldexp(x, int(max(-5000, min(e, 5000)))) },
	} {
		t.RawSetString(name, s.l.NewFunction(func(l *glua.LState) int {
			l.Push(glua.LNumber(f(checkNumber(l, 1), checkNumber(l, 2))))
			return 1
		}))
	}
	s.register(t, map[string]glua.LGFunction{
		"fmod": func(l *glua.LState) int {
			a, b := checkNumber(l, 1), checkNumber(l, 2)
			s.chargeMod(l, a, b)
			l.Push(glua.LNumber(math.Mod(a, b)))
			return 1
		},
		"max": extreme(math.Max), "min": extreme(math.Min),
		"modf": pair(math.Modf), "frexp": pair(func(x float64) (float64, float64) { m, e := math.Frexp(x); return m, float64(e) }),
		"random": s.mathRandom, "randomseed": s.mathSeed, "clamp": mathClamp,
	})
	s.env.RawSetString("math", t)
}

func extreme(of func(a, b float64) float64) glua.LGFunction {
	return func(l *glua.LState) int {
		v := checkNumber(l, 1)
		for i := 2; i <= l.GetTop(); i++ {
			v = of(v, checkNumber(l, i))
		}
		l.Push(glua.LNumber(v))
		return 1
	}
}

func pair(f func(float64) (float64, float64)) glua.LGFunction {
	return func(l *glua.LState) int {
		a, b := f(checkNumber(l, 1))
		l.Push(glua.LNumber(a))
		l.Push(glua.LNumber(b))
		return 2
	}
}

// mathClamp is the function clamp of typed expressions.
func mathClamp(l *glua.LState) int {
	x, lo, hi := checkNumber(l, 1), checkNumber(l, 2), checkNumber(l, 3)
	l.Push(glua.LNumber(math.Max(lo, math.Min(x, hi))))
	return 1
}

// mathRandom returns numbers of the session's own sequence.
func (s *sandbox) mathRandom(l *glua.LState) int {
	lo := 1.0
	var hi float64
	switch l.GetTop() {
	case 0:
		l.Push(glua.LNumber(s.rng.Float64()))
		return 1
	case 1:
		hi = math.Floor(checkNumber(l, 1))
	default:
		lo, hi = math.Floor(checkNumber(l, 1)), math.Floor(checkNumber(l, 2))
	}
	if !(lo <= hi) || hi-lo >= 1<<53 {
		l.RaiseError("random of %s to %s; expected at least one whole number", numberText(lo), numberText(hi))
	}
	l.Push(glua.LNumber(lo + float64(s.rng.Int64N(int64(hi-lo)+1))))
	return 1
}

// mathSeed begins a sequence that depends on the number alone.
func (s *sandbox) mathSeed(l *glua.LState) int {
	s.random.Seed(math.Float64bits(checkNumber(l, 1)), s.seeds[1])
	return 0
}
