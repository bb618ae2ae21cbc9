// Package surface compares the project's public surface with committed files. Others build on this surface, so it may
// change only with a line in CHANGELOG.md. The package has no code of its own, only tests.
//
//	testdata/topics.txt       topics, services and actions of every node, with type and QoS
//	testdata/types.txt        the hash of every type that they use
//	testdata/parameters.txt   parameters of every node, with type, default and range
//	testdata/launch.txt       arguments of every launch file
//	testdata/help/            --help of every program and of every command of gonao
//	testdata/exit_codes.txt   exit codes
//	testdata/schema.json      the JSON Schema of state machines
//	testdata/vocabulary.txt   the inputs and activities that machines may use
//	testdata/formats/         a trace and the structure of a bag
//	testdata/imports.txt      packages that generated code, examples and documents import
//
// The contents of each file are collected from the running nodes and programs. `make golden` rewrites the files.
package surface
