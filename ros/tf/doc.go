// Package tf stores the poses of frames over time, as ROS 2's tf2 does, and publishes and receives its topics: /tf for
// frames that move, /tf_static for those that do not.
//
// A [Transform] is the pose X_PC of a child frame in its parent: it transforms p_C to p_P. Lengths are m. Each frame has
// at most one parent at a time, so frames form trees; [Buffer.Lookup] returns the pose of any frame in any other of its
// tree, at any time within the buffer's cache, interpolated between samples.
//
//	var frames tf.Buffer
//	if err := frames.Listen(n); err != nil { … }
//	x, err := frames.Lookup("base_link", "l_sole", stamp) // X_RL
//
// Time zero, which is time.Time{} and also time.Unix(0, 0) as in tf2, means the latest time that all frames on the way
// share.
package tf
