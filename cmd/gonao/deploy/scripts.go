package deploy

import (
	_ "embed"
	"fmt"
	"strings"
)

// unit is the user service. Only the launcher gets SIGINT; it stops the nodes, and the
// driver lets the robot down.
//
//go:embed scripts/gonao.service
var unit string

// These scripts run in the robot's sh.
var (
	//go:embed scripts/library.sh
	libraryScript string
	//go:embed scripts/probe.sh
	probeScript string
	//go:embed scripts/receive.sh
	receiveScript string
	//go:embed scripts/check.sh
	checkScript string
	//go:embed scripts/activate.sh
	activateScript string
	//go:embed scripts/rollback.sh
	rollbackScript string
)

// quote returns text as one word for sh.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// wrapper returns a script that runs a program with the loader that was copied with it. start is the program,
// followed by its first argument if there is one. The script does not use the robot's own libraries, because they
// may be 32-bit.
func wrapper(start, loader, root string) string {
	name, argument, _ := strings.Cut(start, " ")
	words := name + `" "$@"` + "\n"
	if argument != "" {
		words = name + `" ` + argument + ` "$@"` + "\n"
	}
	head := "#!/bin/sh\n# Runs " + start + " with the loader and the libraries that came with it.\n" +
		"root=${0%/*}/" + root + "\n"
	if name == "gonao" {
		head += "export AMENT_PREFIX_PATH=\"$root\"\n"
	}
	if loader == "" {
		return head + `exec "$root/programs/` + words
	}
	return head + "unset LD_LIBRARY_PATH LD_PRELOAD\n" +
		`exec "$root/` + loader + `" --library-path "$root/loader" "$root/programs/` + words
}

// startScript returns a script that runs the launch file and keeps its output. With the argument check, the script
// only tries whether the file can be launched. arguments are quoted for the shell already.
func startScript(name string, arguments, env []string) string {
	var exports strings.Builder
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		fmt.Fprintf(&exports, "export %s=%s\n", name, quote(value))
	}
	return strings.NewReplacer(
		"@EXPORTS@\n", exports.String(),
		"@LAUNCH@", strings.Join(append([]string{quote(name)}, arguments...), " "),
	).Replace(startTemplate)
}

//go:embed scripts/start.sh
var startTemplate string
