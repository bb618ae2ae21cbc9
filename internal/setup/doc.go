// Package setup tests the scripts that prepare a machine and build for it.
package setup
