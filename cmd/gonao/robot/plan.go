package robot

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/deploy"
	"gonao/internal/wording"
)

// printPlan prints what a deployment would do. It returns the error with which the deployment would be refused.
func printPlan(t cli.Terminal, r *deploy.Robot, facts deploy.Facts, bundle *deploy.Bundle, start deploy.Start) error {
	changes, err := r.Check(facts, bundle, start)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "would copy %s, %.1f of %.1f MB; the other files are there already\n", wording.Count(len(changes.Files), "file"), float64(changes.Bytes)/1e6, float64(bundle.Size())/1e6)
	for _, file := range changes.Files {
		if strings.HasPrefix(file, "files/") || strings.HasPrefix(file, "programs/") {
			fmt.Fprintf(t.Out, "  %s\n", file)
		}
	}
	if facts.Runs {
		fmt.Fprintf(t.Out, "would stop version %s: the driver lets the robot down\n", facts.Current)
	}
	switch start {
	case deploy.StartNot:
		fmt.Fprintln(t.Out, "would start nothing")
	case deploy.StartAtBoot:
		fmt.Fprintf(t.Out, "would start now and at every boot: %s; THE ROBOT WOULD STAND UP\n", bundle.Launch)
	default:
		fmt.Fprintf(t.Out, "would start: %s; THE ROBOT WOULD STAND UP\n", bundle.Launch)
	}
	fmt.Fprintln(t.Out, "dry run: nothing was changed on the robot")
	return nil
}

// fileArguments lists the launch arguments whose values are files or names of built-in things.
var fileArguments = []string{"machine", "field", "top_calibration", "bottom_calibration"}

// missingFile returns an error for the first argument whose value is a file that does not exist on this computer.
func missingFile(arguments []string) error {
	for _, argument := range arguments {
		name, value, _ := strings.Cut(argument, ":=")
		if !namesFile(name, value) {
			continue
		}
		if info, err := os.Stat(value); err != nil || !info.Mode().IsRegular() {
			return fmt.Errorf("argument %s: no such file on this computer (it would be copied to the robot)", argument)
		}
	}
	return nil
}

// namesFile reports whether a value can only be a file of this computer: a relative path, a name with the ending of
// a file, or any path if the argument is one of fileArguments. Other absolute paths, such as that of a socket, are
// the robot's.
func namesFile(name, value string) bool {
	switch {
	case strings.Contains(value, "://"):
		return false
	case filepath.IsAbs(value):
		return slices.Contains(fileArguments, name)
	case strings.Contains(value, "/"):
		return slices.Contains(fileArguments, name) || strings.HasPrefix(value, ".")
	}
	return slices.Contains([]string{".yaml", ".yml", ".lua", ".scxml", ".xml"}, filepath.Ext(value))
}
