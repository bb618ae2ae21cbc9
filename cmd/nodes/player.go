package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	gameclient "gonao/nodes/game_client"
	"gonao/nodes/lights"
	"gonao/nodes/player"
	statepublisher "gonao/nodes/state_publisher"
	teamcomm "gonao/nodes/team_comm"
	"gonao/nodes/vision"
	"gonao/ros"
)

// robotOfATeam is one robot of a team in one process: the nodes player, game_client, team_comm and lights, and with the
// parameters vision and model the nodes vision and state_publisher, on one connection to ROS. It runs them until ctx ends. When one of them fails, all end.
func robotOfATeam(ctx context.Context, n *ros.Node, cfg player.Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	game, mates, shine := gameclient.DefaultConfig(), teamcomm.DefaultConfig(), lights.DefaultConfig()
	game.Team, game.Player, game.Network, game.Color, game.OtherColor = cfg.Team, cfg.Player, cfg.Network, cfg.Color, cfg.OtherColor
	mates.Team, mates.Player, mates.Broadcast = cfg.Team, cfg.Player, cfg.Broadcast
	nodes := []func() error{
		beside(ctx, n, "game_client", game, gameclient.Run), beside(ctx, n, "team_comm", mates, teamcomm.Run),
		beside(ctx, n, "lights", shine, lights.Run),
	}
	if cfg.Model {
		model := statepublisher.DefaultConfig()
		model.FramePrefix, model.Meshes = cfg.FramePrefix, cfg.Meshes
		nodes = append(nodes, beside(ctx, n, "state_publisher", model, statepublisher.Run))
	}
	if cfg.Vision {
		see := vision.DefaultConfig()
		see.Field, see.OwnColor, see.FramePrefix = cfg.Field, cfg.Color, cfg.FramePrefix
		nodes = append(nodes, beside(ctx, n, "vision", see, vision.Run))
	}
	var wg sync.WaitGroup
	errs := make([]error, len(nodes))
	for i, node := range nodes {
		wg.Go(func() {
			defer cancel()
			errs[i] = node()
		})
	}
	err := player.Run(ctx, n, cfg)
	cancel()
	wg.Wait()
	return errors.Join(append([]error{err}, errs...)...)
}

// beside returns what runs a node beside n.
func beside[C any](ctx context.Context, n *ros.Node, name string, cfg C, run func(context.Context, *ros.Node, C) error) func() error {
	return func() (err error) {
		b, err := ros.Beside(n, name, &cfg)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		if err := run(ctx, b, cfg); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
}
