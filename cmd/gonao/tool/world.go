package tool

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/nao"
	"gonao/sim/world"
)

// gazeboWorld holds the flags that describe a world for Gazebo.
type gazeboWorld struct {
	world, look, camera string
	Names               nao.GazeboNames
	blind               bool
}

// Flags adds the flags that describe a world to cmd.
func (g *gazeboWorld) Flags(cmd *cobra.Command) {
	g.Names = nao.DefaultGazeboNames()
	flags := cmd.Flags()
	flags.StringVar(&g.world, "world", "spl", strings.Join(world.Names(), ", ")+", or the path of a world file")
	flags.StringVar(&g.look, "look", "", "the robot's shape: skin (rounded) or blocks (default: the world's)")
	flags.StringVar(&g.camera, "camera", "nao", "the head cameras: nao (640x480, 30 Hz) or paper (320x240, 10 Hz, 60 degrees)")
	flags.StringVar(&g.Names.World, "world-name", g.Names.World, "the world's name in Gazebo: topics begin with /world/NAME")
	flags.StringVar(&g.Names.Model, "model", g.Names.Model, "the robot's name in Gazebo: topics begin with /model/NAME")
	flags.BoolVar(&g.blind, "blind", false, "omit cameras and sonars, so that nothing has to be rendered")
}

// Write returns the world as SDF.
func (g *gazeboWorld) Write(generation nao.Gazebo) (string, error) {
	opts := world.SDFOptions{Gazebo: generation, Blind: g.blind}
	var err error
	if opts.Names.World, err = gazeboName("--world-name", g.Names.World); err != nil {
		return "", err
	}
	if opts.Names.Model, err = gazeboName("--model", g.Names.Model); err != nil {
		return "", err
	}
	switch g.camera {
	case "nao":
	case "paper":
		opts.Camera = nao.SDFCamera{Width: 320, Height: 240, RateHz: 10, FOVX: math.Pi / 3}
	default:
		return "", fmt.Errorf("--camera %q: expected nao or paper", g.camera)
	}
	w, err := world.Load(g.world)
	if err != nil {
		return "", fmt.Errorf("--world: %w", err)
	}
	if g.look != "" {
		if _, err := parseLook(g.look); err != nil {
			return "", err
		}
		w.Robot.Look = g.look
	}
	return w.SDF(opts)
}

func newWorld(t cli.Terminal) *cobra.Command {
	var g gazeboWorld
	var gz, out string
	cmd := &cobra.Command{
		Use: "world", Short: "write a world with the robot in it as SDF, for Gazebo", Args: cobra.NoArgs,
		Long: `world writes one of the simulator's worlds for Gazebo: ground, lines, goals, the free
ball, the two balls on their carriers and the robot, in one file.`,
		Example: `  gonao robot model world --world spl > spl.sdf
  gonao robot model world --gz harmonic > spl.sdf`,
		RunE: func(*cobra.Command, []string) error {
			generation, err := parseGz(gz)
			if err != nil {
				return err
			}
			text, err := g.Write(generation)
			if err != nil {
				return err
			}
			if out != "" {
				return os.WriteFile(out, []byte(text), 0o644)
			}
			_, err = fmt.Fprint(t.Out, text)
			return err
		},
	}
	gzFlag(cmd, &gz)
	g.Flags(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this file")
	return cmd
}
