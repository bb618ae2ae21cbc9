package lola

import (
	"fmt"
	"net"
	"strconv"
	"strings"
)

// maxPath is the longest path of a Unix socket on Linux.
const maxPath = 107

// Address returns network and address of LoLA for package net. Where is the path of a Unix socket, as
// on the robot, or tcp://HOST:PORT, as with some simulators.
func Address(where string) (network, address string, err error) {
	scheme, rest, isURL := strings.Cut(where, "://")
	if !isURL {
		if where == "" || len(where) > maxPath {
			return "", "", fmt.Errorf("LoLA socket %q: expected a path of 1 to %d characters, or tcp://HOST:PORT", where, maxPath)
		}
		return "unix", where, nil
	}
	host, port, err := net.SplitHostPort(rest)
	number, errPort := strconv.ParseUint(port, 10, 16)
	if scheme != "tcp" || err != nil || host == "" || errPort != nil || number == 0 {
		return "", "", fmt.Errorf("LoLA socket %q: expected tcp://HOST:PORT such as tcp://127.0.0.1:10000, or the path of a Unix socket", where)
	}
	return "tcp", rest, nil
}
