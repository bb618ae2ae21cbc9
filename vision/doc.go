// Package vision finds objects in camera images.
//
// The colour filter is that of Menéndez, Salamanqués and Cañas, "Programming of a
// Nao humanoid in Gazebo using Hierarchical FSM", section V-B: find the pixels of
// a colour, take their centre of mass. It reads the camera's YUYV image once for up to 32 colours, and
// distinguishes luma in steps of 8, chroma in steps of 4.
//
// Image coordinates are pixels: x right of the left edge, y down from the upper
// edge, so the centre of the first pixel is at (0.5, 0.5). Rays are in the
// camera's optical frame C (z forward, x right, y down), bearings in base_link,
// which is the torso frame T (x forward, y left, z up).
package vision
