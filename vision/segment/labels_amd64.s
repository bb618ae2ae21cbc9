#include "textflag.h"

// low selects the lower word of each double word, six the value of six bits, and weights are those of U/4 and V/4.
DATA low<>+0(SB)/8, $0x0000ffff0000ffff
DATA low<>+8(SB)/8, $0x0000ffff0000ffff
GLOBL low<>(SB), RODATA|NOPTR, $16
DATA six<>+0(SB)/8, $0x003f003f003f003f
DATA six<>+8(SB)/8, $0x003f003f003f003f
GLOBL six<>(SB), RODATA|NOPTR, $16
DATA weights<>+0(SB)/8, $0x0040100000401000
DATA weights<>+8(SB)/8, $0x0040100000401000
GLOBL weights<>(SB), RODATA|NOPTR, $16

// TWO looks up the two indices in "from" and writes their labels at offsets of DI.
#define TWO(from, tmp, a, b) \
	MOVL from, tmp; \
	SHRQ $32, from; \
	MOVBLZX (R8)(tmp*1), tmp; \
	MOVBLZX (R8)(from*1), from; \
	MOVB tmp, a(DI); \
	MOVB from, b(DI)

// func labelSSE2(table, row, labels *byte, eights int)
TEXT ·labelSSE2(SB), NOSPLIT, $0-32
	MOVQ table+0(FP), R8
	MOVQ row+8(FP), SI
	MOVQ labels+16(FP), DI
	MOVQ eights+24(FP), CX
	MOVOU low<>(SB), X5
	MOVOU six<>(SB), X6
	MOVOU weights<>(SB), X7

eight:
	MOVOU (SI), X0
	MOVO X0, X1
	PSRLW $10, X1
	PMADDWL X7, X1
	PSRLW $2, X0
	PAND X6, X0
	MOVO X0, X2
	PAND X5, X0
	PSRLL $16, X2
	PADDL X1, X0
	PADDL X1, X2
	MOVQ X0, AX
	MOVQ X2, BX
	PUNPCKHQDQ X0, X0
	PUNPCKHQDQ X2, X2
	MOVQ X0, DX
	MOVQ X2, R9
	TWO(AX, R10, 0, 2)
	TWO(BX, R11, 1, 3)
	TWO(DX, R12, 4, 6)
	TWO(R9, R13, 5, 7)
	ADDQ $16, SI
	ADDQ $8, DI
	DECQ CX
	JNZ eight
	RET

// EQUAL leaves in "out" a bit for each of 16 labels at an offset of SI that the next one equals.
#define EQUAL(offset, x, y, out) \
	MOVOU offset(SI), x; \
	MOVOU (offset+1)(SI), y; \
	PCMPEQB y, x; \
	PMOVMSKB x, out

// func changesSSE2(labels *byte, words *uint64, n int)
TEXT ·changesSSE2(SB), NOSPLIT, $0-24
	MOVQ labels+0(FP), SI
	MOVQ words+8(FP), DI
	MOVQ n+16(FP), CX

word:
	EQUAL(0, X0, X1, AX)
	EQUAL(16, X2, X3, BX)
	EQUAL(32, X4, X5, DX)
	EQUAL(48, X6, X7, R8)
	SHLQ $16, BX
	SHLQ $32, DX
	SHLQ $48, R8
	ORQ BX, AX
	ORQ R8, DX
	ORQ DX, AX
	NOTQ AX
	MOVQ AX, (DI)
	ADDQ $64, SI
	ADDQ $8, DI
	DECQ CX
	JNZ word
	RET
