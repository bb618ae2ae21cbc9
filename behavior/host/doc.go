// Package host runs state machines side by side on one robot. It does not depend on ROS: the executor node and robot/
// provide the robot and the clock.
//
// A [Machine] has one goroutine that ticks it, and any number of others that read or change it between two ticks; none of
// them can delay a tick for longer than copying a snapshot takes. A [SkillRunner] executes calls of skills on a machine,
// one at a time. A [Host] ticks the machines of one robot in their order; an [Assignment] shares head and legs between
// them, one at a time. A [Files] reports files that have changed.
package host
