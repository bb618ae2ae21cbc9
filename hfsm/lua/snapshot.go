package lua

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm"
)

var _ hfsm.Keeper = (*session)(nil)

// keptData holds the data of a session without the values of its machine.
type keptData struct {
	Globals datum    `json:"globals"`
	Made    []string `json:"made,omitempty"` // names that loops made
	Random  []byte   `json:"random"`         // state of its random numbers
}

// datum is a plain value. Tables are numbered in the order in which they are met, so that
// a table that is in two places, or in itself, is restored as one table.
type datum struct {
	Kind  string  `json:"kind"`            // bool, number, string, table, or same: a table that was met before
	Text  []byte  `json:"text,omitempty"`  // for a bool, a number or a string
	Table int     `json:"table,omitempty"` // number of the table that is the same
	Items []datum `json:"items,omitempty"` // for a table: keys and values alternate, in the order of pairs
}

// Bounds of the kept data: a snapshot is made for each viewer.
const (
	deepest  = 1000   // tables inside each other
	mostKept = 20_000 // keys and values
)

// Keep returns the data of scripts: globals that are plain values or tables of them. The
// data of a skill that is a Lua file are in its functions and cannot be kept.
func (s *session) Keep() (json.RawMessage, error) {
	if s.unit.skill != nil {
		return nil, errors.New("a skill in Lua keeps its data in functions")
	}
	k := keeping{met: map[*glua.LTable]int{s.box.env: 0}}
	first := map[glua.LValue]glua.LValue{}
	for i, c := range s.box.first {
		if i == 0 {
			for j, key := range c.keys {
				first[key] = c.values[j]
			}
		}
		for j, key := range c.keys {
			if i > 0 && c.table.RawGet(key) != c.values[j] || c.table.RawGet(key) == glua.LNil {
				return nil, fmt.Errorf("%s of the library was changed", key)
			}
		}
	}
	data := keptData{Globals: datum{Kind: "table"}}
	s.box.env.ForEach(func(key, v glua.LValue) {
		if first[key] != v {
			data.Globals.Items = append(data.Globals.Items, k.datum(key, 1), k.datum(v, 1))
			k.name(key)
		}
	})
	for name := range s.made {
		data.Made = append(data.Made, name)
	}
	var err error
	if data.Random, err = s.box.random.MarshalBinary(); err != nil || k.err != nil {
		return nil, errors.Join(err, k.err)
	}
	return json.Marshal(&data)
}

// keeping finds the data.
type keeping struct {
	met map[*glua.LTable]int
	n   int // keys and values
	err error
	at  string // global that err concerns
}

// name records the global in which a fault was found.
func (k *keeping) name(key glua.LValue) {
	if k.err != nil && k.at == "" {
		k.at = key.String()
		k.err = fmt.Errorf("the global %s holds %w", k.at, k.err)
	}
}

func (k *keeping) datum(v glua.LValue, depth int) datum {
	if k.n++; k.n > mostKept && k.err == nil {
		k.err = fmt.Errorf("more than %d values, with the globals before it", mostKept)
	}
	switch v := v.(type) {
	case glua.LBool:
		return datum{Kind: "bool", Text: strconv.AppendBool(nil, bool(v))}
	case glua.LNumber:
		return datum{Kind: "number", Text: strconv.AppendFloat(nil, float64(v), 'g', -1, 64)}
	case glua.LString:
		return datum{Kind: "string", Text: []byte(v)}
	case *glua.LTable:
		return k.table(v, depth)
	}
	if k.err == nil {
		k.err = fmt.Errorf("a %s", typeName(v))
	}
	return datum{}
}

func (k *keeping) table(t *glua.LTable, depth int) datum {
	if n, ok := k.met[t]; ok {
		return datum{Kind: "same", Table: n}
	}
	k.met[t] = len(k.met)
	if k.err == nil && t.Metatable != glua.LNil {
		k.err = errors.New("a table with a metatable")
	}
	if k.err == nil && depth == deepest {
		k.err = fmt.Errorf("more than %d tables inside each other", deepest)
	}
	d := datum{Kind: "table"}
	t.ForEach(func(key, v glua.LValue) {
		if k.err == nil {
			d.Items = append(d.Items, k.datum(key, depth+1), k.datum(v, depth+1))
		}
	})
	return d
}

// Restore sets the data that Keep returned.
func (s *session) Restore(text json.RawMessage) error {
	if s.unit.skill != nil {
		return errors.New("a skill in Lua keeps its data in functions")
	}
	var data keptData
	if err := json.Unmarshal(text, &data); err != nil {
		return err
	}
	made := &restoring{l: s.box.l, met: []*glua.LTable{s.box.env}}
	values := made.values(data.Globals.Items)
	if made.err != nil {
		return made.err
	}
	if err := s.box.random.UnmarshalBinary(data.Random); err != nil {
		return err
	}
	s.fresh = false
	for i := 0; i < len(values); i += 2 {
		s.box.env.RawSet(values[i], values[i+1])
	}
	for _, name := range data.Made {
		s.made[name] = true
	}
	return nil
}

// restoring makes values of data.
type restoring struct {
	l   *glua.LState
	met []*glua.LTable
	err error
}

func (r *restoring) values(items []datum) []glua.LValue {
	values := make([]glua.LValue, len(items))
	for i := range items {
		values[i] = r.value(&items[i])
		key := i%2 == 0
		if n, ok := values[i].(glua.LNumber); r.err == nil && key && (values[i] == glua.LNil || ok && n != n) {
			r.err = errors.New("an invalid key")
		}
	}
	if len(items)%2 != 0 && r.err == nil {
		r.err = errors.New("a key without a value")
	}
	return values
}

func (r *restoring) value(d *datum) glua.LValue {
	switch d.Kind {
	case "bool":
		return glua.LBool(string(d.Text) == "true")
	case "number":
		if x, err := strconv.ParseFloat(string(d.Text), 64); err == nil {
			return glua.LNumber(x)
		}
	case "string":
		return glua.LString(d.Text)
	case "same":
		if d.Table >= 0 && d.Table < len(r.met) {
			return r.met[d.Table]
		}
	case "table":
		t := r.l.NewTable()
		r.met = append(r.met, t)
		values := r.values(d.Items)
		for i := 0; r.err == nil && i < len(values); i += 2 {
			t.RawSet(values[i], values[i+1])
		}
		return t
	}
	if r.err == nil {
		r.err = fmt.Errorf("data of kind %q that is not understood", d.Kind)
	}
	return glua.LNil
}
