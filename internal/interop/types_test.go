package interop

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"gonao/internal/rosidl"
	"gonao/internal/rosidl/gogen"
	"gonao/msgs/registry"
	testregistry "gonao/msgs/testdata/types/registry"
	"gonao/ros/cdr"
)

// typeNames are the types that the peers have. test_msgs has every kind of field.
var typeNames = []string{
	"test_msgs/msg/Arrays", "test_msgs/msg/BasicTypes", "test_msgs/msg/BoundedPlainSequences",
	"test_msgs/msg/BoundedSequences", "test_msgs/msg/Builtins", "test_msgs/msg/Constants",
	"test_msgs/msg/Defaults", "test_msgs/msg/Empty", "test_msgs/msg/MultiNested", "test_msgs/msg/Nested",
	"test_msgs/msg/Strings", "test_msgs/msg/UnboundedSequences", "test_msgs/msg/WStrings",
	"std_msgs/msg/String", "sensor_msgs/msg/JointState", "tf2_msgs/msg/TFMessage", "gonao_msgs/msg/RobotState",
}

func newMessage(typeName string) cdr.Message {
	if m := registry.New(typeName); m != nil {
		return m
	}
	return testregistry.New(typeName)
}

// rawSizes are the sizes of the samples that the C peer can send with arbitrary bytes.
var rawSizes = []int{1, 4, 8, 12, 16, 24, 40, 100, 400}

// peerTypes is generated source for the peers: IDL for idlc with C code that prints values, and C++ for Fast CDR.
type peerTypes struct {
	idl, inc, hpp strings.Builder
	index         map[string]int
	set           *rosidl.Set
}

func newPeerTypes(t testing.TB) *peerTypes {
	t.Helper()
	s, err := gogen.Load(gogen.Tree{Dir: "../../msgs/testdata/types"}, gogen.Tree{Dir: "../../msgs", Own: "gonao_msgs"})
	require.NoError(t, err)
	p := &peerTypes{index: map[string]int{}, set: s.Set}
	p.idl.WriteString("#include \"service.idl\"\n")
	for _, n := range rawSizes {
		fmt.Fprintf(&p.idl, "@final struct Raw%d { octet v[%d]; };\n", n, n)
	}
	var c, cpp strings.Builder
	for _, name := range typeNames {
		p.add(t, name)
		fmt.Fprintf(&c, "{\"%s\", &%s_desc, show_%s},\n", name, cName(name), cName(name))
		fmt.Fprintf(&cpp, "{\"%s\", \"%s\", []() -> Message * { return new T%d; }},\n", name, ddsName(name), p.index[name])
	}
	fmt.Fprintf(&p.inc, "static const struct type types[] = {\n%s};\n", c.String())
	p.inc.WriteString("static void show_response(FILE *out, const void *sample) {\nconst example_interfaces_srv_dds__AddTwoInts_Response_ *a = sample;\n" +
		"fprintf(out, \"%016\" PRIx64 \" %\" PRId64 \" %\" PRId64, a->guid, a->number, a->sum);\n}\n" +
		"static const struct type response_type = {\"\", &example_interfaces_srv_dds__AddTwoInts_Response__desc, show_response};\n" +
		"static const dds_topic_descriptor_t *raws[] = {")
	for _, n := range rawSizes {
		fmt.Fprintf(&p.inc, "&Raw%d_desc, ", n)
	}
	p.inc.WriteString("};\n")
	fmt.Fprintf(&p.hpp, "struct TypeInfo { const char *ros, *dds; Message *(*make)(); };\nstatic const TypeInfo types[] = {\n%s};\n", cpp.String())
	fmt.Fprintf(&p.hpp, "static void set_text(Message &m, const std::string &text) { dynamic_cast<T%d &>(m).f_data = text; }\n", p.index["std_msgs/msg/String"])
	return p
}

// ddsName returns the type's name on the wire.
func ddsName(name string) string {
	part := strings.Split(name, "/")
	return part[0] + "::" + part[1] + "::dds_::" + part[2] + "_"
}

// cName returns the name that the type has in the code of idlc.
func cName(name string) string { return strings.ReplaceAll(ddsName(name), "::", "_") }

