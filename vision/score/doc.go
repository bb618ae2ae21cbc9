// Package score measures what vision's nets find in labelled pictures of any source: folders as COCO, YOLO or gonao
// vision dataset write them, and folders of windows, with and without a ball.
//
// Pictures are converted to what the cameras send. Balls are scored twice. In windows: seeded ones about each labelled
// ball, and seeded ones anywhere without a ball; the share of both that passes the threshold of the net's file. And in
// whole images: with the camera's pose, if the folder has it, as on the robot, else by candidates of all sizes. Robots are
// scored only with a pose, since their net must be told how large things are.
//
// Pixels are those of package view: the centre of the first one is at 0.5. Sizes of balls are radii in px.
package score
