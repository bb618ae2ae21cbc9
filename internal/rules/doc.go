// Package rules holds the rules of style that can be counted, as tests: how large a type may be, that no part holds its
// owner, how doc comments begin, and which packages read YAML by themselves. table_test.go says which package may import which, and
// testdata lists the exported names that no other package uses. It has no code of its own, only tests.
package rules