// add adds a type after the types that it contains.
func (p *peerTypes) add(t testing.TB, name string) {
	if _, done := p.index[name]; done {
		return
	}
	m := p.set.Messages[name]
	require.NotNil(t, m, name)
	for _, f := range m.Fields {
		if f.Type.Base == rosidl.Nested {
			p.add(t, f.Type.Nested)
		}
	}
	i := len(p.index)
	p.index[name] = i
	var idl, show, members, put, take, showCpp strings.Builder
	if len(m.Fields) == 0 {
		idl.WriteString("octet none;\n")
		members.WriteString("uint8_t none = 0;\n")
		put.WriteString("c << none;\n")
		take.WriteString("c >> none;\n")
	}
	for _, f := range m.Fields {
		idl.WriteString(idlField(f))
		show.WriteString(showC(f))
		fmt.Fprintf(&members, "%s f_%s{};\n", p.cpp(f.Type), f.Name)
		fmt.Fprintf(&put, "c << f_%s;\n", f.Name)
		fmt.Fprintf(&take, "c >> f_%s;\n", f.Name)
		showCpp.WriteString(showCPP(f))
	}
	part := strings.Split(name, "/")
	fmt.Fprintf(&p.idl, "module %s { module %s { module dds_ {\n@final struct %s_ {\n%s};\n}; }; };\n", part[0], part[1], part[2], idl.String())
	fmt.Fprintf(&p.inc, "static void show_%s(FILE *out, const void *sample) {\nconst %s *v = sample;\n(void)out; (void)v;\n%s}\n", cName(name), cName(name), show.String())
	fmt.Fprintf(&p.hpp, "struct T%d : Message { // %s\n%s"+
		"void serialize(Cdr &c) const override {\n%s}\nvoid deserialize(Cdr &c) override {\n%s}\n"+
		"void show(FILE *out) const override {\n(void)out;\n%s}\n};\nstatic inline void show(FILE *out, const T%d &v) { v.show(out); }\n",
		i, name, members.String(), put.String(), take.String(), showCpp.String(), i)
}

// idlField declares a field. Names have a prefix, so that they are never keywords of IDL. idlc has no wstring; on the
// wire, ROS's wstring is a sequence of 4-byte units.
func idlField(f rosidl.Field) string {
	element := map[rosidl.Base]string{
		rosidl.Bool: "boolean", rosidl.Byte: "octet", rosidl.Char: "octet", rosidl.Uint8: "octet", rosidl.Int8: "int8",
		rosidl.Int16: "short", rosidl.Uint16: "unsigned short", rosidl.Int32: "long", rosidl.Uint32: "unsigned long",
		rosidl.Int64: "long long", rosidl.Uint64: "unsigned long long", rosidl.Float32: "float", rosidl.Float64: "double",
		rosidl.String: "string", rosidl.WString: "sequence<unsigned long> ",
	}[f.Type.Base]
	if f.Type.Base == rosidl.Nested {
		element = ddsName(f.Type.Nested)
	} else if f.Type.StringBound > 0 {
		element = fmt.Sprintf("string<%d>", f.Type.StringBound)
	}
	switch f.Type.Shape {
	case rosidl.Array:
		return fmt.Sprintf("%s f_%s[%d];\n", element, f.Name, f.Type.Size)
	case rosidl.Bounded:
		return fmt.Sprintf("sequence<%s, %d> f_%s;\n", element, f.Type.Size, f.Name)
	case rosidl.Unbounded:
		return fmt.Sprintf("sequence<%s> f_%s;\n", element, f.Name)
	default:
		return fmt.Sprintf("%s f_%s;\n", element, f.Name)
	}
}

// showC returns the C code that prints a field in the form of showGo.
func showC(f rosidl.Field) string {
	value := "v->f_" + f.Name
	switch f.Type.Shape {
	case rosidl.Array:
		return fmt.Sprintf("for (uint32_t i = 0; i < %d; i++) {\n%s}\n", f.Type.Size, showCValue(f.Type, value+"[i]"))
	case rosidl.Bounded, rosidl.Unbounded:
		return fmt.Sprintf("fprintf(out, \"#%%u \", %s._length);\nfor (uint32_t i = 0; i < %s._length; i++) {\n%s}\n",
			value, value, showCValue(f.Type, value+"._buffer[i]"))
	default:
		return showCValue(f.Type, value)
	}
}

