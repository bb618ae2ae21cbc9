// Package sight returns what a robot's camera would find, from truth: the features of the field, balls and robots, with
// field of view, occlusion, noise, misses and false finds, by a table of package rates.
//
// The percepts are those that localization and the world model use, so behaviour cannot tell them from vision's. Each pair
// of Eyes has its own source of randomness: the same seed and scenes return the same percepts.
//
// Frames: a Scene is in world, percepts are in base_footprint. m, rad.
package sight
