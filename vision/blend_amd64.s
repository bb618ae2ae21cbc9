#include "go_asm.h"
#include "textflag.h"

// func blendSSE2(columns *uint16, a, b *uint8, eights, share int)
TEXT ·blendSSE2(SB), NOSPLIT, $0-40
	MOVQ columns+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), BX
	MOVQ eights+24(FP), CX
	MOVQ share+32(FP), AX

	// X4 and X5 hold the shares of the rows, X6 selects the lumas, X7 is 2^15 in each word.
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
	PCMPEQW X7, X7
	PSLLW $15, X7

eight:
	MOVOU (SI), X0
	MOVOU (BX), X1
	PAND X6, X0
	PAND X6, X1
	PMULLW X4, X0
	PMULLW X5, X1
	PADDW X1, X0
	PXOR X7, X0
	MOVOU X0, (DI)
	ADDQ $16, SI
	ADDQ $16, BX
	ADDQ $16, DI
	DECQ CX
	JNZ  eight
	RET

// func addSSE2(s *sampler, fours int)
TEXT ·addSSE2(SB), NOSPLIT, $0-16
	MOVQ s+0(FP), DI
	MOVQ fours+8(FP), CX
	LEAQ sampler_firsts(DI), SI
	LEAQ sampler_shares(DI), R8
	LEAQ sampler_sums(DI), R9
	// X7 is 2^23 in each number: what the columns lack.
	PCMPEQL X7, X7
	PSRLL $31, X7
	PSLLL $23, X7

four:
	MOVWLZX (SI), AX
	MOVWLZX 2(SI), BX
	MOVWLZX 4(SI), R10
	MOVWLZX 6(SI), R11
	MOVL sampler_columns(DI)(AX*2), X0
	MOVL sampler_columns(DI)(BX*2), X1
	MOVL sampler_columns(DI)(R10*2), X2
	MOVL sampler_columns(DI)(R11*2), X3
	PUNPCKLLQ X1, X0
	PUNPCKLLQ X3, X2
	PUNPCKLQDQ X2, X0
	MOVOU (R8), X4
	PMADDWL X4, X0
	PADDL X7, X0
	PSRLL $12, X0
	MOVOU (R9), X5
	PADDL X0, X5
	MOVOU X5, (R9)
	ADDQ $8, SI
	ADDQ $16, R8
	ADDQ $16, R9
	DECQ CX
	JNZ  four
	RET