func showCValue(t rosidl.Type, value string) string {
	switch t.Base {
	case rosidl.Nested:
		return fmt.Sprintf("show_%s(out, &%s);\n", cName(t.Nested), value)
	case rosidl.String:
		return fmt.Sprintf("show_text(out, %s);\n", value)
	case rosidl.WString:
		return fmt.Sprintf("fprintf(out, \"#%%u \", %s._length);\n"+
			"for (uint32_t k = 0; k < %s._length; k++) fprintf(out, \"%%u \", %s._buffer[k]);\n", value, value, value)
	case rosidl.Float32:
		return fmt.Sprintf("show_float32(out, %s);\n", value)
	case rosidl.Float64:
		return fmt.Sprintf("show_float64(out, %s);\n", value)
	case rosidl.Int8, rosidl.Int16, rosidl.Int32, rosidl.Int64:
		return fmt.Sprintf("fprintf(out, \"%%lld \", (long long)%s);\n", value)
	default:
		return fmt.Sprintf("fprintf(out, \"%%llu \", (unsigned long long)%s);\n", value)
	}
}

// cpp returns the C++ type of a field.
func (p *peerTypes) cpp(t rosidl.Type) string {
	element := map[rosidl.Base]string{
		rosidl.Bool: "bool", rosidl.Byte: "uint8_t", rosidl.Char: "uint8_t", rosidl.Uint8: "uint8_t", rosidl.Int8: "int8_t",
		rosidl.Int16: "int16_t", rosidl.Uint16: "uint16_t", rosidl.Int32: "int32_t", rosidl.Uint32: "uint32_t",
		rosidl.Int64: "int64_t", rosidl.Uint64: "uint64_t", rosidl.Float32: "float", rosidl.Float64: "double",
		rosidl.String: "std::string", rosidl.WString: "std::wstring",
	}[t.Base]
	if t.Base == rosidl.Nested {
		element = fmt.Sprintf("T%d", p.index[t.Nested])
	}
	switch t.Shape {
	case rosidl.Array:
		return fmt.Sprintf("std::array<%s, %d>", element, t.Size)
	case rosidl.Bounded, rosidl.Unbounded:
		return fmt.Sprintf("std::vector<%s>", element)
	default:
		return element
	}
}

// showCPP returns the C++ code that prints a field; overloads select the form.
func showCPP(f rosidl.Field) string {
	switch f.Type.Shape {
	case rosidl.Array:
		return fmt.Sprintf("for (const auto &x : f_%s) ::show(out, x);\n", f.Name)
	case rosidl.Bounded, rosidl.Unbounded:
		return fmt.Sprintf("fprintf(out, \"#%%zu \", f_%s.size());\nfor (const auto &x : f_%s) ::show(out, x);\n", f.Name, f.Name)
	default:
		return fmt.Sprintf("::show(out, f_%s);\n", f.Name)
	}
}

// showGo prints a message as the peers do: numbers in decimal, floats as their bits, strings after their length,
// sequences and wide strings after # and their count.
func (p *peerTypes) showGo(name string, v reflect.Value) string {
	var out strings.Builder
	for i, f := range p.set.Messages[name].Fields {
		x := v.Field(i)
		switch f.Type.Shape {
		case rosidl.Single:
			out.WriteString(p.showGoValue(f.Type, x))
			continue
		case rosidl.Bounded, rosidl.Unbounded:
			fmt.Fprintf(&out, "#%d ", x.Len())
		default:
		}
		for k := range x.Len() {
			out.WriteString(p.showGoValue(f.Type, x.Index(k)))
		}
	}
	return out.String()
}

func (p *peerTypes) showGoValue(t rosidl.Type, v reflect.Value) string {
	switch t.Base {
	case rosidl.Nested:
		return p.showGo(t.Nested, v)
	case rosidl.String:
		return fmt.Sprintf("%d:%s ", v.Len(), v)
	case rosidl.WString:
		units := utf16.Encode([]rune(v.String()))
		out := fmt.Sprintf("#%d ", len(units))
		for _, u := range units {
			out += fmt.Sprintf("%d ", u)
		}
		return out
	case rosidl.Float32:
		return fmt.Sprintf("%08x ", math.Float32bits(v.Interface().(float32)))
	case rosidl.Float64:
		return fmt.Sprintf("%016x ", math.Float64bits(v.Float()))
	case rosidl.Bool:
		if v.Bool() {
			return "1 "
		}
		return "0 "
	default:
		return fmt.Sprintf("%d ", v.Interface())
	}
}
