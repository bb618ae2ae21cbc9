package robot

import (
	"gonao/behavior"
	"gonao/motion"
	"gonao/nao/body/safety"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/carrier"
	"gonao/vision"
)

// Config holds the parts of a robot and of its world.
type Config struct {
	World   string   // a world's name or file, see package world
	Machine string   // a machine's name or file, see package behavior
	Seed    uint64   // of all noise
	Skills  []string // directories of skills that an agent may call besides those of ours
	Motions string   // directory of additional motions, may be ""

	// Adjust, when set, changes the simulation before it is built.
	Adjust func(*sim.Config)

	// Field, if set, enables perception of the field, from the truth or from images: localization, world model and
	// planner run in the same loop. The demo's coloured balls are then ignored.
	Field *FieldConfig

	Camera      camera.Options
	ImageCycles int      // cycles from an image's moment to the state machine: drawing, vision, transport
	Colors      []string // of the balls, in the form of vision.ParseColor
	MinPixels   int      // smallest ball
	BallRadiusM float64  // m, of the balls

	Motion   motion.Config
	Safety   safety.Config
	Behavior behavior.Config
	// Stubs replace ports that machines call and no part of this robot serves.
	Stubs behavior.Stubs

	Observer Observer // may be nil

	Paths []carrier.Path   // of the balls
	Near  carrier.Position // distance at which a ball has reached a position
}

// DefaultConfig returns the robot of the demo with one of its machines.
func DefaultConfig(machine string) Config {
	cam := camera.Options{Width: 640, Height: 480, RateHz: 30, Noise: 2, Seed: 1}
	return Config{
		World: "spl", Machine: machine, Seed: 1,
		Camera: cam, ImageCycles: 2, Colors: vision.DemoColors(), MinPixels: 12, BallRadiusM: vision.DemoBallRadiusM,
		Motion: motion.DefaultConfig(), Safety: safety.DefaultConfig(),
		Behavior: behavior.DefaultConfig(),
		Paths:    carrier.DemoPaths(), Near: carrier.DemoNear(),
	}
}
