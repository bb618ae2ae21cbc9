// Package rosidl reads ROS 2 interface definitions (.msg, .srv, .action) and computes the hashes of their type
// descriptions (RIHS01, as specified in REP 2016).
//
// The grammar is that of ROS 2's own rosidl_adapter: one constant or field per line, comments after #, sections of
// services and actions separated by a line "---".
package rosidl

// Base is the kind of a single value. The numbers are those of
// type_description_interfaces/msg/FieldType.
type Base uint8

// The kinds of values. A char of a .msg file is a Uint8; Char comes only from the
// type descriptions of interfaces that are defined in IDL.
const (
	Nested  Base = 1
	Int8    Base = 2
	Uint8   Base = 3
	Int16   Base = 4
	Uint16  Base = 5
	Int32   Base = 6
	Uint32  Base = 7
	Int64   Base = 8
	Uint64  Base = 9
	Float32 Base = 10
	Float64 Base = 11
	Char    Base = 13
	Bool    Base = 15
	Byte    Base = 16
	String  Base = 17
	WString Base = 18
)

// EmptyMember is the field, one byte, that a message without fields has on the wire and in its type description.
const EmptyMember = "structure_needs_at_least_one_member"

// boundedString is the difference between the id of String or WString and that of its bounded kind.
const boundedString = 4

// primitives are the names of single values in definitions.
func primitives() map[string]Base {
	return map[string]Base{
		"bool": Bool, "byte": Byte, "char": Uint8, "float32": Float32, "float64": Float64,
		"int8": Int8, "uint8": Uint8, "int16": Int16, "uint16": Uint16, "int32": Int32, "uint32": Uint32,
		"int64": Int64, "uint64": Uint64, "string": String, "wstring": WString,
	}
}

// Shape distinguishes single values, arrays and sequences.
type Shape uint8

// The shapes. FieldType adds 48 times this number to the kind.
const (
	Single    Shape = 0
	Array     Shape = 1 // T[N]
	Bounded   Shape = 2 // T[<=N]
	Unbounded Shape = 3 // T[]
)

// Type is the type of a field.
type Type struct {
	Base        Base
	StringBound int    // maximum length of a string<=N, 0 if it has none
	Nested      string // full name of a nested message, "std_msgs/msg/Header"
	Shape       Shape
	Size        int // N of an Array or a Bounded sequence
}

// Field is one field of a message.
type Field struct {
	Name    string
	Type    Type
	Default any // nil if there is none; otherwise bool, int64, uint64, float64, string or []any of these
	Doc     []string
	Line    int
}

// Constant is one named value of a message; its type is single and not nested.
type Constant struct {
	Name  string
	Type  Type
	Value any
	Doc   []string
	Line  int
}

// Message is a message, or one part of a service or an action.
type Message struct {
	Package string
	Kind    string // msg, srv or action
	Name    string // such as Image, SetBool_Request, PlayMotion_Goal
	File    string // file name as it was given, for errors
	Doc     []string

	Fields    []Field
	Constants []Constant
}

// FullName returns the name as in a type description, "std_srvs/srv/SetBool_Request".
func (m *Message) FullName() string { return m.Package + "/" + m.Kind + "/" + m.Name }

// Service is a service with its three messages.
type Service struct {
	Package, Kind, Name      string
	Request, Response, Event *Message
}

// FullName returns the name as in a type description, "std_srvs/srv/SetBool".
func (s *Service) FullName() string { return s.Package + "/" + s.Kind + "/" + s.Name }

// Action is an action with its messages: those in the file and those derived from them.
type Action struct {
	Package, Name          string
	Goal, Result, Feedback *Message
	SendGoal, GetResult    *Service
	FeedbackMessage        *Message
}

// FullName returns the name as in a type description, "gonao_msgs/action/PlayMotion".
func (a *Action) FullName() string { return a.Package + "/action/" + a.Name }

// derivedField returns a field of a derived message, which is not in any file.
func derivedField(name string, t Type) Field { return Field{Name: name, Type: t} }

func nested(name string) Type { return Type{Base: Nested, Nested: name} }

// newService adds the event message to a request and a response.
func newService(pkg, kind, name string, request, response *Message) *Service {
	s := &Service{Package: pkg, Kind: kind, Name: name, Request: request, Response: response}
	atMostOne := func(m *Message) Type {
		return Type{Base: Nested, Nested: m.FullName(), Shape: Bounded, Size: 1}
	}
	s.Event = &Message{
		Package: pkg, Kind: kind, Name: name + "_Event", File: request.File,
		Fields: []Field{
			derivedField("info", nested("service_msgs/msg/ServiceEventInfo")),
			derivedField("request", atMostOne(request)),
			derivedField("response", atMostOne(response)),
		},
	}
	return s
}

// newAction derives the services and the feedback message of an action.
func newAction(pkg, name string, goal, result, feedback *Message) *Action {
	part := func(suffix string, fields ...Field) *Message {
		return &Message{Package: pkg, Kind: "action", Name: name + suffix, File: goal.File, Fields: fields}
	}
	id := derivedField("goal_id", nested("unique_identifier_msgs/msg/UUID"))
	return &Action{
		Package: pkg, Name: name, Goal: goal, Result: result, Feedback: feedback,
		SendGoal: newService(pkg, "action", name+"_SendGoal",
			part("_SendGoal_Request", id, derivedField("goal", nested(goal.FullName()))),
			part("_SendGoal_Response", derivedField("accepted", Type{Base: Bool}),
				derivedField("stamp", nested("builtin_interfaces/msg/Time")))),
		GetResult: newService(pkg, "action", name+"_GetResult",
			part("_GetResult_Request", id),
			part("_GetResult_Response", derivedField("status", Type{Base: Int8}),
				derivedField("result", nested(result.FullName())))),
		FeedbackMessage: part("_FeedbackMessage", id, derivedField("feedback", nested(feedback.FullName()))),
	}
}
