package ros

import (
	"fmt"
	"strings"
)

// FramePrefix is a parameter: a prefix of the names of a node's frames, for several robots on one /tf, such as nao2/.
type FramePrefix string

// Frame returns the full name of a frame.
func (p FramePrefix) Frame(name string) string { return string(p) + name }

// Trim returns the frame's name without the prefix; a frame that does not have it stays as it is.
func (p FramePrefix) Trim(frame string) string { return strings.TrimPrefix(frame, string(p)) }

// Validate refuses a slash at the beginning.
func (p FramePrefix) Validate() error {
	if strings.HasPrefix(string(p), "/") {
		return fmt.Errorf("%q: expected no slash at the beginning, frames are not topics", string(p))
	}
	return nil
}
