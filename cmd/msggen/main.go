// Command msggen writes the Go of ROS 2 interfaces.
//
//	msggen [-module PATH] [-own PACKAGE] [-use DIRECTORY=PATH:PACKAGE]... DIRECTORY
//
// DIRECTORY holds the definitions of the own package in msg, srv and action, those
// of other packages in definitions/<package>/{msg,srv,action}, and takes the
// generated files (*_gen.go). Generated files whose definition is gone are removed.
//
// The own package is called as DIRECTORY, and its import path is that of DIRECTORY in
// its Go module, unless told. The definitions may refer to all in gonao/msgs; -use
// names another such directory, with its import path and its own package.
package main

import (
	"fmt"
	"os"

	"gonao/internal/rosidl/gogen"
)

func main() {
	if err := gogen.Run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "msggen: %v\n", err)
		os.Exit(1)
	}
}
