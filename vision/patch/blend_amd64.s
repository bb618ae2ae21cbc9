#include "textflag.h"

// func blendSSE2(columns *uint16, a, b *uint8, eights, share int)
TEXT ·blendSSE2(SB), NOSPLIT, $0-40
	MOVQ columns+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), BX
	MOVQ eights+24(FP), CX
	MOVQ share+32(FP), AX

	// X4 and X5 hold the shares of the rows, X6 selects the lumas.
	MOVQ $256, DX
	SUBQ AX, DX
	MOVQ DX, X4
	PSHUFLW $0, X4, X4
	PSHUFD $0, X4, X4
	MOVQ AX, X5
	PSHUFLW $0, X5, X5
	PSHUFD $0, X5, X5
	PCMPEQW X6, X6
	PSRLW $8, X6

eight:
	MOVOU (SI), X0
	MOVOU (BX), X1
	PAND X6, X0
	PAND X6, X1
	PMULLW X4, X0
	PMULLW X5, X1
	PADDW X1, X0
	MOVOU X0, (DI)
	ADDQ $16, SI
	ADDQ $16, BX
	ADDQ $16, DI
	DECQ CX
	JNZ  eight
	RET
