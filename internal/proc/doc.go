// Package proc holds what programs share as processes: names that one process of a machine has at a time, the end by
// an interrupt, programs linked into one, the programs beside this one, and the check of a start.
package proc
