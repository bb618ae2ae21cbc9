// Package sim is the embedded simulator: NAOs in a MuJoCo world, with the sensors, the
// motors and the habits of the real robot, and balls, free ones and ones on carriers.
//
// A [World] is a constant model and a mutable state with one or more bodies. Each [Body]
// accepts the command of a cycle with [Body.Command]; [World.Step] then advances all of
// them by that cycle (12 ms) and fills their sensors, which [Body.State] returns.
// [World.Truth] returns where everything is. [New] makes a world with one robot, a
// [Simulation]. There is no ROS and no wall clock inside: the same seeds and the same
// commands lead to the same bytes, on the same machine and build.
//
// Bodies touch, push and hear each other; [World.Contacts] lists where they touch. The
// bodies' names are prefixes of all names in the model ("nao1/torso"), except in a world
// whose only robot has no name. Bodies are stepped in the order of Config.Robots, and
// each draws its traits and its noise from its own seed.
//
// What serves robots (sim/lolaserver) declares the small interfaces that it needs of a
// world and a body; a world without physics fits behind them too.
//
// Units are SI. The world's frame W is ROS's: x forward, y left, z up, its origin
// on the ground where the world's file has it, which for most is the middle of the field.
package sim
