// Package calibrate measures simulated bodies in physics and writes the results as a preset of the kinematic world:
// speeds of the walk, their errors and noise, the odometry's errors, kicks, falls, get-ups, blocks and dives.
//
// Each seed is another robot with the traits that its profile draws. The same seeds return the same preset.
package calibrate
