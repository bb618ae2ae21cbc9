// Package view holds where a camera was when an image was taken: its pose over the ground, its horizon, and the
// projection between pixels and places on the ground with its derivatives and covariances.
//
// The pose follows from the joints, the torso's roll and pitch and the support foot at the image's stamp, which a
// [History] of postures interpolates. Frame R is base_footprint (x forward, y left, z up, on the ground midway between
// the soles), C the camera's optical frame (z forward, x right, y down); docs/notation.md. Pixels count from the left
// upper edge, so that the centre of the first pixel is at (0.5, 0.5). Lengths are in m, angles in rad.
//
// The error of the pose is dominated by the tilt: at a distance d, with the camera at height h, an error δ of the pitch
// moves a place on the ground by (h² + d²)/h · δ, 33 cm for 1° at 3 m and 0.48 m.
package view
