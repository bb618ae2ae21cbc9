#include "go_asm.h"
#include "textflag.h"

// The registers of both products: SI a pair of terms of A's first row, DI the weights of a pair, R8 and R9 one and three
// row strides of A in bytes, R12 what follows after a segment of A, BX pairs of a segment, CX pairs left, DX segments
// left. In fixed4, R10 is A of four rows, R11 their D, R13 row strides of D in bytes, R14 three of them, R15 the number of
// times that four rows are left. X0 to X7 hold the sums, X8 and X9 the weights of a pair, X12 to X15 terms of the four rows.

#define STRIDES \
	MOVQ Fixed_A(AX), SI; \
	MOVQ Fixed_B(AX), DI; \
	MOVQ Fixed_ARow(AX), R8; \
	SHLQ $1, R8; \
	LEAQ (R8)(R8*2), R9; \
	MOVQ Fixed_Pairs(AX), BX; \
	MOVQ Fixed_ASeg(AX), R12; \
	SUBQ BX, R12; \
	SUBQ BX, R12; \
	SHLQ $1, R12; \
	MOVQ Fixed_Segs(AX), DX

// ROW adds a pair of terms of one row, the one that pick selects of a register, times the weights to two sums.
#define ROW(pick, terms, lo, hi) \
	PSHUFD pick, terms, X10; \
	MOVO X10, X11; \
	PMADDWL X8, X10; \
	PMADDWL X9, X11; \
	PADDL X10, lo; \
	PADDL X11, hi

// LASTROW does the same and overwrites the weights.
#define LASTROW(pick, terms, lo, hi) \
	PSHUFD pick, terms, X10; \
	PMADDWL X10, X8; \
	PMADDWL X10, X9; \
	PADDL X8, lo; \
	PADDL X9, hi

#define PAIR4(pick, at) \
	MOVOU at(DI), X8; \
	MOVOU (at+16)(DI), X9; \
	ROW(pick, X12, X0, X1); \
	ROW(pick, X13, X2, X3); \
	ROW(pick, X14, X4, X5); \
	LASTROW(pick, X15, X6, X7)

#define PAIR1(pick, at) \
	MOVOU at(DI), X8; \
	MOVOU (at+16)(DI), X9; \
	LASTROW(pick, X12, X0, X1)

// NUMBERS makes numbers of the sums of a row.
#define NUMBERS(lo, hi) \
	CVTPL2PS lo, lo; \
	CVTPL2PS hi, hi; \
	MULPS X8, lo; \
	MULPS X9, hi; \
	ADDPS X10, lo; \
	ADDPS X11, hi

#define SCALES \
	MOVQ Fixed_Scale(AX), SI; \
	MOVUPS (SI), X8; \
	MOVUPS 16(SI), X9; \
	MOVQ Fixed_Bias(AX), SI; \
	MOVUPS (SI), X10; \
	MOVUPS 16(SI), X11

// func fixed4(product *Fixed)
TEXT ·fixed4(SB), NOSPLIT, $0-8
	MOVQ product+0(FP), AX
	STRIDES
	MOVQ SI, R10
	MOVQ Fixed_D(AX), R11
	MOVQ Fixed_DRow(AX), R13
	SHLQ $2, R13
	LEAQ (R13)(R13*2), R14
	MOVQ Fixed_Fours(AX), R15

rows4:
	MOVQ R10, SI
	MOVQ Fixed_B(AX), DI
	MOVQ Fixed_Segs(AX), DX
	PXOR X0, X0
	PXOR X1, X1
	PXOR X2, X2
	PXOR X3, X3
	PXOR X4, X4
	PXOR X5, X5
	PXOR X6, X6
	PXOR X7, X7

segment4:
	MOVQ BX, CX
	SUBQ $4, CX
	JLT  rest4

four4:
	MOVOU (SI), X12
	MOVOU (SI)(R8*1), X13
	MOVOU (SI)(R8*2), X14
	MOVOU (SI)(R9*1), X15
	PAIR4($0x00, 0)
	PAIR4($0x55, 32)
	PAIR4($0xaa, 64)
	PAIR4($0xff, 96)
	ADDQ $16, SI
	ADDQ $128, DI
	SUBQ $4, CX
	JGE  four4

rest4:
	ADDQ $4, CX
	JZ   next4

one4:
	MOVL (SI), X12
	MOVL (SI)(R8*1), X13
	MOVL (SI)(R8*2), X14
	MOVL (SI)(R9*1), X15
	PAIR4($0x00, 0)
	ADDQ $4, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  one4

