// Package deploy copies gonao to a robot over ssh, and starts, stops and inspects it there.
//
// Nothing has to be installed on the robot: programs come with their own loader and
// libraries, so that they run beside the 32-bit programs of a stock NAO v6. Each
// deployment is a directory of its own. A symbolic link points to the current one; it is
// changed only when the new one is complete and has been tried on the robot:
//
//	~/gonao/versions/20261122-101500-1a2b3c4d   bin, lib, loader, programs, share, MANIFEST
//	~/gonao/current, ~/gonao/previous           links to versions
//	~/gonao/log/robot.log                       output of the nodes
//	~/.config/systemd/user/gonao.service        where the robot has user services
//
// The program ssh makes the connection (docs/decisions/0025-ssh.md). It runs scripts in the
// robot's sh. They use only tools that every NAO and busybox have.
package deploy
