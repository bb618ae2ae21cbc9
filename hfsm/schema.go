package hfsm

import _ "embed"

//go:embed machine.schema.json
var schema string

// Schema gives the JSON Schema of machine files, for editors. It says what a file
// may look like; [Load] knows more.
func Schema() string { return schema }
