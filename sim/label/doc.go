// Package label computes exact labels of a simulated camera image: for each pixel the class and the object, for each
// object its box, its visible share and its place, and the pose of the camera. It uses the renderer's numbering of geoms
// (MuJoCo's mjRND_SEGMENT), not colours, so that light, noise and textures have no effect.
//
// Pixels are those of package camera: (0, 0) is the centre of the first one, u to the right, v down. Boxes are
// [left, top, right, bottom) in whole pixels. Places are in m in the frame world, angles in rad; see docs/notation.md.
package label
