#include "go_asm.h"
#include "textflag.h"

// PAIR adds a pair of terms, the one that pick selects of X12, times the weights to the sums in X0 and X1.
#define PAIR(pick, at) \
	MOVOU at(DI), X8; \
	MOVOU (at+16)(DI), X9; \
	PSHUFD pick, X12, X10; \
	PMADDWL X10, X8; \
	PMADDWL X10, X9; \
	PADDL X8, X0; \
	PADDL X9, X1

// func fixed(product *Fixed)
TEXT ·fixed(SB), NOSPLIT, $0-8
	MOVQ product+0(FP), AX
	MOVQ Fixed_A(AX), SI
	MOVQ Fixed_B(AX), DI
	MOVQ Fixed_Pairs(AX), CX
	PXOR X0, X0
	PXOR X1, X1
	SUBQ $4, CX
	JLT  rest

four:
	MOVOU (SI), X12
	PAIR($0x00, 0)
	PAIR($0x55, 32)
	PAIR($0xaa, 64)
	PAIR($0xff, 96)
	ADDQ $16, SI
	ADDQ $128, DI
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   numbers

one:
	MOVL (SI), X12
	PAIR($0x00, 0)
	ADDQ $4, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  one

numbers:
	MOVQ Fixed_Scale(AX), SI
	MOVUPS (SI), X8
	MOVUPS 16(SI), X9
	MOVQ Fixed_Bias(AX), SI
	MOVUPS (SI), X10
	MOVUPS 16(SI), X11
	CVTPL2PS X0, X0
	CVTPL2PS X1, X1
	MULPS X8, X0
	MULPS X9, X1
	ADDPS X10, X0
	ADDPS X11, X1
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
