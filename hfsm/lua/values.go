package lua

import (
	"fmt"
	"maps"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm/chart"
)

// Bounds of values that scripts and the host exchange.
const (
	deepValue = 32
	manyItems = 10_000
)

// toLua converts a value of the host for scripts. A value that is not data is passed on unchanged: scripts cannot look
// inside.
func toLua(l *glua.LState, v any) glua.LValue {
	items := 0
	return toLuaAt(l, v, &items, 0)
}

func toLuaAt(l *glua.LState, v any, items *int, depth int) glua.LValue {
	if *items++; *items > manyItems || depth > deepValue {
		return glua.LNil
	}
	switch v := v.(type) {
	case nil:
		return glua.LNil
	case bool:
		return glua.LBool(v)
	case int64:
		return glua.LNumber(v)
	case int:
		return glua.LNumber(v)
	case float64:
		return glua.LNumber(v)
	case string:
		return glua.LString(v)
	case chart.Value:
		return valueToLua(v)
	case []any:
		t := l.CreateTable(len(v), 0)
		for i, item := range v {
			t.RawSetInt(i+1, toLuaAt(l, item, items, depth+1))
		}
		return t
	case map[string]any:
		t := l.CreateTable(0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) { // the order is that of pairs
			t.RawSetString(key, toLuaAt(l, v[key], items, depth+1))
		}
		return t
	}
	u := l.NewUserData()
	u.Value = v
	return u
}

// valueToLua returns a typed value.
func valueToLua(v chart.Value) glua.LValue {
	switch v.Type {
	case chart.Bool:
		return glua.LBool(v.Bool)
	case chart.Int:
		return glua.LNumber(v.Int)
	case chart.Float:
		return glua.LNumber(v.Float)
	case chart.String:
		return glua.LString(v.String)
	}
	return glua.LNil
}

// toGo returns a script's value as the host has them: nil, bool, int64 for whole
// numbers, float64, string, []any for a table with the keys 1 to n, map[string]any
// for any other one.
func toGo(v glua.LValue) (any, error) {
	items := 0
	return toGoAt(v, &items, 0)
}

func toGoAt(v glua.LValue, items *int, depth int) (any, error) {
	if *items++; *items > manyItems {
		return nil, fmt.Errorf("a value of more than %d parts", manyItems)
	}
	if depth > deepValue {
		return nil, fmt.Errorf("tables more than %d deep inside each other", deepValue)
	}
	switch v := v.(type) {
	case glua.LBool:
		return bool(v), nil
	case glua.LNumber:
		n := float64(v)
		if n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return int64(n), nil
		}
		return n, nil
	case glua.LString:
		return string(v), nil
	case *glua.LUserData:
		return v.Value, nil
	case *glua.LTable:
		return tableToGo(v, items, depth)
	}
	if v == glua.LNil || v == nil {
		return nil, nil //nolint:nilnil // nil is a value here
	}
	return nil, fmt.Errorf("a %s; expected data", typeName(v))
}

func tableToGo(t *glua.LTable, items *int, depth int) (any, error) {
	n, others := t.Len(), false
	t.ForEach(func(key, _ glua.LValue) {
		if i, ok := key.(glua.LNumber); !ok || i < 1 || i > glua.LNumber(n) || float64(i) != math.Trunc(float64(i)) {
			others = true
		}
	})
	if n > 0 && !others {
		list := make([]any, n)
		for i := range list {
			v, err := toGoAt(t.RawGetInt(i+1), items, depth+1)
			if err != nil {
				return nil, err
			}
			list[i] = v
		}
		return list, nil
	}
	fields := map[string]any{}
	for key, value := t.Next(glua.LNil); key != glua.LNil; key, value = t.Next(key) {
		v, err := toGoAt(value, items, depth+1)
		if err != nil {
			return nil, err
		}
		fields[textOf(key)] = v
	}
	return fields, nil
}

// typedValue returns a script's value as the wanted type, or the reason why it cannot be converted.
func typedValue(v glua.LValue, want chart.Type) (chart.Value, string) {
	switch v := v.(type) {
	case glua.LBool:
		if want == chart.Bool {
			return chart.BoolValue(bool(v)), ""
		}
	case glua.LString:
		if want == chart.String {
			return chart.StringValue(string(v)), ""
		}
	case glua.LNumber:
		n := float64(v)
		switch {
		case want == chart.Float:
			return chart.FloatValue(n), ""
		case want == chart.Int && n == math.Trunc(n) && math.Abs(n) < 1<<53:
			return chart.IntValue(int64(n)), ""
		case want == chart.Int:
			return chart.Value{}, fmt.Sprintf("%s; expected a whole number", numberText(n))
		}
	}
	return chart.Value{}, fmt.Sprintf("a %s; expected a value of type %s", typeName(v), want)
}

// anyTyped returns a script's value as one of the four types, whole numbers as int.
func anyTyped(v glua.LValue) (chart.Value, bool) {
	switch v := v.(type) {
	case glua.LBool:
		return chart.BoolValue(bool(v)), true
	case glua.LString:
		return chart.StringValue(string(v)), true
	case glua.LNumber:
		if n := float64(v); n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return chart.IntValue(int64(n)), true
		}
		return chart.FloatValue(float64(v)), true
	}
	return chart.Value{}, false
}
