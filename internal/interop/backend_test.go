//go:build !rclgo

package interop

// backend is what carries our side.
const backend = "cyclone"
