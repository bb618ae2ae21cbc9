// Package rules holds the rules of docs and style that can be counted, as tests: how large a type may be, and how doc
// comments begin. It has no code of its own, only tests.
package rules
