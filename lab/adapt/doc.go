// Package adapt brings a behaviour from the simulator it was made in to a robot, as
// section 6 of Domingues et al., "Humanoid Behaviors: From Simulation to a Real Robot"
// did by hand: check it against the robot's limits, slow it until it works, and then
// raise its speed while it stays stable. The robot is the simulator's profile real.
//
// A behaviour is changed by two factors: one for all its durations (periods), one for
// its amplitudes. The search knows nothing else of it:
//
//  1. limits    the durations are made longer until no joint would turn faster than
//     a share of its top speed
//  2. slow      from there, durations × 1.25 and amplitudes × 0.85 in turns, until it
//     is stable over all seeds
//  3. faster    durations × 0.9, then amplitudes × 1.1, each as long as it stays stable
//     and gets better by the measure
//
// A trial that fails on one seed of n is not stable.
package adapt
