package hfsm

import "gonao/hfsm/chart"

// Names that charts and machines share.
type (
	// Type is the type of an input, a variable or an argument.
	Type = chart.Type
	// Value is one value.
	Value = chart.Value
	// Args are the arguments of one use of an activity.
	Args = chart.Args
	// Finding is one thing found in a machine file.
	Finding = chart.Finding
	// Findings is everything found in a file.
	Findings = chart.Findings
)

// The types.
const (
	Bool   = chart.Bool
	Int    = chart.Int
	Float  = chart.Float
	String = chart.String
)

// BoolValue makes a value of type bool.
func BoolValue(v bool) Value { return chart.BoolValue(v) }

// IntValue makes a value of type int.
func IntValue(v int64) Value { return chart.IntValue(v) }

// FloatValue makes a value of type float.
func FloatValue(v float64) Value { return chart.FloatValue(v) }

// StringValue makes a value of type string.
func StringValue(v string) Value { return chart.StringValue(v) }
