#include "go_asm.h"
#include "textflag.h"

// The registers of both products: SI a term of A's first row, DI a term of B, R8 and R9 one and three row strides of A
// in bytes, R10 and R11 strides of A and B between terms, R12 and R13 what follows after a segment, CX terms left,
// DX segments left. X0 to X7 hold the sums, X8 and X9 a term's row of B.

#define STRIDES \
	MOVQ Gemm_A(AX), SI; \
	MOVQ Gemm_B(AX), DI; \
	MOVQ Gemm_ARow(AX), R8; \
	SHLQ $2, R8; \
	LEAQ (R8)(R8*2), R9; \
	MOVQ Gemm_AK(AX), R10; \
	MOVQ Gemm_BK(AX), R11; \
	MOVQ Gemm_K(AX), BX; \
	MOVQ R10, R12; \
	IMULQ BX, R12; \
	NEGQ R12; \
	ADDQ Gemm_ASeg(AX), R12; \
	MOVQ R11, R13; \
	IMULQ BX, R13; \
	NEGQ R13; \
	ADDQ Gemm_BSeg(AX), R13; \
	SHLQ $2, R10; \
	SHLQ $2, R11; \
	SHLQ $2, R12; \
	SHLQ $2, R13; \
	MOVQ Gemm_Segs(AX), DX

// TERM adds one number of A times eight of B to two sums.
#define TERM(at, lo, hi) \
	MOVSS at, X10; \
	SHUFPS $0, X10, X10; \
	MOVAPS X10, X11; \
	MULPS X8, X10; \
	MULPS X9, X11; \
	ADDPS X10, lo; \
	ADDPS X11, hi

// func gemm4(product *Gemm)
TEXT ·gemm4(SB), NOSPLIT, $0-8
	MOVQ product+0(FP), AX
	MOVQ Gemm_Init(AX), SI
	MOVQ Gemm_InitRow(AX), R8
	SHLQ $2, R8
	LEAQ (R8)(R8*2), R9
	MOVUPS (SI), X0
	MOVUPS 16(SI), X1
	MOVUPS (SI)(R8*1), X2
	MOVUPS 16(SI)(R8*1), X3
	MOVUPS (SI)(R8*2), X4
	MOVUPS 16(SI)(R8*2), X5
	MOVUPS (SI)(R9*1), X6
	MOVUPS 16(SI)(R9*1), X7
	STRIDES

segment4:
	MOVQ BX, CX

term4:
	MOVUPS (DI), X8
	MOVUPS 16(DI), X9
	TERM((SI), X0, X1)
	TERM((SI)(R8*1), X2, X3)
	TERM((SI)(R8*2), X4, X5)
	TERM((SI)(R9*1), X6, X7)
	ADDQ R10, SI
	ADDQ R11, DI
	DECQ CX
	JNZ  term4
	ADDQ R12, SI
	ADDQ R13, DI
	DECQ DX
	JNZ  segment4

	MOVQ Gemm_D(AX), SI
	MOVQ Gemm_DRow(AX), R8
	SHLQ $2, R8
	LEAQ (R8)(R8*2), R9
	MOVUPS X0, (SI)
	MOVUPS X1, 16(SI)
	MOVUPS X2, (SI)(R8*1)
	MOVUPS X3, 16(SI)(R8*1)
	MOVUPS X4, (SI)(R8*2)
	MOVUPS X5, 16(SI)(R8*2)
	MOVUPS X6, (SI)(R9*1)
	MOVUPS X7, 16(SI)(R9*1)
	RET

// func gemm1(product *Gemm)
TEXT ·gemm1(SB), NOSPLIT, $0-8
	MOVQ product+0(FP), AX
	MOVQ Gemm_Init(AX), SI
	MOVUPS (SI), X0
	MOVUPS 16(SI), X1
	STRIDES

segment1:
	MOVQ BX, CX

term1:
	MOVUPS (DI), X8
	MOVUPS 16(DI), X9
	TERM((SI), X0, X1)
	ADDQ R10, SI
	ADDQ R11, DI
	DECQ CX
	JNZ  term1
	ADDQ R12, SI
	ADDQ R13, DI
	DECQ DX
	JNZ  segment1

	MOVQ Gemm_D(AX), SI
	MOVUPS X0, (SI)
	MOVUPS X1, 16(SI)
	RET

// func pool(p *Pool)
TEXT ·pool(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	MOVQ Pool_Dst(AX), DI
	MOVQ Pool_Top(AX), SI
	MOVQ Pool_Bottom(AX), BX
	MOVQ Pool_Pixels(AX), DX
	MOVQ Pool_Channels(AX), R8
	SHLQ $2, R8 // bytes of a pixel
	XORPS X7, X7

pixel:
	MOVQ R8, CX

// MAXPS keeps its destination only if it is larger: X0 is the first argument of larger, the loaded one the second.
lanes:
	MOVUPS (SI), X0
	MOVUPS (SI)(R8*1), X1
	MOVUPS (BX), X2
	MOVUPS (BX)(R8*1), X3
	MAXPS X1, X0
	MAXPS X2, X0
	MAXPS X3, X0
	MAXPS X7, X0
	MOVUPS X0, (DI)
	ADDQ $16, SI
	ADDQ $16, BX
	ADDQ $16, DI
	SUBQ $16, CX
	JNZ  lanes
	ADDQ R8, SI
	ADDQ R8, BX
	DECQ DX
	JNZ  pixel
	RET
