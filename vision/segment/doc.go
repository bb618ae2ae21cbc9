// Package segment finds out which colour each pixel of an image has, and which pixels belong together.
//
// There are two ways. A [Mask] holds a bit per pixel for a range of luma and chroma: [Masks] makes those of the green of
// the carpet and the white of the lines in one pass, with SSE2 on amd64, and [Light] adapts the ranges to the light. A
// [Table] of 256 KB maps every colour to up to eight classes; package vision's Filter and the command gonao vision colors
// make tables. [Runs] and [Regions] collect pixels of one class.
//
// Images are YUYV (vision.EncodingYUYV): the bytes Y0 U Y1 V hold two pixels of a row, which share U and V. Colours are
// BT.601 in full range. Sources: masks by ranges after HTWK's and B-Human's green and white; the table with 6 bits of
// each channel is that of "Luar" (ImageProc), the regions from runs too.
package segment
