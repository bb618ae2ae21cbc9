//go:build !amd64

package kernel

// Fast reports whether Run4, Run1 and Run are assembler.
const Fast = false

// Run4 computes four rows.
func (g *Gemm) Run4() { g.plain(4) }

// Run1 computes one row.
func (g *Gemm) Run1() { g.plain(1) }

// Run computes the row.
func (p *Pool) Run() { p.Plain() }
