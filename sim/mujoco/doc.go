// Package mujoco binds the MuJoCo physics engine (Debian libmujoco-dev) as far as
// the simulator needs it: a constant [Model] from MJCF text, the mutable [Data] of
// one world, steps, and images drawn without a display or GPU.
//
// Units are SI, angles are radians, quaternions are (w, x, y, z), and all poses are
// in the world frame, z up. A Model is shared by any number of Data and Renderers at
// a time; a Data belongs to one goroutine at a time. Both live in C memory and are
// freed by Close, never by the garbage collector: the slices they hand out are views
// of that memory, valid until Close.
//
// MuJoCo's own habit on an error is to end the process, and on a warning to write
// MUJOCO_LOG.TXT into the working directory. Here errors come back as Go errors and
// warnings are counted ([Warnings], [Data.Warnings]).
package mujoco
