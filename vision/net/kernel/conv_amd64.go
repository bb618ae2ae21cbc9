package kernel

import "golang.org/x/sys/cpu"

//go:noescape
func convSSE2(c *Conv)

//go:noescape
func convAVX2(c *Conv)

// Run computes D.
func (c *Conv) Run() {
	c.prepare()
	if cpu.X86.HasAVX2 {
		convAVX2(c)
	} else {
		convSSE2(c)
	}
}
