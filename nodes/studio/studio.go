// Package studio is the node that serves the studio: the page in which a person sees robots, draws machines and
// debugs them, and the socket by which the page, Foxglove and Lichtblick see topics and call services.
//
//	subscribes  any topic of the graph, while somebody looks at it
//	calls       any service of the graph, when a browser with the role does
//	publishes   cmd_vel  geometry_msgs/Twist  while a person drives the robot
//
// Who may come in is decided by gonao/studio/door, the protocol is gonao/foxglove's, the documents are gonao/studio's.
package studio

import (
	"context"
	"fmt"
	"os"
	"time"

	"gonao/foxglove"
	"gonao/ros"
	"gonao/studio/door"
)

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error { return run(ctx, n, cfg, func() {}) }

// run is Run; it calls ready once browsers can come.
func run(ctx context.Context, n *ros.Node, cfg Config, ready func()) error {
	path := cfg.TokenFile
	if path == "" {
		var err error
		if path, err = door.DefaultPath(); err != nil {
			return err
		}
	}
	keys, err := door.LoadKeys(path)
	if err != nil {
		return err
	}
	listeners, port, err := listen(cfg)
	if err != nil {
		return err
	}
	web, err := newSite(n, cfg, keys, path, port)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := newBridge(n, time.Duration(cfg.ServiceTimeoutSec*float64(time.Second)))
	server := foxglove.NewServer(foxglove.Options{
		Name: "gonao studio", SessionID: fmt.Sprint(web.clock.Now().UnixMilli()), Metadata: metadata(),
		Now: n.Clock.Now, Log: n.Log,
	})
	b.server = server
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		b.run(ctx)
	}()
	err = web.serve(ctx, listeners, server, ready)
	cancel()
	<-followed
	return err
}

// metadata returns what viewers want to know of the server. Lichtblick reads topics as those of ROS 2 if a distribution
// is named.
func metadata() map[string]string {
	distro := os.Getenv("ROS_DISTRO")
	if distro == "" {
		distro = "jazzy"
	}
	return map[string]string{"ROS_DISTRO": distro, "studio": "gonao"}
}
