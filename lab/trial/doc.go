// Package film makes animated pictures of trials: it watches a [trial.Stage], draws it
// at an even rate of simulated time, and writes a GIF.
//
// A GIF has 256 colours and keeps whole pixels. To stay small, one palette is made of
// all frames (median cut), nothing is dithered, and a pixel that differs from what is
// shown already by less than the eye sees stays.
package trial
