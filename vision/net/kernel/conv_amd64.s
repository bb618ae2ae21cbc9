#include "go_asm.h"
#include "textflag.h"

// The registers: AX the description, SI a pair of terms of a block's first pixel, DI the weights of a pair, R8, R9 and R13
// how many bytes the pixels right of, below, and right below it are away, R12 what follows after the terms of a row, BX
// pairs of a row, CX pairs left, DX rows left of the three, R10 the terms and R11 the results of a block, R14 blocks left in
// a row, R15 rows of blocks left. X0 to X7 hold the sums, X8 and X9 the weights of a pair, X12 to X15 terms of the pixels.

// ADDTO adds a pair of terms of one pixel, the one that pick selects of a register, times the weights to two sums.
#define ADDTO(pick, terms, lo, hi) \
	PSHUFD pick, terms, X10; \
	MOVO X10, X11; \
	PMADDWL X8, X10; \
	PMADDWL X9, X11; \
	PADDL X10, lo; \
	PADDL X11, hi

// ADDLAST does the same and overwrites the weights.
#define ADDLAST(pick, terms, lo, hi) \
	PSHUFD pick, terms, X10; \
	PMADDWL X10, X8; \
	PMADDWL X10, X9; \
	PADDL X8, lo; \
	PADDL X9, hi

#define PAIR(pick, at) \
	MOVOU at(DI), X8; \
	MOVOU (at+16)(DI), X9; \
	ADDTO(pick, X12, X0, X1); \
	ADDTO(pick, X13, X2, X3); \
	ADDTO(pick, X14, X4, X5); \
	ADDLAST(pick, X15, X6, X7)

// RESULT writes the sums of a pixel as numbers, and the larger ones of them and the peaks in X12 and X13 there.
#define RESULT(lo, hi, at) \
	CVTPL2PS lo, lo; \
	CVTPL2PS hi, hi; \
	MULPS X8, lo; \
	MULPS X9, hi; \
	ADDPS X10, lo; \
	ADDPS X11, hi; \
	MOVUPS lo, (at); \
	MOVUPS hi, 16(at); \
	MAXPS lo, X12; \
	MAXPS hi, X13

// func convSSE2(c *Conv)
TEXT ·convSSE2(SB), NOSPLIT, $0-8
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

row:
	MOVQ Conv_Columns(AX), R14

block:
	MOVQ R10, SI
	MOVQ Conv_B(AX), DI
	MOVQ $3, DX
	PXOR X0, X0
	PXOR X1, X1
	PXOR X2, X2
	PXOR X3, X3
	PXOR X4, X4
	PXOR X5, X5
	PXOR X6, X6
	PXOR X7, X7

line:
	MOVQ BX, CX
	SUBQ $4, CX
	JLT  rest

four:
	MOVOU (SI), X12
	MOVOU (SI)(R8*1), X13
	MOVOU (SI)(R9*1), X14
	MOVOU (SI)(R13*1), X15
	PAIR($0x00, 0)
	PAIR($0x55, 32)
	PAIR($0xaa, 64)
	PAIR($0xff, 96)
	ADDQ $16, SI
	ADDQ $128, DI
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $2, CX
	JLT  odd
	MOVQ (SI), X12
	MOVQ (SI)(R8*1), X13
	MOVQ (SI)(R9*1), X14
	MOVQ (SI)(R13*1), X15
	PAIR($0x00, 0)
	PAIR($0x55, 32)
	ADDQ $8, SI
	ADDQ $64, DI
	SUBQ $2, CX

odd:
	ADDQ $1, CX
	JLT  next
	MOVL (SI), X12
	MOVL (SI)(R8*1), X13
	MOVL (SI)(R9*1), X14
	MOVL (SI)(R13*1), X15
	PAIR($0x00, 0)
	ADDQ $4, SI
	ADDQ $32, DI

next:
	ADDQ R12, SI
	DECQ DX
	JNZ  line

	MOVQ Conv_Scale(AX), SI
	MOVUPS (SI), X8
	MOVUPS 16(SI), X9
	MOVQ Conv_Bias(AX), SI
	MOVUPS (SI), X10
	MOVUPS 16(SI), X11
	MOVUPS Conv_Peak(AX), X12
	MOVUPS Conv_Peak+16(AX), X13
	CMPB Conv_Pool(AX), $0
	JEQ  each

	CVTPL2PS X0, X0
	CVTPL2PS X1, X1
	CVTPL2PS X2, X2
	CVTPL2PS X3, X3
	CVTPL2PS X4, X4
	CVTPL2PS X5, X5
	CVTPL2PS X6, X6
	CVTPL2PS X7, X7
	MAXPS X2, X0
	MAXPS X3, X1
	MAXPS X4, X0
	MAXPS X5, X1
	MAXPS X6, X0
	MAXPS X7, X1
	MULPS X8, X0
	MULPS X9, X1
	ADDPS X10, X0
	ADDPS X11, X1
	XORPS X14, X14
	MAXPS X14, X0
	MAXPS X14, X1
	MOVUPS X0, (R11)
	MOVUPS X1, 16(R11)
	MAXPS X0, X12
	MAXPS X1, X13
	JMP  done

each:
	MOVQ Conv_DStep(AX), SI
	LEAQ (R11)(SI*4), SI
	RESULT(X0, X1, R11)
	RESULT(X2, X3, SI)
	MOVQ Conv_DRow(AX), DI
	LEAQ (R11)(DI*4), CX
	LEAQ (SI)(DI*4), SI
	RESULT(X4, X5, CX)
	RESULT(X6, X7, SI)

done:
	MOVUPS X12, Conv_Peak(AX)
	MOVUPS X13, Conv_Peak+16(AX)
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
	RET
