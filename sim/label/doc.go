// Package label says what a simulated camera image shows, exactly: for each pixel the class and the object, for each
// object its box, its share that is not hidden and its place, and where the camera was. It looks with the renderer's
// numbering of geoms (MuJoCo's mjRND_SEGMENT), never at colours, so that light, noise and textures do not change it.
//
// Pixels are those of package camera: (0, 0) is the centre of the first one, u to the right, v down. Boxes are
// [left, top, right, bottom) in whole pixels. Places are in m in the frame world, angles in rad; see docs/notation.md.
package label
