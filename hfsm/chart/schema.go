package chart

import _ "embed"

//go:embed machine.schema.json
var schema string

// Schema gives the JSON Schema (draft 7, which the YAML extension of VS Code
// speaks) of machine files, for editors. It says what a file may look like;
// [ReadYAML] knows more, and hfsm.Compile knows the rest.
//
// An editor that stands on yaml-language-server completes and explains a file
// that begins with
//
//	# yaml-language-server: $schema=machine.schema.json
//
// where the path, from the file's own directory, leads to a copy of the schema:
// gonao hfsm schema > machine.schema.json.
func Schema() string { return schema }
