// Command nao_driver is the node of package nao_driver: it drives a NAO over LoLA.
package main

import (
	naodriver "gonao/nodes/nao_driver"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "nao_driver", naodriver.DefaultConfig(), naodriver.Run) }
