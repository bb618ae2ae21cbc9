package chart

import _ "embed"

//go:embed machine.schema.json
var schema string

// Schema returns the JSON Schema of machine files for editors (draft 7, which the YAML
// extension of VS Code reads). It describes the shape of a file; [ReadYAML] and
// hfsm.Compile check more.
//
// An editor with yaml-language-server completes and explains a file that begins with
//
//	# yaml-language-server: $schema=machine.schema.json
//
// where the path, from the file's own directory, leads to a copy of the schema: gonao hfsm
// schema > machine.schema.json.
func Schema() string { return schema }
