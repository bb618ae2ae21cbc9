package tool

import (
	"fmt"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/nao"
)

// gzFlag adds the flag --gz.
func gzFlag(cmd *cobra.Command, gz *string) {
	cmd.Flags().StringVar(gz, "gz", "fortress", "generation of Gazebo: fortress (6.16 or newer) or harmonic")
}

// parseGz parses the value of --gz.
func parseGz(text string) (nao.Gazebo, error) {
	gz, err := nao.ParseGazebo(text)
	if err != nil {
		return 0, fmt.Errorf("--gz: %w", err)
	}
	return gz, nil
}

// gazeboName returns name, or an error if it cannot be part of a topic of Gazebo.
func gazeboName(flag, name string) (string, error) {
	for i, c := range name {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return "", fmt.Errorf("%s %q: expected letters, digits and _, such as nao1", flag, name)
		}
	}
	if name == "" {
		return "", fmt.Errorf("%s is empty: expected a name such as nao1", flag)
	}
	return name, nil
}

func newSDF(t cli.Terminal) *cobra.Command {
	var gz, text, name string
	var fixed bool
	cmd := &cobra.Command{
		Use: "sdf", Short: "write the robot as SDF, for Gazebo", Args: cobra.NoArgs,
		Long: `sdf writes the robot as a model for Gazebo's own systems, without any plugin of gonao.
Its world must have the systems physics, imu, forcetorque, contact and
sensors.`,
		Example: "  gonao robot model sdf --gz harmonic > nao.sdf",
		RunE: func(*cobra.Command, []string) error {
			generation, err := parseGz(gz)
			if err != nil {
				return err
			}
			look, err := parseLook(text)
			if err != nil {
				return err
			}
			names := nao.DefaultGazeboNames()
			if names.Model, err = gazeboName("--name", name); err != nil {
				return err
			}
			_, err = fmt.Fprint(t.Out, nao.SDF(nao.SDFOptions{Gazebo: generation, Names: names, Look: look, Fixed: fixed}))
			return err
		},
	}
	gzFlag(cmd, &gz)
	lookFlag(cmd, &text)
	cmd.Flags().StringVar(&name, "name", nao.DefaultGazeboNames().Model, "the model's name: topics begin with /model/NAME")
	cmd.Flags().BoolVar(&fixed, "fixed", false, "hold the torso in the air")
	return cmd
}
