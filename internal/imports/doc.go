// Package imports holds the rules which package may import which, as tests: the table is in table_test.go. They see every
// package with its tests, built for Cyclone DDS and for an installed ROS 2 (tag rclgo).
package imports
