// Package scenery makes worlds and moments from seeds: a hall with its light, robots, a ball, and what a robot
// somewhere on the field sees of them, with exact labels. It is the source of data sets and of vision's tests.
//
// A seed stands for one world. Seeds have ranges with a purpose, and the ranges never share a light: colours, strengths
// and directions of light, exposure, the camera's faults, and the looks of carpet and walls are drawn from slices of
// their ranges that belong to one purpose alone; see [Purpose]. Places and sizes are not. The same seed and image number
// lead to the same bytes, on the same machine, in any order.
//
//	stage, err := scenery.Open(1001, scenery.Options{World: "spl"})
//	var shot scenery.Shot
//	err = stage.Shoot(7, &shot)    // image 7: shot.Image (YUYV) and shot.Labels
package scenery
