// Package tune searches better numbers of a motion: CMA-ES, a genetic
// algorithm or a particle swarm over parameters with ranges, measured by a row of the motion bench over several seeds, on all
// cores.
//
// A tune file (YAML) holds what to vary and how to measure it:
//
//	title: a faster walk           # free text
//	measure: forward               # a row: see gonao motion rows
//	profile: real                  # of the simulator; real when left out
//	seeds: 6                       # trials a candidate; 6
//	population: 12                 # candidates a generation; 4 + 3 ln n at least
//	generations: 30
//	sigma: 0.2                     # first spread, as a share of each range
//	seed: 1                        # of the search
//	method: cma                    # or ga, pso, see Search
//	motion: kick.xml               # with a measure that plays a file
//	fixed: {walk.arm_swing: 0}     # set, not varied
//	parameters:
//	  walk.step_sec: {min: 0.2, max: 0.3, start: 0.25}  # start: the engine's own value
//
// The same file gives the same result on any number of cores: a trial's outcome
// depends on its numbers and seed alone, and answers are used in order. Each trial is kept in a journal; a killed run is continued by
// asking the search again and answering from the journal.
//
// # Adaptation
//
// [Adapt] brings a behaviour from the simulator it was made in to a robot, as
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
package tune
