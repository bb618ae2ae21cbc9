// Package rules tests the rules of style that can be counted: how large a type may be, that no part holds its owner,
// how doc comments begin, and which packages read YAML themselves. table_test.go lists which package may import which,
// and testdata lists the exported names that no other package uses. The package has no code of its own, only tests.
package rules
