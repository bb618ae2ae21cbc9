package vocabulary

import (
	"encoding/json"

	"gonao/hfsm"
)

// formatVersion is the version of the JSON that [Table.JSON] writes. It grows when a
// reader of the version before could go wrong.
const formatVersion = 1

// document is the table as JSON.
type document struct {
	Version int           `json:"gonao_vocabulary"`
	Actions []jsonAction  `json:"actions"`
	Common  []jsonOutcome `json:"common_outcomes"`
	Inputs  []jsonInput   `json:"inputs"`
	Groups  []jsonGroup   `json:"groups"`
	// Functions are those of expressions besides the language's; each reads some inputs.
	Functions []jsonFunction `json:"functions"`
	Machines  []string       `json:"machines,omitempty"`
	Skills    []string       `json:"skills,omitempty"`
}

type jsonFunction struct {
	Name        string   `json:"name"`
	Parameters  []string `json:"parameters"`
	Type        string   `json:"type"`
	Description string   `json:"description"`
	Reads       []string `json:"reads"`
}

type jsonGroup struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

type jsonAction struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Group       string         `json:"group,omitempty"`
	Arguments   []jsonArg      `json:"arguments"`
	Nested      string         `json:"nested_argument,omitempty"`
	Ends        bool           `json:"ends"`
	Outcomes    []jsonOutcome  `json:"outcomes"`
	Feedback    []jsonFeedback `json:"feedback"`
	Cancel      string         `json:"cancel"`
	RunBy       *jsonPort      `json:"run_by,omitempty"`
	External    bool           `json:"external,omitempty"`
}

type jsonArg struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Unit        string   `json:"unit,omitempty"`
	Description string   `json:"description"`
	Default     any      `json:"default,omitempty"`
	Required    bool     `json:"required"`
	Min         *float64 `json:"min,omitempty"`
	Max         *float64 `json:"max,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Constant    bool     `json:"constant,omitempty"`
}

type jsonOutcome struct {
	Word        string `json:"word"`
	Description string `json:"description"`
	Code        int    `json:"error_code,omitempty"`
}

type jsonFeedback struct {
	Field string `json:"field"`
	Input string `json:"input"`
}

type jsonPort struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	Type string `json:"type"`
}

type jsonInput struct {
	Name        string  `json:"name"`
	Type        string  `json:"type"`
	Unit        string  `json:"unit,omitempty"`
	Description string  `json:"description"`
	Group       string  `json:"group,omitempty"`
	Source      string  `json:"source"`
	Before      any     `json:"before,omitempty"`
	PeriodSec   float64 `json:"period_sec,omitempty"`
}

// JSON returns the table for programs, such as an editor's palette. machines and skills are the names of those that come
// with gonao.
func (t *Table) JSON(machines, skills []string) ([]byte, error) {
	d := document{Version: formatVersion, Machines: machines, Skills: skills, Common: jsonOutcomes(CommonOutcomes())}
	for i := range t.Actions {
		d.Actions = append(d.Actions, t.Actions[i].json())
	}
	for _, in := range t.AllInputs() {
		d.Inputs = append(d.Inputs, jsonInput{
			Name: in.Name, Type: in.Type.String(), Unit: in.Unit, Description: in.Description,
			Group: in.Group, Source: in.Source, Before: plain(in.Before), PeriodSec: in.Period.Seconds(),
		})
	}
	for _, g := range t.Groups {
		d.Groups = append(d.Groups, jsonGroup(g))
	}
	for i := range t.Functions {
		f := &t.Functions[i]
		d.Functions = append(d.Functions, jsonFunction{f.Name, parameterNames(f), f.Type.String(), f.Description, t.reads(f.Name)})
	}
	text, err := json.MarshalIndent(d, "", "  ")
	return append(text, '\n'), err
}

func (a *Action) json() jsonAction {
	j := jsonAction{
		Name: a.Name, Description: a.Description, Group: a.Group, Nested: a.Nested, Ends: a.Ends, Cancel: a.Cancel,
		External: a.External, Arguments: []jsonArg{}, Outcomes: jsonOutcomes(a.Outcomes), Feedback: []jsonFeedback{},
	}
	if a.Port.Kind != NoPort {
		j.RunBy = &jsonPort{a.Port.Kind.String(), a.Port.Name, a.Port.Type}
	}
	for i := range a.Args {
		arg := &a.Args[i]
		j.Arguments = append(j.Arguments, jsonArg{
			Name: arg.Name, Type: arg.Type.String(), Unit: arg.Unit, Description: arg.Description, Default: plain(arg.Default),
			Required: arg.Default == nil, Min: arg.Min, Max: arg.Max, Enum: arg.Enum, Constant: arg.Constant,
		})
	}
	for _, f := range a.Feedback {
		j.Feedback = append(j.Feedback, jsonFeedback{f.Field, f.Input.Name})
	}
	return j
}

func jsonOutcomes(all []Outcome) []jsonOutcome {
	out := make([]jsonOutcome, len(all))
	for i, o := range all {
		out[i] = jsonOutcome(o)
	}
	return out
}

// plain returns a value as encoding/json writes it, nil for none.
func plain(v *hfsm.Value) any {
	if v == nil {
		return nil
	}
	switch v.Type {
	case hfsm.Bool:
		return v.Bool
	case hfsm.Int:
		return v.Int
	case hfsm.Float:
		return v.Float
	default:
		return v.String
	}
}