next4:
	ADDQ R12, SI
	DECQ DX
	JNZ  segment4

	SCALES
	NUMBERS(X0, X1)
	NUMBERS(X2, X3)
	NUMBERS(X4, X5)
	NUMBERS(X6, X7)
	MOVUPS X0, (R11)
	MOVUPS X1, 16(R11)
	MOVUPS X2, (R11)(R13*1)
	MOVUPS X3, 16(R11)(R13*1)
	MOVUPS X4, (R11)(R13*2)
	MOVUPS X5, 16(R11)(R13*2)
	MOVUPS X6, (R11)(R14*1)
	MOVUPS X7, 16(R11)(R14*1)
	LEAQ (R10)(R8*4), R10
	LEAQ (R11)(R13*4), R11
	DECQ R15
	JNZ  rows4
	RET

// func fixed1(product *Fixed)
TEXT ·fixed1(SB), NOSPLIT, $0-8
	MOVQ product+0(FP), AX
	STRIDES
	PXOR X0, X0
	PXOR X1, X1

segment1:
	MOVQ BX, CX
	SUBQ $4, CX
	JLT  rest1

four1:
	MOVOU (SI), X12
	PAIR1($0x00, 0)
	PAIR1($0x55, 32)
	PAIR1($0xaa, 64)
	PAIR1($0xff, 96)
	ADDQ $16, SI
	ADDQ $128, DI
	SUBQ $4, CX
	JGE  four1

rest1:
	ADDQ $4, CX
	JZ   next1

one1:
	MOVL (SI), X12
	PAIR1($0x00, 0)
	ADDQ $4, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  one1

next1:
	ADDQ R12, SI
	DECQ DX
	JNZ  segment1

	SCALES
	NUMBERS(X0, X1)
	MOVQ Fixed_D(AX), SI
	MOVUPS X0, (SI)
	MOVUPS X1, 16(SI)
	RET

// func peak(v *float32, fours int) float32
TEXT ·peak(SB), NOSPLIT, $0-20
	MOVQ v+0(FP), SI
	MOVQ fours+8(FP), CX
	XORPS X0, X0
	TESTQ CX, CX
	JZ   across

// MAXPS keeps its destination only if it is larger: X0 is the first argument of larger.
most:
	MOVUPS (SI), X1
	MAXPS X1, X0
	ADDQ $16, SI
	DECQ CX
	JNZ  most

across:
	MOVHLPS X0, X1
	MAXPS X1, X0
	MOVAPS X0, X1
	SHUFPS $1, X1, X1
	MAXSS X1, X0
	MOVSS X0, ret+16(FP)
	RET

// func quantize(dst *int16, src *float32, eights int, scale, limit float32)
TEXT ·quantize(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ eights+16(FP), CX
	MOVSS scale+24(FP), X2
	SHUFPS $0, X2, X2
	MOVSS limit+28(FP), X3
	SHUFPS $0, X3, X3
	XORPS X4, X4
	TESTQ CX, CX
	JZ   end

eight:
	MOVUPS (SI), X0
	MOVUPS 16(SI), X1
	MULPS X2, X0
	MULPS X2, X1
	MAXPS X4, X0
	MAXPS X4, X1
	MINPS X3, X0
	MINPS X3, X1
	CVTPS2PL X0, X0
	CVTPS2PL X1, X1
	PACKSSLW X1, X0
	MOVOU X0, (DI)
	ADDQ $32, SI
	ADDQ $16, DI
	DECQ CX
	JNZ  eight

end:
	RET

// middle is 128 in each word.
DATA middle<>+0(SB)/8, $0x0080008000800080
DATA middle<>+8(SB)/8, $0x0080008000800080
GLOBL middle<>(SB), RODATA|NOPTR, $16

// func centre(dst *int16, src *uint8, sixteens int)
TEXT ·centre(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ sixteens+16(FP), CX
	MOVOU middle<>(SB), X2
	PXOR X3, X3
	TESTQ CX, CX
	JZ   last

sixteen:
	MOVOU (SI), X0
	MOVO X0, X1
	PUNPCKLBW X3, X0
	PUNPCKHBW X3, X1
	PSUBW X2, X0
	PSUBW X2, X1
	MOVOU X0, (DI)
	MOVOU X1, 16(DI)
	ADDQ $16, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  sixteen

last:
	RET
