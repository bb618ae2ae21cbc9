package ros

import (
	"fmt"
	"strings"
)

// FramePrefix is a parameter that is put before the names of a node's frames, where several robots share one /tf: nao2/ say.
type FramePrefix string

// Validate refuses a slash at the beginning.
func (p FramePrefix) Validate() error {
	if strings.HasPrefix(string(p), "/") {
		return fmt.Errorf("%q: expected no slash at the beginning, frames are not topics", string(p))
	}
	return nil
}
