//go:build !race

package bodytopics

// underRace reports whether the race detector is built in: with it the bus allocates.
const underRace = false
