// Package score measures vision's nets on labelled pictures of any source: folders in the form of COCO, YOLO or gonao
// vision dataset, and folders of windows, with and without a ball.
//
// Pictures are converted to the cameras' format. Balls are scored twice. In windows: seeded ones about each labelled
// ball, and seeded ones anywhere without a ball; the share of both that passes the threshold of the net's file. And in
// whole images: with the camera's pose, if the folder has it, as on the robot, otherwise by candidates of all sizes.
// Robots are scored only with a pose, because their net needs the expected size.
//
// Pixels are those of package view: the centre of the first one is at 0.5. Sizes of balls are radii in px.
package score
