#include "go_asm.h"
#include "textflag.h"

// The registers are those of fixed4 in fixed_amd64.s. Y0 to Y3 hold the sums of the four rows, Y8 the weights of a pair.

#define WIDEROW(at, sums) \
	VPBROADCASTD at, Y9; \
	VPMADDWD Y8, Y9, Y9; \
	VPADDD Y9, sums, sums

#define WIDEPAIR(terms, weights) \
	VMOVDQU weights(DI), Y8; \
	WIDEROW(terms(SI), Y0); \
	WIDEROW(terms(SI)(R8*1), Y1); \
	WIDEROW(terms(SI)(R8*2), Y2); \
	WIDEROW(terms(SI)(R9*1), Y3)

#define WIDENUMBERS(sums) \
	VCVTDQ2PS sums, sums; \
	VMULPS Y10, sums, sums; \
	VADDPS Y11, sums, sums

// func wide4(product *Fixed)
TEXT ·wide4(SB), NOSPLIT, $0-8
	MOVQ product+0(FP), AX
	MOVQ Fixed_ARow(AX), R8
	SHLQ $1, R8
	LEAQ (R8)(R8*2), R9
	MOVQ Fixed_Pairs(AX), BX
	MOVQ Fixed_ASeg(AX), R12
	SUBQ BX, R12
	SUBQ BX, R12
	SHLQ $1, R12
	MOVQ Fixed_A(AX), R10
	MOVQ Fixed_D(AX), R11
	MOVQ Fixed_DRow(AX), R13
	SHLQ $2, R13
	LEAQ (R13)(R13*2), R14
	MOVQ Fixed_Fours(AX), R15
	MOVQ Fixed_Scale(AX), SI
	VMOVUPS (SI), Y10
	MOVQ Fixed_Bias(AX), SI
	VMOVUPS (SI), Y11

rows:
	MOVQ R10, SI
	MOVQ Fixed_B(AX), DI
	MOVQ Fixed_Segs(AX), DX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3

segment:
	MOVQ BX, CX
	SUBQ $4, CX
	JLT  rest

four:
	WIDEPAIR(0, 0)
	WIDEPAIR(4, 32)
	WIDEPAIR(8, 64)
	WIDEPAIR(12, 96)
	ADDQ $16, SI
	ADDQ $128, DI
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   next

one:
	WIDEPAIR(0, 0)
	ADDQ $4, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  one

next:
	ADDQ R12, SI
	DECQ DX
	JNZ  segment

	WIDENUMBERS(Y0)
	WIDENUMBERS(Y1)
	WIDENUMBERS(Y2)
	WIDENUMBERS(Y3)
	VMOVUPS Y0, (R11)
	VMOVUPS Y1, (R11)(R13*1)
	VMOVUPS Y2, (R11)(R13*2)
	VMOVUPS Y3, (R11)(R14*1)
	LEAQ (R10)(R8*4), R10
	LEAQ (R11)(R13*4), R11
	DECQ R15
	JNZ  rows
	VZEROUPPER
	RET
