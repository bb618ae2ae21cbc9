// Package deploy brings gonao onto a robot over ssh and looks after it there.
//
// The robot needs nothing of ours: programs come with their own loader and libraries,
// so that they run beside the 32-bit programs of a stock NAO v6. Each deployment is a
// directory of its own; a symbolic link says which one counts, and is changed only when
// the new one is whole and has been tried on the robot:
//
//	~/gonao/versions/20261122-101500-1a2b3c4d   bin, lib, loader, programs, share, MANIFEST
//	~/gonao/current, ~/gonao/previous           links to versions
//	~/gonao/log/robot.log                       what the nodes say
//	~/.config/systemd/user/gonao.service        where the robot has user services
//
// The connection is made by the ssh program (docs/decisions/0024-ssh.md). What is said to
// the robot are scripts for its sh; they need what every NAO has, and busybox too.
package deploy
