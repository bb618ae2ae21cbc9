// Package rules holds the rules of style that can be counted, as tests: how large a type may be, that no part holds its
// owner, how doc comments begin, and who reads YAML. The rules which package may import which are in table_test.go, and a list of exported
// names without a user in testdata. It has no code of its own, only tests.
package rules
