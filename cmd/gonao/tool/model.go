package tool

// This part of the package holds the commands gonao robot model, which write the robot as URDF, MJCF or SDF, and
// worlds for Gazebo.

import (
	"fmt"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/nao"
)

// lookFlag adds the flag --look.
func lookFlag(cmd *cobra.Command, look *string) {
	cmd.Flags().StringVar(look, "look", "skin", "the robot's shape: skin (rounded) or blocks")
}

// parseLook parses the value of --look.
func parseLook(text string) (nao.Look, error) {
	switch text {
	case "skin":
		return nao.Rounded, nil
	case "blocks":
		return nao.Blocks, nil
	}
	return 0, fmt.Errorf("--look %q: expected skin or blocks", text)
}

func newURDF(t cli.Terminal) *cobra.Command {
	var text, meshes string
	cmd := &cobra.Command{
		Use: "urdf", Short: "write the robot as URDF, for rviz and robot_state_publisher", Args: cobra.NoArgs,
		Long: `urdf writes the robot with the link and joint names of nao_description: links with
meshes, shapes that collide and inertias, joints with limits. The meshes are gonao's, from the directory of the URL --meshes, which
gonao robot model meshes writes. With --look blocks it needs none.`,
		Example: `  gonao robot model urdf > nao.urdf
  gonao robot model urdf --look blocks > blocks.urdf`,
		RunE: func(*cobra.Command, []string) error {
			look, err := parseLook(text)
			if err != nil {
				return err
			}
			if look == nao.Blocks {
				meshes = ""
			}
			_, err = fmt.Fprintln(t.Out, nao.URDF(nao.URDFOptions{Meshes: meshes}))
			return err
		},
	}
	lookFlag(cmd, &text)
	cmd.Flags().StringVar(&meshes, "meshes", "package://gonao_bringup/meshes", "URL of the directory with the meshes of the links")
	return cmd
}

func newMJCF(t cli.Terminal) *cobra.Command {
	var text string
	var fixed bool
	cmd := &cobra.Command{
		Use: "mjcf", Short: "write the robot as MJCF, for MuJoCo", Args: cobra.NoArgs,
		Long:    "mjcf writes only the robot, standing on a plane; the simulator's worlds contain more.",
		Example: "  gonao robot model mjcf > nao.xml && simulate nao.xml",
		RunE: func(*cobra.Command, []string) error {
			look, err := parseLook(text)
			if err != nil {
				return err
			}
			p := nao.MJCF(nao.MJCFOptions{Look: look, Fixed: fixed})
			_, err = fmt.Fprintf(t.Out, `<mujoco model="nao">
<compiler angle="radian"/>
<asset>
%s</asset>
<worldbody>
<light pos="0 0 3" dir="0 0 -1"/>
<geom name="floor" type="plane" size="5 5 0.1"/>
%s</worldbody>
<contact>
%s</contact>
<equality>
%s</equality>
<actuator>
%s</actuator>
<sensor>
%s</sensor>
</mujoco>
`, p.Asset, p.Body, p.Contact, p.Equality, p.Actuator, p.Sensor)
			return err
		},
	}
	lookFlag(cmd, &text)
	cmd.Flags().BoolVar(&fixed, "fixed", false, "hold the torso in the air")
	return cmd
}

// newModel returns the commands.
func newModel(t cli.Terminal) *cobra.Command {
	return cli.Group("model", "write the robot's model", newURDF(t), newMeshes(t), newMJCF(t), newSDF(t), newWorld(t))
}
