// Package mujoco binds the MuJoCo physics engine (Debian libmujoco-dev) as far as
// the simulator needs it: a constant [Model] from MJCF text, the mutable [Data] of
// one world, steps, and images drawn without a display or GPU.
//
// Units are SI, angles are radians, quaternions are (w, x, y, z), and all poses are
// in the world frame, z up. A Model is shared by any number of Data and Renderers at
// a time; a Data belongs to one goroutine at a time. Both live in C memory and are
// freed by Close, never by the garbage collector: their slices are views of that memory,
// valid until Close.
//
// On an error MuJoCo itself ends the process, and on a warning it writes MUJOCO_LOG.TXT
// into the working directory. Here errors are returned as Go errors and warnings are
// counted ([warnings], [Data.Warnings]).
package mujoco
