//go:build rclgo

package interop

import (
	"os"
	"path/filepath"
	"strings"
)

// ourRMW is the RMW of our side, which a process cannot change.
func ourRMW() string {
	if rmw := os.Getenv("RMW_IMPLEMENTATION"); rmw != "" {
		return rmw
	}
	return "rmw_cyclonedds_cpp"
}

// backendName is the title of the table.
func backendName() string { return "`rcl`, with " + ourRMW() }

// answering are the peers whose services answer our requests: those on the same RMW.
func answering() []dds { return []dds{dds("rclpy, " + ourRMW())} }

// leftOut reports whether our side lacks a type on this machine because its type support is not installed: gonao_msgs
// needs a colcon workspace, and test_msgs is seldom installed.
func leftOut(typeName string) bool {
	pkg, _, _ := strings.Cut(typeName, "/")
	for _, prefix := range filepath.SplitList(os.Getenv("AMENT_PREFIX_PATH")) {
		if isFile(filepath.Join(prefix, "lib", "lib"+pkg+"__rosidl_typesupport_c.so")) {
			return false
		}
	}
	return true
}

// weAreFast reports whether our side is Fast DDS.
func weAreFast() bool { return ourRMW() == onFast.rmw() }
