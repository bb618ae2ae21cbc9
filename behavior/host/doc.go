// Package host runs state machines beside each other on one robot. It knows no ROS:
// the executor node and robot/ bring their robot and their clock.
//
// A [Machine] has one goroutine that ticks it, and any number of others that look at
// it or change it between two ticks; none of them can hold up a tick for longer than
// it takes to copy a snapshot. A [SkillRunner] executes calls of skills on a machine, one
// at a time. A [Host] ticks the machines of one robot in their order; an [Assignment] shares
// head and legs between them, one at a time. A [Files] reports files that have changed.
package host
