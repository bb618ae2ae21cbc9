// Package player is one robot of a team, without its body: localization, world model, planning, team messages and the
// machines of gonao/behavior/machines/soccer, stepped once per image.
//
// Senses come from percepts and from the game, a Command goes to the body: a kinematic world, the robot in one process, or
// a robot. A Behaviour of one's own replaces the machines, a localization.Localizer of one's own the filter, a
// planning.Planner the planner.
//
// Frames: map, with x towards the goal that the team attacks; base_footprint of the robot. m, rad, s.
package player
