package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/internal/wording"
	"gonao/ros/dynamic"
)

// kindsWanted are the flags that select messages, services or actions.
type kindsWanted struct{ msgs, srvs, actions bool }

func (k *kindsWanted) add(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&k.msgs, "only-msgs", "m", false, "only messages")
	cmd.Flags().BoolVarP(&k.srvs, "only-srvs", "s", false, "only services")
	cmd.Flags().BoolVarP(&k.actions, "only-actions", "a", false, "only actions")
}

// names returns the names of the selected interfaces, by their kind.
func (k *kindsWanted) names(t Access) (map[string][]string, error) {
	lib, err := t.Types()
	if err != nil {
		return nil, err
	}
	lib.AddInstalled()
	all := !k.msgs && !k.srvs && !k.actions
	wanted := map[string]bool{"msg": all || k.msgs, "srv": all || k.srvs, "action": all || k.actions}
	out := map[string][]string{}
	for _, name := range lib.Names() {
		if parts := strings.Split(name, "/"); len(parts) == 3 && wanted[parts[1]] {
			out[parts[1]] = append(out[parts[1]], name)
		}
	}
	return out, nil
}

func newInterfaceList(t Access) *cobra.Command {
	var k kindsWanted
	cmd := &cobra.Command{
		Use: "list", Short: "list all known messages, services and actions", Args: cobra.NoArgs,
		Long: `list prints the interfaces that are compiled into gonao, those of --definitions and those of
a ROS 2 installation (AMENT_PREFIX_PATH), by their kinds.`,
		Example: "  gonao interface list\n  gonao interface list --only-actions",
		RunE: func(*cobra.Command, []string) error {
			names, err := k.names(t)
			if err != nil {
				return err
			}
			all := !k.msgs && !k.srvs && !k.actions
			for _, section := range []struct {
				title, kind string
				wanted      bool
			}{
				{"Messages", "msg", all || k.msgs}, {"Services", "srv", all || k.srvs}, {"Actions", "action", all || k.actions},
			} {
				if !section.wanted {
					continue
				}
				fmt.Fprintln(t.Out, section.title+":")
				for _, name := range names[section.kind] {
					fmt.Fprintln(t.Out, "    "+name)
				}
			}
			return nil
		},
	}
	k.add(cmd)
	return cmd
}

func newPackage(t Access) *cobra.Command {
	var k kindsWanted
	cmd := &cobra.Command{
		Use: "package PACKAGE", Short: "list the messages, services and actions of a package", Args: cobra.ExactArgs(1),
		Long:    "package prints the full names of the interfaces that a package defines.",
		Example: "  gonao interface package gonao_msgs",
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return NoCompletions()
			}
			packages, _ := new(kindsWanted).packages(t) // without them there are no completions
			return WithPrefix(packages, typed), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			names, err := k.names(t)
			if err != nil {
				return err
			}
			found := false
			for _, kind := range []string{"action", "msg", "srv"} {
				for _, name := range names[kind] {
					if strings.HasPrefix(name, args[0]+"/") {
						fmt.Fprintln(t.Out, name)
						found = true
					}
				}
			}
			if found {
				return nil
			}
			packages, err := k.packages(t)
			if err != nil {
				return err
			}
			return fmt.Errorf("no package %q with such definitions%s", args[0], wording.DidYouMean(args[0], packages))
		},
	}
	k.add(cmd)
	return cmd
}

// packages returns the packages with an interface that is selected.
func (k *kindsWanted) packages(t Access) ([]string, error) {
	names, err := k.names(t)
	var packages []string
	for _, list := range names {
		for _, name := range list {
			pkg, _, _ := strings.Cut(name, "/")
			packages = append(packages, pkg)
		}
	}
	slices.Sort(packages)
	return slices.Compact(packages), err
}

func newPackages(t Access) *cobra.Command {
	var k kindsWanted
	cmd := &cobra.Command{
		Use: "packages", Short: "list the packages that define messages, services or actions", Args: cobra.NoArgs,
		Long:    "packages prints the packages with an interface of the selected kinds.",
		Example: "  gonao interface packages --only-actions",
		RunE: func(*cobra.Command, []string) error {
			packages, err := k.packages(t)
			for _, pkg := range packages {
				fmt.Fprintln(t.Out, pkg)
			}
			return err
		},
	}
	k.add(cmd)
	return cmd
}

func newProto(t Access) *cobra.Command {
	var noQuotes bool
	cmd := &cobra.Command{
		Use: "proto TYPE", Short: "show the YAML of a message, with the defaults, to fill in", Args: cobra.ExactArgs(1),
		Long: `proto shows the YAML that topic pub, service call and action send-goal accept, with the
defaults: of a service its request, of an action its goal.`,
		Example:           "  gonao interface proto gonao_msgs/msg/HeadCommand\n  gonao interface proto gonao_msgs/action/PlayMotion --no-quotes",
		ValidArgsFunction: t.CompleteTypes("", 1),
		RunE: func(_ *cobra.Command, args []string) error {
			lib, err := t.Types()
			if err != nil {
				return err
			}
			name, err := lib.Resolve(args[0])
			if err != nil {
				return err
			}
			text, err := lib.Proto(name, dynamic.Style{})
			if err != nil {
				return err
			}
			if noQuotes {
				fmt.Fprintln(t.Out, text)
				return nil
			}
			fmt.Fprintf(t.Out, "\"%s\"\n", text)
			return nil
		},
	}
	cmd.Flags().BoolVar(&noQuotes, "no-quotes", false, "without quotes around it")
	return cmd
}
