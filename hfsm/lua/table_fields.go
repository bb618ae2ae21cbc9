package lua

import (
	"reflect"
	"unsafe"

	glua "github.com/yuin/gopher-lua"
)

// tableFields are the fields of the interpreter's tables, including the capacity that an emptied table still holds.
type tableFields struct {
	Metatable glua.LValue
	array     []glua.LValue
	dict      map[glua.LValue]glua.LValue
	strdict   map[string]glua.LValue
	keys      []glua.LValue // all that ever were, in their order
	k2i       map[glua.LValue]int
}

// The fields are those of the interpreter: its version is pinned, and this fails when
// another one is built in.
var _ = func() struct{} {
	have, want := reflect.TypeFor[tableFields](), reflect.TypeFor[glua.LTable]()
	same := have.NumField() == want.NumField()
	for i := 0; same && i < have.NumField(); i++ {
		same = have.Field(i).Name == want.Field(i).Name && have.Field(i).Type == want.Field(i).Type
	}
	if !same {
		panic("lua: the interpreter's tables have other fields than expected")
	}
	return struct{}{}
}()

// fieldsOf returns the fields of a table.
func fieldsOf(t *glua.LTable) *tableFields { return (*tableFields)(unsafe.Pointer(t)) }
