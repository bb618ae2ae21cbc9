package graph

// What the tests compare with.
var (
	WireValue = wireValue
	GoValue   = goValue
)
