// Package generated keeps the paper's three machines as Go, each in a package below
// it, to look at and to show that they do what the machines in their files do: the
// same golden traces.
package generated

//go:generate env GENERATE=machines go test -count=1 -run TestTheGeneratedMachinesAreUpToDate .
