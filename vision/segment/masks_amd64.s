#include "textflag.h"

// lumas selects Y of Y U Y V.
DATA lumas<>+0(SB)/8, $0x00ff00ff00ff00ff
DATA lumas<>+8(SB)/8, $0x00ff00ff00ff00ff
GLOBL lumas<>(SB), RODATA|NOPTR, $16

// A byte x lies in low..high when min(max(x, low), high) is x. INSIDE leaves in "out" −1 for each of 16 pixels whose luma
// in X0 and whose pair's chroma in X2 do: the words of X2 hold U and V of a pair, the bytes of X0 its two pixels.
#define INSIDE(ylow, yhigh, clow, chigh, out, tmp) \
	MOVO X0, out; \
	PMAXUB ylow, out; \
	PMINUB yhigh, out; \
	PCMPEQB X0, out; \
	MOVO X2, tmp; \
	PMAXUB clow, tmp; \
	PMINUB chigh, tmp; \
	PCMPEQW X2, tmp; \
	PAND tmp, out

// SIXTEEN reads 16 pixels at an offset of SI and writes their bits at an offset of DI (green) and R10 (white).
#define SIXTEEN(offset, to) \
	MOVOU offset(SI), X0; \
	MOVOU (offset+16)(SI), X1; \
	MOVO X0, X2; \
	MOVO X1, X3; \
	PAND X15, X0; \
	PAND X15, X1; \
	PSRLW $8, X2; \
	PSRLW $8, X3; \
	PACKUSWB X1, X0; \
	PACKUSWB X3, X2; \
	INSIDE(X7, X8, X9, X10, X4, X5); \
	INSIDE(X11, X12, X13, X14, X6, X3); \
	PMOVMSKB X4, AX; \
	PMOVMSKB X6, BX; \
	MOVW AX, to(DI); \
	MOVW BX, to(R10)

// func maskWordsSSE2(row *byte, limits *Limits, green, white *uint64, words int)
TEXT ·maskWordsSSE2(SB), NOSPLIT, $0-40
	MOVQ row+0(FP), SI
	MOVQ limits+8(FP), DX
	MOVQ green+16(FP), DI
	MOVQ white+24(FP), R10
	MOVQ words+32(FP), CX
	MOVOU lumas<>(SB), X15

word:
	MOVOU (DX), X7
	MOVOU 16(DX), X8
	MOVOU 32(DX), X9
	MOVOU 48(DX), X10
	MOVOU 64(DX), X11
	MOVOU 80(DX), X12
	MOVOU 96(DX), X13
	MOVOU 112(DX), X14
	SIXTEEN(0, 0)
	SIXTEEN(32, 2)
	SIXTEEN(64, 4)
	SIXTEEN(96, 6)
	ADDQ $128, SI
	ADDQ $128, DX
	ADDQ $8, DI
	ADDQ $8, R10
	DECQ CX
	JNZ word
	RET
