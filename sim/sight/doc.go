// Package sight computes percepts of a robot's camera from truth: the features of the field, balls and robots, with field
// of view, occlusion, noise, misses and false finds, by a table of package rates.
//
// The percepts are those that localization and the world model use, so behaviour cannot distinguish them from vision's.
// Each pair of Eyes has its own source of randomness: the same seed and scenes return the same percepts.
package sight
