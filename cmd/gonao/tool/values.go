package tool

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gonao/behavior/machines/soccer"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/lab"
	"gonao/cmd/gonao/launcher"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/rates"
	"gonao/sim/world"
	"gonao/soccer/game"
)

// choice holds the completions of an argument or a flag.
type choice struct {
	words func() []string // nil: only files
	files bool            // any file is possible, too
}

// fixed returns a choice of words.
func fixed(words ...string) choice {
	return choice{words: func() []string { return slices.Clone(words) }}
}

// orFile returns a choice of words or any file.
func orFile(words func() []string) choice { return choice{words, true} }

var (
	files    = choice{files: true}
	worlds   = orFile(world.Names)
	fields   = orFile(field.Names)
	teams    = orFile(soccer.Teams)
	books    = orFile(game.Books)
	presets  = orFile(preset.Names)
	tables   = orFile(rates.Names)
	bodies   = fixed(lab.Profiles...)
	rows     = fixed(lab.RowNames...)
	launches = orFile(launcher.Own)
	links    = fixed(linkNames()...)
	balls    = fixed("pattern", "plain", "any")
	cameras  = fixed("nao", "paper", "naoisis")
	pictures = fixed("dot", "mermaid", "svg", "png", "pdf")
	actions  = fixed(append(slices.Concat(game.Kinds(), game.Penalties(), game.SetPlays()), "undo", "home", "away", "force")...)
)

// linkNames returns the objects of the robot that can be pushed: "robot" and its links.
func linkNames() []string {
	names := []string{"robot"}
	for l := range nao.Link(nao.NumLinks) {
		names = append(names, l.String())
	}
	return names
}

// flagValues maps flags without their own completion to their values. The key is the name of the flag; if one name
// has several meanings, the command's path without gonao precedes it.
var flagValues = map[string]choice{
	"attack": fixed("positive", "negative"), "base": presets, "balls": balls, "body": bodies, "blue": teams, "camera": cameras, "match --camera": fixed("red1", "red2", "red3", "red4", "red5", "blue1", "blue2", "blue3", "blue4", "blue5"),
	"film": fixed("goals", "calls", "all", "none"), "frame": fixed("robot", "world"),
	"gz": fixed("fortress", "harmonic"), "kick-off": fixed("home", "away"), "launch": launches, "lie": fixed("upright", "front", "back", "left", "right"),
	"look": fixed("skin", "blocks"), "object": links, "posture": fixed("stand", "crouch", "keep"), "preset": presets, "profile": bodies, "red": teams,
	"row": rows, "rows": rows, "rules": books, "sight": tables, "storage": fixed("mcap"), "table": tables,
	"view": fixed("follow", "front", "behind", "left", "right", "top"), "world": worlds,
	"hfsm export --format": fixed("yaml", "scxml", "dot", "mermaid", "svg", "png", "pdf"), "hfsm graph --format": pictures,
	"hfsm graph --page": fixed("a4", "a3", "a4r", "a3r"), "match --world": fixed("kinematic", "physics"), "match tournament --world": fixed("kinematic", "physics"), "match tournament --form": fixed("round_robin", "groups", "knockout"), "motion adapt --table": files, "experiment localization film --field": fields, "experiment localization record --field": fields, "vision score --field": fields, "vision train --set": files,
	// The values of these flags are files and directories.
	"bag": files, "ball-net": files, "cache": files, "clicks": files, "csv": files, "dir": files, "directory": files, "expect": files, "gonao": files,
	"held": files, "journal": files, "keep": files, "log-dir": files, "machine": files, "masks": files, "meshes": files, "motion": files, "motions": files,
	"net": files, "out": files, "output": files, "page": files, "params": files, "plot": files, "qos-profile-overrides-path": files, "rates": files,
	"record": files, "report": files, "robot-net": files, "save-set": files, "script": files, "socket": files, "store": files, "team": files,
	"trace": files, "values": files,
}

