package msgs

import (
	"embed"
	"io/fs"
)

// The directories of gonao_msgs itself and those of the other packages.
//
//go:embed msg srv action definitions
var texts embed.FS

// Definitions returns the files that the Go code here is generated from: those of gonao_msgs in msg, srv and action,
// those of other packages in definitions/<package>/{msg,srv,action}. gonao/ros/dynamic reads them.
func Definitions() fs.FS { return texts }

// Package is the ROS package of the Go in this directory.
const Package = "gonao_msgs"
