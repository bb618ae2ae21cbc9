// Package generated keeps the paper's three machines as Go packages below
// it, to look at and to show that they leave the golden traces of their files.
package generated

//go:generate env GENERATE=machines go test -count=1 -run TestTheGeneratedMachinesAreUpToDate .
