// Package camera simulates the robot's two cameras: it draws their images, converts them to the bytes of a NAO's camera,
// and adds the noise of a sensor.
//
// An image is YUYV (YUV 4:2:2, ROS "yuv422_yuy2"): four bytes Y0 U Y1 V for two pixels
// of a row, the top row first, without padding. Colours are BT.601 in full range, as
// JPEG has them:
//
//	Y = 0.299 R + 0.587 G + 0.114 B
//	U = 128 + (B − Y) / 1.772
//	V = 128 + (R − Y) / 1.402
//
// with U and V of the two pixels' mean colour, each rounded to the nearest.
//
// [Renderer] draws when asked and is deterministic: the same pose, options and seed
// lead to the same bytes. [Thread] draws beside a simulation that continues, at each
// camera's own rate, only while its images are wanted.
//
// Camera frames are optical (z forward, x right, y down). A pixel's coordinates are
// those of its centre, (0, 0) the centre of the first, as ROS has them.
package camera
