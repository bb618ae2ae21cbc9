package matchrun

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"gonao/cmd/gonao/cli"
	command "gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/sim"
	"gonao/sim/mujoco"
	"gonao/soccer/match/calibrate"
)

// calibrate measures in physics and writes a preset.
func (p program) calibrate(ctx context.Context, words []string, o *command.Calibrate) error {
	if err := cli.CheckOutputs(o.Out); err != nil {
		return err
	}
	preset, err := calibrate.Run(ctx, calibrate.Config{
		World: o.World, Body: sim.Profile(o.Body), Base: o.Base, Seeds: o.Seeds,
		Journal: o.Journal, Runs: journal.Options{Workers: o.Workers, Log: p.Errs},
	})
	if err != nil {
		return err
	}
	text, err := calibrate.Text(preset,
		fmt.Sprintf("The kinematic world as measured in physics: bodies %s, seeds %s, world %s.", o.Body, &o.Seeds, o.World),
		"Written by: gonao match "+strings.Join(words, " "), "Version: "+strings.ReplaceAll(cli.Version("MuJoCo "+mujoco.Version()), "\n", ", "))
	if err != nil {
		return err
	}
	if o.Out == "" {
		_, err := io.WriteString(p.Out, text)
		return err
	}
	return os.WriteFile(o.Out, []byte(text), 0o666)
}
