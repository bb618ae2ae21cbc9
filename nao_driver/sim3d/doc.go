// Package sim3d is the driver of a robot in the RoboCup 3-D soccer simulation league: SimSpark's rcssserver3d with its model of a
// NAO. The server sends a message of S-expressions every 20 ms, with its length before it, and accepts speeds of joints.
//
// The body has no motors to switch off, no stiffness, hands, wrists, lights, sonars, buttons, temperatures or battery: its
// capabilities lack them, and a let-down robot crouches. One force and its centre under each sole stand for four cells.
// What the server reports as seen, in polar coordinates of the head, becomes balls, robots, posts and lines on the ground.
//
// Units and signs are those of package nao; conversions are in this package alone. The torso's roll and pitch, which the server does not report, come from
// a complementary filter of gyroscope and accelerometer.
//
// Source: SimSpark's user manual, chapters "Perceptors", "Effectors" and "Network protocol".
package sim3d
