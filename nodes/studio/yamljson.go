package studio

import (
	"encoding/json"
	"math"

	"go.yaml.in/yaml/v3"

	"gonao/ros/dynamic"
)

// messageJSON returns a message as JSON. NaN and the infinities, which JSON does not have, become null.
func messageJSON(m *dynamic.Message) json.RawMessage {
	var v any
	if err := yaml.Unmarshal(m.YAML(dynamic.Style{}), &v); err != nil {
		return json.RawMessage("null")
	}
	data, err := json.Marshal(finite(v))
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}

// finite returns a value of YAML without numbers that JSON does not have.
func finite(v any) any {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	case map[string]any:
		for key, item := range v {
			v[key] = finite(item)
		}
	case []any:
		for i, item := range v {
			v[i] = finite(item)
		}
	}
	return v
}
