// Command match_player is the node of package matchplayer: a match in one process.
package main

import (
	matchplayer "gonao/nodes/match_player"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "match_player", matchplayer.DefaultConfig(), matchplayer.Run)
}
