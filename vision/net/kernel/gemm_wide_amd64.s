#include "go_asm.h"
#include "textflag.h"

// The registers are those of gemm4 in kernel_amd64.s. Y0 to Y3 hold the sums of the four rows, Y8 a term's row of B.
// Products and sums are rounded one by one, as SSE does.

#define WIDETERM(at, sums) \
	VBROADCASTSS at, Y9; \
	VMULPS Y8, Y9, Y9; \
	VADDPS Y9, sums, sums

// func widegemm4(product *Gemm)
TEXT ·widegemm4(SB), NOSPLIT, $0-8
	MOVQ product+0(FP), AX
	MOVQ Gemm_Init(AX), SI
	MOVQ Gemm_InitRow(AX), R8
	SHLQ $2, R8
	LEAQ (R8)(R8*2), R9
	VMOVUPS (SI), Y0
	VMOVUPS (SI)(R8*1), Y1
	VMOVUPS (SI)(R8*2), Y2
	VMOVUPS (SI)(R9*1), Y3
	MOVQ Gemm_A(AX), SI
	MOVQ Gemm_B(AX), DI
	MOVQ Gemm_ARow(AX), R8
	SHLQ $2, R8
	LEAQ (R8)(R8*2), R9
	MOVQ Gemm_AK(AX), R10
	MOVQ Gemm_BK(AX), R11
	MOVQ Gemm_K(AX), BX
	MOVQ R10, R12
	IMULQ BX, R12
	NEGQ R12
	ADDQ Gemm_ASeg(AX), R12
	MOVQ R11, R13
	IMULQ BX, R13
	NEGQ R13
	ADDQ Gemm_BSeg(AX), R13
	SHLQ $2, R10
	SHLQ $2, R11
	SHLQ $2, R12
	SHLQ $2, R13
	MOVQ Gemm_Segs(AX), DX

segment:
	MOVQ BX, CX

term:
	VMOVUPS (DI), Y8
	WIDETERM((SI), Y0)
	WIDETERM((SI)(R8*1), Y1)
	WIDETERM((SI)(R8*2), Y2)
	WIDETERM((SI)(R9*1), Y3)
	ADDQ R10, SI
	ADDQ R11, DI
	DECQ CX
	JNZ  term
	ADDQ R12, SI
	ADDQ R13, DI
	DECQ DX
	JNZ  segment

	MOVQ Gemm_D(AX), SI
	MOVQ Gemm_DRow(AX), R8
	SHLQ $2, R8
	LEAQ (R8)(R8*2), R9
	VMOVUPS Y0, (SI)
	VMOVUPS Y1, (SI)(R8*1)
	VMOVUPS Y2, (SI)(R8*2)
	VMOVUPS Y3, (SI)(R9*1)
	VZEROUPPER
	RET
