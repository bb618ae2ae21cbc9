//go:build !race

package bodytopics

// underRace tells that the race detector is built in, with which the bus allocates.
const underRace = false
