#include "textflag.h"

// chroma selects U and V of Y U Y V.
DATA chroma<>+0(SB)/8, $0xff00ff00ff00ff00
DATA chroma<>+8(SB)/8, $0xff00ff00ff00ff00
GLOBL chroma<>(SB), RODATA|NOPTR, $16

// A byte x lies in low..high when both saturated differences x − high and low − x are 0. EIGHT leaves in "out" eight
// words, −1 for each of the eight pixels in "in" whose Y, U and V all do. tmp is used.
#define EIGHT(in, low, high, out, tmp) \
	MOVO in, out; \
	PSUBUSB high, out; \
	MOVO low, tmp; \
	PSUBUSB in, tmp; \
	POR tmp, out; \
	MOVO out, tmp; \
	PAND X12, tmp; \
	PCMPEQL X13, tmp; \
	PSLLW $8, out; \
	PCMPEQW X13, out; \
	PAND tmp, out

// SIXTEEN reads 16 pixels at an offset of SI and adds their bits to R8 (green) and R9 (white), shifted.
#define SIXTEEN(offset, shift) \
	MOVOU offset(SI), X0; \
	MOVOU (offset+16)(SI), X1; \
	EIGHT(X0, X8, X9, X2, X6); \
	EIGHT(X1, X8, X9, X3, X7); \
	EIGHT(X0, X10, X11, X4, X6); \
	EIGHT(X1, X10, X11, X5, X7); \
	PACKSSWB X3, X2; \
	PACKSSWB X5, X4; \
	PMOVMSKB X2, AX; \
	PMOVMSKB X4, BX; \
	SHLQ $shift, AX; \
	SHLQ $shift, BX; \
	ORQ AX, R8; \
	ORQ BX, R9

// func maskWordsSSE2(row *byte, limits *Limits, green, white *uint64, words int)
TEXT ·maskWordsSSE2(SB), NOSPLIT, $0-40
	MOVQ row+0(FP), SI
	MOVQ limits+8(FP), DX
	MOVQ green+16(FP), DI
	MOVQ white+24(FP), R10
	MOVQ words+32(FP), CX
	MOVOU chroma<>(SB), X12
	PXOR X13, X13

word:
	MOVOU (DX), X8
	MOVOU 16(DX), X9
	MOVOU 32(DX), X10
	MOVOU 48(DX), X11
	XORQ R8, R8
	XORQ R9, R9
	SIXTEEN(0, 0)
	SIXTEEN(32, 16)
	SIXTEEN(64, 32)
	SIXTEEN(96, 48)
	MOVQ R8, (DI)
	MOVQ R9, (R10)
	ADDQ $128, SI
	ADDQ $64, DX
	ADDQ $8, DI
	ADDQ $8, R10
	DECQ CX
	JNZ word
	RET
