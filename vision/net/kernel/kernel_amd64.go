package kernel

// Fast reports whether Run4, Run1 and Run are assembler.
const Fast = true

//go:noescape
func gemm4(product *Gemm)

//go:noescape
func gemm1(product *Gemm)

//go:noescape
func pool(p *Pool)

// Run4 computes four rows.
func (g *Gemm) Run4() { gemm4(g) }

// Run1 computes one row.
func (g *Gemm) Run1() { gemm1(g) }

// Run computes the row.
func (p *Pool) Run() { pool(p) }
