#include "go_asm.h"
#include "textflag.h"

// The registers are those of convSSE2 in conv_amd64.s. Y0 to Y3 hold the sums of a block's pixels, Y8 the weights of a pair.

#define WADDTO(at, sums) \
	VPBROADCASTD at, Y9; \
	VPMADDWD Y8, Y9, Y9; \
	VPADDD Y9, sums, sums

#define WPAIR(terms, weights) \
	VMOVDQU weights(DI), Y8; \
	WADDTO(terms(SI), Y0); \
	WADDTO(terms(SI)(R8*1), Y1); \
	WADDTO(terms(SI)(R9*1), Y2); \
	WADDTO(terms(SI)(R13*1), Y3)

#define WRESULT(sums, at) \
	VCVTDQ2PS sums, sums; \
	VMULPS Y10, sums, sums; \
	VADDPS Y11, sums, sums; \
	VMOVUPS sums, (at); \
	VMAXPS sums, Y12, Y12

// func convAVX2(c *Conv)
TEXT ·convAVX2(SB), NOSPLIT, $0-8
	MOVQ c+0(FP), AX
	MOVQ Conv_AStep(AX), R8
	SHLQ $1, R8
	MOVQ Conv_ARow(AX), R9
	SHLQ $1, R9
	LEAQ (R8)(R9*1), R13
	MOVQ Conv_Pairs(AX), BX
	MOVQ BX, R12
	SHLQ $2, R12
	NEGQ R12
	ADDQ R9, R12
	MOVQ Conv_A(AX), R10
	MOVQ Conv_D(AX), R11
	MOVQ Conv_Rows(AX), R15
	MOVQ Conv_Scale(AX), SI
	VMOVUPS (SI), Y10
	MOVQ Conv_Bias(AX), SI
	VMOVUPS (SI), Y11
	VMOVUPS Conv_Peak(AX), Y12
	VXORPS Y13, Y13, Y13

row:
	MOVQ Conv_Columns(AX), R14

block:
	MOVQ R10, SI
	MOVQ Conv_B(AX), DI
	MOVQ $3, DX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3

line:
	MOVQ BX, CX
	SUBQ $4, CX
	JLT  rest

four:
	WPAIR(0, 0)
	WPAIR(4, 32)
	WPAIR(8, 64)
	WPAIR(12, 96)
	ADDQ $16, SI
	ADDQ $128, DI
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   next

one:
	WPAIR(0, 0)
	ADDQ $4, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  one

next:
	ADDQ R12, SI
	DECQ DX
	JNZ  line

	CMPB Conv_Pool(AX), $0
	JEQ  each

	// VMAXPS keeps its middle argument only if it is larger: it is the first argument of larger.
	VCVTDQ2PS Y0, Y0
	VCVTDQ2PS Y1, Y1
	VCVTDQ2PS Y2, Y2
	VCVTDQ2PS Y3, Y3
	VMAXPS Y1, Y0, Y0
	VMAXPS Y2, Y0, Y0
	VMAXPS Y3, Y0, Y0
	VMULPS Y10, Y0, Y0
	VADDPS Y11, Y0, Y0
	VMAXPS Y13, Y0, Y0
	VMOVUPS Y0, (R11)
	VMAXPS Y0, Y12, Y12
	JMP  done

each:
	MOVQ Conv_DStep(AX), SI
	LEAQ (R11)(SI*4), SI
	WRESULT(Y0, R11)
	WRESULT(Y1, SI)
	MOVQ Conv_DRow(AX), DI
	LEAQ (R11)(DI*4), CX
	LEAQ (SI)(DI*4), SI
	WRESULT(Y2, CX)
	WRESULT(Y3, SI)

done:
	LEAQ (R10)(R8*2), R10
	MOVQ Conv_dMove(AX), DI
	LEAQ (R11)(DI*4), R11
	DECQ R14
	JNZ  block

	MOVQ Conv_aNext(AX), DI
	LEAQ (R10)(DI*2), R10
	MOVQ Conv_dNext(AX), DI
	LEAQ (R11)(DI*4), R11
	DECQ R15
	JNZ  row
	VMOVUPS Y12, Conv_Peak(AX)
	VZEROUPPER
	RET
