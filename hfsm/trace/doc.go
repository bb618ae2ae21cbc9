// Package trace writes, reads, compares and replays the trace files of machines.
//
// A trace file is JSON Lines: a [Header], then one [Line] for each [hfsm.Record]. A
// [Writer] writes the records of a machine's stream, a [Reader] reads them back,
// [Compare] returns the first difference between two files, and [Replay] runs the
// machine again with the recorded times, inputs, events and outcomes of activities
// and compares what it does.
package trace
