// Command msggen writes the Go of ROS 2 interfaces.
//
//	msggen [-module PATH] [-own PACKAGE] [-use DIRECTORY=PATH:PACKAGE]... DIRECTORY
//
// DIRECTORY holds the definitions of the own package in msg, srv and action, those
// of other packages in definitions/<package>/{msg,srv,action}, and takes the
// generated files (*_gen.go). Generated files whose definition is gone are removed.
//
// -use names another such directory whose messages the definitions refer to, with
// its import path and its own package.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"gonao/internal/rosidl/gogen"
)

const usage = `usage: msggen [flags] DIRECTORY

msggen writes the Go (*_gen.go) of the ROS 2 interfaces in DIRECTORY: those of its own
package in msg, srv and action, those of others in definitions/<package>/{msg,srv,action}.

`

func main() {
	module := flag.String("module", "gonao/msgs", "import path of DIRECTORY")
	own := flag.String("own", "gonao_msgs", "ROS package of DIRECTORY itself")
	var use []gogen.Tree
	flag.Func("use", "another `DIRECTORY=PATH:PACKAGE` whose messages are referred to", func(text string) error {
		dir, rest, ok := strings.Cut(text, "=")
		path, pkg, _ := strings.Cut(rest, ":")
		if !ok || dir == "" || path == "" {
			return errors.New("expected DIRECTORY=PATH:PACKAGE, such as ../msgs=gonao/msgs:gonao_msgs")
		}
		use = append(use, gogen.Tree{Dir: dir, Module: path, Own: pkg})
		return nil
	})
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := gogen.Write(gogen.Tree{Dir: flag.Arg(0), Module: *module, Own: *own}, use...); err != nil {
		fmt.Fprintf(os.Stderr, "msggen: %v\n", err)
		os.Exit(1)
	}
}
