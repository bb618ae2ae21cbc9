// Package bag records, reads and plays bags as rosbag2 keeps them in MCAP files, so
// that ros2 bag plays ours and we read theirs.
//
// A bag is a directory with NAME_0.mcap, NAME_1.mcap, … and metadata.yaml, which we
// write in version 5: every ROS 2 from Humble on reads that. In a file, profile
// "ros2": a schema for each type (encoding "ros2msg": its definition and all that it
// refers to), a channel for each topic, and chunks of messages as they were on the
// wire (CDR with its 4-byte header), stamped with the time of receiving (log time)
// and of sending (publish time), ns since 1970.
//
// A bag can be read at any time while it is written, so it is intact even if its recorder is killed: see the type file.
// Writer writes a bag, Reader reads one, Record and Player connect bags to topics, Reindex repairs them.
package bag
