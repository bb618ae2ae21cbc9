// Package tf keeps the poses of frames over time, as ROS 2's tf2 does, and speaks
// its topics: /tf for what moves, /tf_static for what does not.
//
// A [Transform] is the pose X_PC of a child frame in its parent: it takes p_C to
// p_P. Lengths are m. Each frame has at most one parent at a time, so frames form
// trees; [Buffer.Lookup] gives the pose of any frame in any other of its tree, at
// any time within the buffer's cache, between samples by interpolation.
//
//	var frames tf.Buffer
//	if err := frames.Listen(n); err != nil { … }
//	x, err := frames.Lookup("base_link", "l_sole", stamp) // X_RL
//
// Time zero, which is time.Time{} and also time.Unix(0, 0) as in tf2, asks for the
// latest time that all frames on the way share.
package tf