// argumentValues maps commands without their own completion to the values of their arguments, in order. The key is
// the command's path without gonao. A command that is not listed completes files, or is in [freeArguments].
var argumentValues = map[string][]choice{
	"experiment work": {}, "hfsm post": {}, "keys add": {files}, "keys create": {files}, "lesson check": {fixed("1", "2", "3", "4", "5"), files},
	"motion rows": {rows}, "match game call": {actions, actions, actions, actions, actions, actions}, "match tournament": {teams, teams, teams, teams, teams, teams}, "match work": {}, "robot logs": {}, "robot rollback": {}, "robot status": {}, "robot stop": {},
	"run": {fixed("gonao")}, "sim step": {}, "sim speed": {fixed("0.5", "1", "2", "5", "10")}, "sim film": {fixed(lab.Acts...)}, "tf echo": {fixed(frames()...), fixed(frames()...)}, "tf static": {},
	"vision train": {fixed(lab.Nets...)}, "vision windows": {fixed(lab.Nets...)}, "motion plot": {{func() []string { return slices.Clone(lab.Acts) }, true}},
}

// frames returns frames that every robot publishes. There is one more for each link.
func frames() []string {
	return []string{"map", "odom", "base_footprint", "base_link", "torso", "l_sole", "r_sole", "CameraTop_optical_frame", "CameraBottom_optical_frame"}
}

// completeValues adds these tables' completions to the commands below cmd that have none. Topics are completed from
// the graph.
func completeValues(t graph.Access, cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		completeValues(t, c)
	}
	path := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "gonao "), "ros ")
	for _, topics := range []string{"topics", "topic"} {
		if f := cmd.Flags().Lookup(topics); f != nil {
			_ = cmd.RegisterFlagCompletionFunc(topics, listed(func(cmd *cobra.Command, typed string) []string {
				found, _ := t.CompleteNames(graph.Topics(), 1)(cmd, nil, "")
				return found
			}, f, false))
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		v, ok := flagValues[path+" --"+f.Name]
		if !ok {
			v, ok = flagValues[f.Name]
		}
		if _, has := cmd.GetFlagCompletionFunc(f.Name); ok && !has && f.Value.Type() != "bool" {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, listed(func(*cobra.Command, string) []string { return v.all() }, f, v.files)) // the flag exists
		}
	})
	if cmd.ValidArgsFunction != nil || len(cmd.ValidArgs) > 0 || cmd.HasSubCommands() {
		return
	}
	switch path {
	case "demo":
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return complete(cmd, append([]string{"sim.launch.yaml"}, args...), typed)
		}
	case "robot deploy":
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 { // the argument is a host
				return graph.NoCompletions()
			}
			return complete(cmd, append([]string{cmd.Flag("launch").Value.String()}, args[1:]...), typed)
		}
	}
	if all, ok := argumentValues[path]; ok {
		cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) >= len(all) {
				return graph.NoCompletions()
			}
			v := all[len(args)]
			if v.files {
				return graph.WithPrefix(v.all(), typed), cobra.ShellCompDirectiveDefault
			}
			return graph.WithPrefix(v.all(), typed), cobra.ShellCompDirectiveNoFileComp
		}
	}
}

// all returns all words of the choice.
func (v *choice) all() []string {
	if v.words == nil {
		return nil
	}
	return v.words()
}

// listed returns the completion for a flag: for its whole value, or for the last element of a list with commas.
func listed(words func(cmd *cobra.Command, typed string) []string, f *pflag.Flag, files bool) graph.Completer {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		all, before := words(cmd, typed), ""
		if i := strings.LastIndexByte(typed, ','); i >= 0 && f.Value.Type() == "stringSlice" {
			before = typed[:i+1]
		}
		for i := range all {
			all[i] = before + all[i]
		}
		if files {
			return graph.WithPrefix(all, typed), cobra.ShellCompDirectiveDefault
		}
		return graph.WithPrefix(all, typed), cobra.ShellCompDirectiveNoFileComp
	}
}
