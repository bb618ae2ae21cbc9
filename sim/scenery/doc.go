// Package scenery makes worlds and moments from seeds: a hall with its light, robots, a ball, and the images of a robot
// somewhere on the field, with exact labels. It is the source of data sets and of vision's tests.
//
// A seed stands for one world. Seeds have ranges with a purpose, and the ranges never share a light: colours, strengths
// and directions of light, exposure, the camera's faults, and the looks of carpet and walls are drawn from slices of
// their ranges that belong to one purpose alone; see [Purpose]. Places and sizes are not. The same seed and image number
// lead to the same bytes, on the same machine, in any order.
//
//	stage, err := scenery.Open(1001, scenery.Options{World: "spl"})
//	var shot scenery.Shot
//	err = stage.Shoot(7, &shot)    // image 7: shot.Image (YUYV) and shot.Labels
//
// # Data sets
//
// [WriteDataset] writes sets of simulated camera images with exact labels, and reads their descriptions. A set is made
// of seeds alone: the same options lead to the same bytes, on the same machine.
//
//	images/1001_0007.png    image 7 of world 1001, as the robot's camera would send it
//	masks/1001_0007.png     each pixel's class, an index into classes of manifest.json
//	objects/1001_0007.png   each pixel's object: 0 none, else 1 + the index in things of the image's frame
//	labels/1001_0007.txt    YOLO: class, centre x, y, width, height, each of the image's size
//	data.yaml               the names of the YOLO classes
//	annotations.json        COCO: images, categories, annotations with box, area and mask (run lengths)
//	frames.jsonl            everything package label says, one line of JSON an image: [Frame]
//	manifest.json           how the set was made, and the SHA-256 of all other files: [Manifest]
//
// Names and numbers of the classes are those of package label. Pixels: (0, 0) is the centre of the first one.
package scenery
