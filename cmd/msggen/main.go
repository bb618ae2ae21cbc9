// Command msggen writes the Go of ROS 2 interfaces.
//
//	msggen [-module gonao/msgs] [-own gonao_msgs] DIRECTORY
//
// DIRECTORY holds the definitions of the own package in msg, srv and action, those
// of other packages in definitions/<package>/{msg,srv,action}, and takes the
// generated files (*_gen.go). Generated files whose definition is gone are removed.
package main

import (
	"flag"
	"fmt"
	"os"

	"gonao/internal/rosidl/gogen"
)

func main() {
	module := flag.String("module", "gonao/msgs", "import path of DIRECTORY")
	own := flag.String("own", "gonao_msgs", "ROS package of DIRECTORY itself")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: msggen [flags] DIRECTORY")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := gogen.Write(flag.Arg(0), gogen.Options{Module: *module, Own: *own}); err != nil {
		fmt.Fprintf(os.Stderr, "msggen: %v\n", err)
		os.Exit(1)
	}
}
