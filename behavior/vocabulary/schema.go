package vocabulary

import (
	"bytes"
	"encoding/json"
	"fmt"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Schema returns the JSON Schema of machine files with the actions and the inputs of the table: an editor completes and
// explains their names and arguments. Compared with [chart.Schema], it refuses only wrong arguments of the table's
// actions and wrong types of its inputs.
func (t *Table) Schema() (string, error) {
	var doc map[string]any
	decoder := json.NewDecoder(bytes.NewReader([]byte(chart.Schema())))
	decoder.UseNumber()
	if err := decoder.Decode(&doc); err != nil {
		return "", fmt.Errorf("schema of machines: %w", err)
	}
	doc["$id"] = "urn:gonao:hfsm:robot-machine"
	doc["title"] = "A state machine of a robot of gonao"
	properties, definitions := object(doc, "properties"), object(doc, "definitions")
	if properties == nil || definitions == nil {
		return "", fmt.Errorf("schema of machines: no properties or no definitions")
	}
	actions, names := t.schemaActions()
	definitions["robot_actions"] = map[string]any{"properties": actions}
	definitions["robot_action_names"] = map[string]any{"enum": names}
	for _, name := range []string{"activity", "action"} {
		forms, _ := object(definitions, name)["anyOf"].([]any)
		if len(forms) != 2 {
			return "", fmt.Errorf("schema of machines: %s is not a name or a mapping", name)
		}
		word, mapping := forms[0], forms[1]
		object(definitions, name)["anyOf"] = []any{
			map[string]any{"anyOf": []any{ref("robot_action_names"), word}},
			map[string]any{"allOf": []any{mapping, ref("robot_actions")}},
		}
	}
	if inputs := object(properties, "inputs"); inputs != nil {
		inputs["properties"] = t.schemaInputs()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(doc)
	return out.String(), err
}

// schemaActions returns the schemas of the actions' arguments by the actions' names.
func (t *Table) schemaActions() (actions map[string]any, names []string) {
	actions = map[string]any{}
	for i := range t.Actions {
		a := &t.Actions[i]
		names = append(names, a.Name)
		args, required := map[string]any{}, []string{}
		for j := range a.Args {
			arg := &a.Args[j]
			args[arg.Name] = arg.schema()
			if arg.Default == nil {
				required = append(required, arg.Name)
			}
		}
		s := map[string]any{"description": a.Description + ".", "properties": args}
		if a.Nested != "" {
			args[a.Nested] = ref("argument")
		}
		if a.Find == nil {
			s["additionalProperties"] = false
		}
		if len(required) > 0 {
			s["required"] = required
			s["type"] = "object"
		}
		actions[a.Name] = s
	}
	return actions, names
}

// schemaInputs returns the schemas of declarations of the table's inputs.
func (t *Table) schemaInputs() map[string]any {
	inputs := map[string]any{}
	for _, in := range t.AllInputs() {
		about := in.Description
		if in.Unit != "" {
			about += ", " + in.Unit
		}
		inputs[in.Name] = map[string]any{
			"description": about + ".",
			"anyOf": []any{
				map[string]any{"enum": []string{in.Type.String()}},
				map[string]any{"allOf": []any{ref("input"), map[string]any{
					"type": "object", "properties": map[string]any{"type": map[string]any{"enum": []string{in.Type.String()}}},
				}}},
				// An input with a source has the type of that field.
				map[string]any{"allOf": []any{ref("input"), map[string]any{"type": "object", "required": []string{"from"}}}},
			},
		}
	}
	return inputs
}

// schema returns the schema of an argument: a value in its range, or an expression.
func (a *Arg) schema() map[string]any {
	value := map[string]any{}
	switch a.Type {
	case hfsm.Bool:
		value["type"] = "boolean"
	case hfsm.Int:
		value["type"] = "integer"
	case hfsm.Float:
		value["type"] = "number"
	default:
		value["type"] = []string{"string", "number", "boolean"}
		if a.Enum != nil {
			value = map[string]any{"enum": a.Enum}
		}
	}
	if a.Min != nil {
		value["minimum"] = *a.Min
	}
	if a.Max != nil {
		value["maximum"] = *a.Max
	}
	about := a.Description
	if a.Unit != "" {
		about += ", " + a.Unit
	}
	s := map[string]any{"description": about + "."}
	if v := plain(a.Default); v != nil {
		s["default"] = v
	}
	forms := []any{value}
	if !a.Constant {
		forms = append(forms, map[string]any{"type": "string", "pattern": "^=([^=]|$)"}, map[string]any{"type": "object", "required": []string{"lua"}})
	}
	s["anyOf"] = forms
	return s
}

func ref(name string) map[string]any { return map[string]any{"$ref": "#/definitions/" + name} }

// object returns a part of a document that is an object, or nil.
func object(doc map[string]any, key string) map[string]any {
	part, _ := doc[key].(map[string]any)
	return part
}
