// Package rating compares teams by the results of matches: a sequential test of a difference, and ratings of many teams
// on one scale.
package rating
