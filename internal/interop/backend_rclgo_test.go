//go:build rclgo

package interop

// backend is what carries our side. Types whose type support is not installed, such as
// gonao_msgs outside of a colcon workspace, are left out by it.
const backend = "rclgo"
