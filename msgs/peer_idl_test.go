package msgs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/rosidl"
	"gonao/internal/rosidl/gogen"
)

// peerTypes is what the C peer is made of: IDL for idlc, C that shows values, and
// the index of each type in both.
type peerTypes struct {
	idl, show strings.Builder
	index     map[string]int
	set       *rosidl.Set
}

// newPeerTypes translates all definitions. Types with a wstring are left out:
// idlc has none.
func newPeerTypes(t *testing.T) *peerTypes {
	t.Helper()
	s, err := gogen.Load(gogen.Tree{Dir: "testdata/types"}, gogen.Tree{Dir: ".", Own: "gonao_msgs"})
	require.NoError(t, err)
	p := &peerTypes{index: map[string]int{}, set: s.Set}
	p.idl.WriteString("module t {\n")
	for _, name := range rosidl.Sorted(s.Set.Messages) {
		p.add(name)
	}
	p.idl.WriteString("};\n")
	p.show.WriteString("static const struct type types[] = {\n")
	for i := range len(p.index) {
		fmt.Fprintf(&p.show, "{&t_T%d_desc, show_T%d},\n", i, i)
	}
	p.show.WriteString("};\n")
	return p
}

// add adds a type behind those in it, and tells whether it could.
func (p *peerTypes) add(name string) bool {
	if _, done := p.index[name]; done {
		return true
	}
	m := p.set.Messages[name]
	for _, f := range m.Fields {
		if f.Type.Base == rosidl.WString || f.Type.Base == rosidl.Nested && !p.add(f.Type.Nested) {
			return false
		}
	}
	i := len(p.index)
	p.index[name] = i
	fmt.Fprintf(&p.idl, "struct T%d { // %s\n", i, name)
	fmt.Fprintf(&p.show, "static void show_T%d(FILE *out, const void *sample) {\nconst t_T%d *v = sample;\n", i, i)
	if len(m.Fields) == 0 {
		p.idl.WriteString("octet none;\n")
		p.show.WriteString("(void)out; (void)v;\n")
	}
	for _, f := range m.Fields {
		p.field(f)
	}
	p.idl.WriteString("};\n")
	p.show.WriteString("}\n")
	return true
}

// field adds a field to the struct and to the function. Names get a prefix that
// keeps them off the words of IDL and C.
func (p *peerTypes) field(f rosidl.Field) {
	element, value := p.element(f.Type), "v->f_"+f.Name
	switch f.Type.Shape {
	case rosidl.Single:
		fmt.Fprintf(&p.idl, "%s f_%s;\n", element, f.Name)
		p.showValue(f.Type, value)
		return
	case rosidl.Array:
		fmt.Fprintf(&p.idl, "%s f_%s[%d];\n", element, f.Name, f.Type.Size)
		fmt.Fprintf(&p.show, "for (uint32_t i = 0; i < %d; i++) {\n", f.Type.Size)
		p.showValue(f.Type, value+"[i]")
	case rosidl.Bounded, rosidl.Unbounded:
		bound := ""
		if f.Type.Shape == rosidl.Bounded {
			bound = fmt.Sprintf(", %d", f.Type.Size)
		}
		fmt.Fprintf(&p.idl, "sequence<%s%s> f_%s;\n", element, bound, f.Name)
		fmt.Fprintf(&p.show, "fprintf(out, \"#%%u \", %s._length);\n", value)
		fmt.Fprintf(&p.show, "for (uint32_t i = 0; i < %s._length; i++) {\n", value)
		p.showValue(f.Type, value+"._buffer[i]")
	}
	p.show.WriteString("}\n")
}

// element is the IDL type of one value.
func (p *peerTypes) element(t rosidl.Type) string {
	switch {
	case t.Base == rosidl.Nested:
		return fmt.Sprintf("T%d", p.index[t.Nested])
	case t.StringBound > 0:
		return fmt.Sprintf("string<%d>", t.StringBound)
	}
	return map[rosidl.Base]string{
		rosidl.Bool: "boolean", rosidl.Byte: "octet", rosidl.Uint8: "octet", rosidl.Int8: "int8",
		rosidl.Int16: "short", rosidl.Uint16: "unsigned short", rosidl.Int32: "long", rosidl.Uint32: "unsigned long",
		rosidl.Int64: "long long", rosidl.Uint64: "unsigned long long",
		rosidl.Float32: "float", rosidl.Float64: "double", rosidl.String: "string",
	}[t.Base]
}

// showValue adds the C that shows one value, as showGo does.
func (p *peerTypes) showValue(t rosidl.Type, value string) {
	switch t.Base {
	case rosidl.Nested:
		fmt.Fprintf(&p.show, "show_T%d(out, &%s);\n", p.index[t.Nested], value)
	case rosidl.String:
		fmt.Fprintf(&p.show, "show_text(out, %s);\n", value)
	case rosidl.Float32:
		fmt.Fprintf(&p.show, "show_float32(out, %s);\n", value)
	case rosidl.Float64:
		fmt.Fprintf(&p.show, "show_float64(out, %s);\n", value)
	case rosidl.Int8, rosidl.Int16, rosidl.Int32, rosidl.Int64:
		fmt.Fprintf(&p.show, "fprintf(out, \"%%lld \", (long long)%s);\n", value)
	default:
		fmt.Fprintf(&p.show, "fprintf(out, \"%%llu \", (unsigned long long)%s);\n", value)
	}
}
