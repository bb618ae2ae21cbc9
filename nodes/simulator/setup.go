package simulator

import (
	"gonao/nao"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/world"
)

// figures parses the parameter body; it returns nil if the parameter is empty.
func (c Config) figures() (*sim.Figures, error) {
	if c.Body == "" {
		return nil, nil
	}
	return sim.LoadFigures(c.Body)
}

// simulation returns the configuration of the world with its robots.
func (c Config) simulation(w world.World) sim.Config {
	s := c.Simulation
	s.World, s.World.Robot.Look = w, c.Look
	s.Without, _ = sim.ParseRealism(c.Without)              // Validate has checked it
	s.Body, _ = c.figures()                                 // Validate has checked it
	if model, err := sim.SonarPreset(c.Sonar); err == nil { // Validate has checked it
		s.Sonars = &model
	}
	s.Robots = c.Robots.configs(&s)
	return s
}

// cameraOptions returns the settings of the cameras. The images are smaller if no size is set and the kernel's receive
// buffer is too small for full images.
func (c Config) cameraOptions(holdsImages bool) camera.Options {
	o := c.Camera.Options
	o.Seed = c.Simulation.Seed
	if c.Camera.Effects == "v6" {
		o.Effects = camera.LikeV6()
	}
	if o.Width == 0 && !holdsImages {
		o.Width, o.Height = 320, 240
	}
	return o
}

// standing returns the command that holds the robot in its first posture until a client
// commands.
func standing(posture nao.Joints) nao.Command {
	c := nao.Command{Position: posture}
	for j := range c.Stiffness {
		c.Stiffness[j] = 1
	}
	return c
}
