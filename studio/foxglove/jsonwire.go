package foxglove

// This part of the package adds topics and services of JSON values to a server. Their schemas come from Go types.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// AddJSONService adds a service whose requests and answers are JSON. It refuses a request with an unknown field.
func AddJSONService[Q, A any](server *Server, name string, role Role, call func(ctx context.Context, s *Session, q Q) (A, error)) {
	server.AddService(Service{
		Name: name, Type: name, Role: role, Request: schema[Q](), Response: schema[A](),
		Call: func(ctx context.Context, s *Session, data []byte) ([]byte, error) {
			var q Q
			if err := decode(data, &q); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			a, err := call(ctx, s, q)
			if err != nil {
				return nil, err
			}
			return json.Marshal(a)
		},
	})
}

// decode decodes one JSON value.
func decode(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	if d.More() {
		return fmt.Errorf("the request: expected one JSON value, found more")
	}
	return nil
}

// schema returns the schema of a Go type.
func schema[T any]() Schema {
	t := reflect.TypeFor[T]()
	text, err := json.Marshal(schemaOf(t, map[reflect.Type]bool{}))
	if err != nil {
		panic(err) // maps of strings cannot fail
	}
	return Schema{Encoding: "json", SchemaName: "studio." + t.Name(), SchemaEncoding: "jsonschema", Schema: string(text)}
}

// schemaOf returns the JSON schema of a type. A type that contains itself becomes any object there.
func schemaOf(t reflect.Type, inside map[reflect.Type]bool) map[string]any {
	if t == reflect.TypeFor[json.RawMessage]() {
		return map[string]any{}
	}
	if t.Implements(reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()) {
		return map[string]any{"type": "string"}
	}
	switch kind := t.Kind(); {
	case kind == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case kind == reflect.String:
		return map[string]any{"type": "string"}
	case kind == reflect.Float32 || kind == reflect.Float64:
		return map[string]any{"type": "number"}
	case kind == reflect.Slice || kind == reflect.Array:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem(), inside)}
	case kind == reflect.Pointer:
		return schemaOf(t.Elem(), inside)
	case kind == reflect.Struct && !inside[t]:
		inside[t] = true
		defer delete(inside, t)
		properties := map[string]any{}
		for f := range t.Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
				properties[name] = schemaOf(f.Type, inside)
			}
		}
		return map[string]any{"type": "object", "properties": properties}
	case kind == reflect.Struct || kind == reflect.Map || kind == reflect.Interface:
		return map[string]any{"type": "object"}
	}
	return map[string]any{"type": "integer"}
}

// AddJSONTopic adds a latched topic of JSON values of a type.
func AddJSONTopic[T any](server *Server, name string, first func(s *Session) []byte) *Channel {
	s := schema[T]()
	return server.AddChannel(ChannelConfig{
		Topic: name, Encoding: "json", SchemaName: s.SchemaName, Schema: s.Schema, SchemaEncoding: "jsonschema",
		Keep: 1, Latched: first == nil, First: first,
	})
}

// AddWatchedJSONTopic adds a latched topic of JSON values of a type. It calls changed after the number of
// subscribers has changed.
func AddWatchedJSONTopic[T any](server *Server, name string, changed func()) *Channel {
	s := schema[T]()
	return server.AddChannel(ChannelConfig{
		Topic: name, Encoding: "json", SchemaName: s.SchemaName, Schema: s.Schema, SchemaEncoding: "jsonschema",
		Keep: 1, Latched: true, OnSubscribers: changed,
	})
}

// EncodeJSON returns a value as JSON. The value must be a struct of numbers, texts, lists and structs; any other
// value panics.
func EncodeJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Errorf("encode %T: %w", v, err)) // a type of the program itself
	}
	return data
}

// AddBulkJSONTopic adds a topic of large JSON values of a type, which are sent only when nothing else waits.
func AddBulkJSONTopic[T any](server *Server, name string) *Channel {
	s := schema[T]()
	return server.AddChannel(ChannelConfig{
		Topic: name, Encoding: "json", SchemaName: s.SchemaName, Schema: s.Schema, SchemaEncoding: "jsonschema", Keep: 1, Bulk: true,
	})
}
