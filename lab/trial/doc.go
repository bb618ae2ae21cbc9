// Package trial runs a controller on a simulated robot and measures it, see stage.go. A [Film] watches a [Stage], draws it
// at an even rate of simulated time, and writes a GIF.
//
// A GIF has 256 colours and keeps whole pixels. To stay small, one palette is made of
// all frames (median cut), nothing is dithered, and a pixel that differs from what is
// shown already by less than the eye sees stays.
package trial
